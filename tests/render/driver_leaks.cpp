// Graphics drivers leak a little, and the leak checker cannot name code of unloaded libraries. This file,
// built with the address sanitizer only, keeps the libraries of the driver loaded; tests/leaks_of_drivers.txt
// suppresses their leaks.

#include "render/context.h"
#include "tests/support/kept_libraries.h"

namespace {
const auto* const environment = ::testing::AddGlobalTestEnvironment(
    new mmd::test::KeepLoaded([] { return mmd::OffscreenContext::create(); }));
}
