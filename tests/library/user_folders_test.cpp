#include "library/user_folders.h"

#include <gtest/gtest.h>

#include "tests/support/process.h"

namespace mmd {
namespace {

using test::EnvironmentVariable;

TEST(UserFolder, IsWhatTheVariableSaysOrInTheHome) {
  const EnvironmentVariable home("HOME", "/people/miku"), cache("XDG_CACHE_HOME", "/var/fast"),
      data("XDG_DATA_HOME", nullptr);
  EXPECT_EQ(user_folder(UserFolder::cache), "/var/fast/mmdview");
  EXPECT_EQ(user_folder(UserFolder::data), "/people/miku/.local/share/mmdview");
}

TEST(UserFolder, TakesNoRelativePaths) {
  const EnvironmentVariable home("HOME", "/people/miku"), state("XDG_STATE_HOME", "here");
  EXPECT_EQ(user_folder(UserFolder::state), "/people/miku/.local/state/mmdview");
}

TEST(UserFolder, IsNowhereWithoutAHome) {
  const EnvironmentVariable home("HOME", nullptr), config("XDG_CONFIG_HOME", "");
  EXPECT_TRUE(user_folder(UserFolder::config).empty());
}

}  // namespace
}  // namespace mmd
