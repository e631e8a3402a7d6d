// Graphics drivers leak a little, and the leak checker cannot name code of unloaded libraries. This file,
// built with the address sanitizer only, keeps the libraries of the driver loaded; tests/leaks_of_drivers.txt
// suppresses their leaks.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include "render/context.h"

namespace mmd {
namespace {

int keep_loaded(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_name != nullptr && *info->dlpi_name != '\0')
    dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  return 0;
}

class KeepDriverLoaded : public ::testing::Environment {
 public:
  void SetUp() override {
    const auto context = OffscreenContext::create();
    if (context) dl_iterate_phdr(keep_loaded, nullptr);
  }
};

const auto* const environment = ::testing::AddGlobalTestEnvironment(new KeepDriverLoaded);

}  // namespace
}  // namespace mmd
