#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "library/library_store.h"
#include "tests/support/process.h"

namespace mmd {
namespace {

using test::EnvironmentVariable;

TEST(UserFolder, FollowsVariablesWithAbsolutePathsAndTheProfile) {
  const std::filesystem::path roaming = std::getenv("APPDATA"), local = std::getenv("LOCALAPPDATA");
  const EnvironmentVariable cache("XDG_CACHE_HOME", "D:/fast"), data("XDG_DATA_HOME", nullptr),
      state("XDG_STATE_HOME", "here"), config("XDG_CONFIG_HOME", nullptr);
  EXPECT_EQ(user_folder(UserFolder::cache), "D:/fast/mmdview");
  EXPECT_EQ(user_folder(UserFolder::data), roaming / "mmdview/data");
  EXPECT_EQ(user_folder(UserFolder::state), local / "mmdview/state") << "no relative paths";
  EXPECT_EQ(user_folder(UserFolder::config), roaming / "mmdview");
  const EnvironmentVariable pictures("XDG_PICTURES_DIR", "D:/pictures");
  EXPECT_EQ(pictures_folder(), "D:/pictures");
}

}  // namespace
}  // namespace mmd
