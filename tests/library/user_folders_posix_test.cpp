#include <gtest/gtest.h>

#include "library/library_store.h"
#include "tests/support/process.h"

namespace mmd {
namespace {

using test::EnvironmentVariable;

TEST(UserFolder, FollowsVariablesWithAbsolutePathsAndTheHome) {
  const EnvironmentVariable home("HOME", "/people/miku"), cache("XDG_CACHE_HOME", "/var/fast"),
      data("XDG_DATA_HOME", nullptr), state("XDG_STATE_HOME", "here"), config("XDG_CONFIG_HOME", "");
  EXPECT_EQ(user_folder(UserFolder::cache), "/var/fast/mmdview");
  EXPECT_EQ(user_folder(UserFolder::data), "/people/miku/.local/share/mmdview");
  EXPECT_EQ(user_folder(UserFolder::state), "/people/miku/.local/state/mmdview") << "no relative paths";
  const EnvironmentVariable pictures("XDG_PICTURES_DIR", "/shared/pictures");
  EXPECT_EQ(pictures_folder(), "/shared/pictures");
  const EnvironmentVariable homeless("HOME", nullptr);
  EXPECT_TRUE(user_folder(UserFolder::config).empty());
}

}  // namespace
}  // namespace mmd
