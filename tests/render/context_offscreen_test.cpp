#include <cstdlib>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "render/context.h"

namespace mmd {
namespace {

/// Sets (or unsets, for null) an environment variable while it lives.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    if (value != nullptr) {
      setenv(name, value, 1);
    } else {
      unsetenv(name);
    }
  }
  ~Environment() {
    if (old_) {
      setenv(name_, old_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST(OffscreenContext, NeedsNoDisplayAndLeavesTheEnvironmentAlone) {
  const Environment display("DISPLAY", nullptr), wayland("WAYLAND_DISPLAY", nullptr),
      driver("SDL_VIDEODRIVER", nullptr);
  const auto context = OffscreenContext::create();
  ASSERT_TRUE(context.has_value()) << describe(context.error());
  EXPECT_NE((*context)->description().find("OpenGL"), std::string::npos) << (*context)->description();
  EXPECT_EQ(std::getenv("SDL_VIDEODRIVER"), nullptr);
}

TEST(OffscreenContext, FallsBackWhenTheDriverOfTheEnvironmentDoesNotExist) {
  const Environment driver("SDL_VIDEODRIVER", "no_such_driver");
  const auto context = OffscreenContext::create();
  ASSERT_TRUE(context.has_value()) << describe(context.error());
  EXPECT_STREQ(std::getenv("SDL_VIDEODRIVER"), "no_such_driver");
}

TEST(OffscreenContext, CanBeOpenedAgainAndTwiceAtOnce) {
  for (int i = 0; i < 2; ++i) {
    const auto first = OffscreenContext::create();
    const auto second = OffscreenContext::create();
    ASSERT_TRUE(first.has_value()) << describe(first.error());
    ASSERT_TRUE(second.has_value()) << describe(second.error());
  }
}

}  // namespace
}  // namespace mmd
