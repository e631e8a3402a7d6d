#include "sandbox/system_paths.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

namespace mmd {
namespace {

bool names(const std::vector<std::filesystem::path>& paths, const char* path) {
  return std::find(paths.begin(), paths.end(), std::filesystem::path(path)) != paths.end();
}

TEST(SystemRules, AreLibrariesFontsAndDevices) {
  const SandboxRules rules = system_rules();
  EXPECT_TRUE(names(rules.read, "/usr"));
  EXPECT_TRUE(names(rules.read, "/etc/fonts"));
  EXPECT_TRUE(names(rules.devices, "/dev/dri"));
  EXPECT_TRUE(rules.write.empty());
}

TEST(SystemRules, NothingHoldsWhatIsAPersonsOrAnotherProcess) {
  const SandboxRules rules = system_rules();
  for (const char* path : {"/", "/home", "/root", "/etc", "/proc", "/dev", "/tmp", "/var", "/run"}) {
    EXPECT_FALSE(names(rules.read, path)) << path;
    EXPECT_FALSE(names(rules.devices, path)) << path;
  }
}

TEST(SystemRules, FoldersOfDriversThatAPersonSetsAreRead) {
  ASSERT_EQ(setenv("LIBGL_DRIVERS_PATH", "/my/mesa::/my/other", 1), 0);
  const SandboxRules rules = system_rules();
  unsetenv("LIBGL_DRIVERS_PATH");
  EXPECT_TRUE(names(rules.read, "/my/mesa"));
  EXPECT_TRUE(names(rules.read, "/my/other"));
  EXPECT_FALSE(names(rules.read, ""));
}

}  // namespace
}  // namespace mmd
