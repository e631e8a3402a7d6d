// Graphics drivers and desktop libraries leak a little, drivers in code that is gone by the time the leak
// checker wants to name it. So the tests with the address sanitizer, which alone have this file, keep the
// driver's libraries loaded; tests/leaks_of_drivers.txt leaves what leaks there out.

#include "app/platform/window.h"
#include "tests/support/kept_libraries.h"

namespace {
const auto* const environment =
    ::testing::AddGlobalTestEnvironment(new mmd::test::KeepLoaded([] { return mmd::Window::open({}); }));
}
