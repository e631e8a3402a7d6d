// Graphics drivers and desktop libraries leak a little, drivers in code that is gone by the time the leak
// checker wants to name it. So the sanitized tests keep the driver's libraries loaded, and leave leaks from
// within them out.
#if defined(__linux__) && defined(__SANITIZE_ADDRESS__)

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include "app/window.h"

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:_dri.so\nleak:libGL\nleak:libEGL\nleak:libLLVM\nleak:libgallium\nleak:libdrm\nleak:libX\nleak:"
         "libxcb\n"
         "leak:libdbus\nleak:libfontconfig\nleak:libSDL2\n";
}

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

#endif
