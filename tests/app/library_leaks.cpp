// Graphics drivers and desktop libraries leak a little, drivers in code that is gone by the time the leak
// checker wants to name it. So the tests with the address sanitizer, which alone have this file, keep the
// driver's libraries loaded; tests/leaks_of_drivers.txt leaves what leaks there out.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include "app/window.h"

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
    const auto window = Window::open({});
    if (window) dl_iterate_phdr(keep_loaded, nullptr);
  }
};

const auto* const environment = ::testing::AddGlobalTestEnvironment(new KeepDriverLoaded);

}  // namespace
}  // namespace mmd
