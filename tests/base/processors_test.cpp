// Limits of control groups, in trees of files that a system could have.

#include "base/processors.h"

#include <map>

#include <gtest/gtest.h>

namespace mmd {
namespace {

using Tree = std::map<std::string, std::string>;

std::optional<double> limit_in(const Tree& files) {
  return processors_of_groups([&](const std::string& path) {
    const auto found = files.find(path);
    return found != files.end() ? std::optional(found->second) : std::nullopt;
  });
}

TEST(ProcessorsOfGroups, UsesTheSmallestLimitOnThePathOfVersion2) {
  Tree files{{"/proc/self/cgroup", "4:cpu:/x\n0::/a/b/c\n"}};
  EXPECT_EQ(limit_in(files), std::nullopt);
  files["/sys/fs/cgroup/a/b/c/cpu.max"] = "max 100000\n";
  EXPECT_EQ(limit_in(files), std::nullopt);
  files["/sys/fs/cgroup/a/b/cpu.max"] = "400000 100000\n";
  EXPECT_EQ(limit_in(files), 4.0);
  files["/sys/fs/cgroup/a/cpu.max"] = "75000 50000\n";
  EXPECT_EQ(limit_in(files), 1.5);
  files["/sys/fs/cgroup/cpu.max"] = "50000 100000\n";
  EXPECT_EQ(limit_in(files), 0.5) << "a container's own root";
  files["/sys/fs/cgroup/other/cpu.max"] = "1000 100000\n";
  EXPECT_EQ(limit_in(files), 0.5) << "not on the path";
}

TEST(ProcessorsOfGroups, ReadsAContainersOwnGroupOfVersion1) {
  Tree files{{"/proc/self/cgroup", "4:cpu:/docker/abc\n"},
             {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"},
             {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}};
  EXPECT_EQ(limit_in(files), std::nullopt);
  files["/sys/fs/cgroup/cpu/cpu.cfs_quota_us"] = "250000\n";
  EXPECT_EQ(limit_in(files), 2.5);
}

TEST(ProcessorsOfGroups, DamagedFilesLimitNothing) {
  for (const char* groups : {"", "0", "0::", "x:y", "::\n", "0::a/b\n", "0:://\n", "0::/a"})
    for (const char* max : {"", " ", "0 0", "100000 0", "100000", "-5 100000", "1e5 100000", "many"})
      EXPECT_EQ(limit_in({{"/proc/self/cgroup", groups},
                          {"/sys/fs/cgroup/cpu.max", max},
                          {"/sys/fs/cgroup/a/cpu.max", max}}),
                std::nullopt)
          << groups << '|' << max;
  EXPECT_EQ(limit_in({}), std::nullopt);
}

TEST(UsableProcessors, IsAtLeastOne) {
  EXPECT_GE(usable_processors(), 1u);
}

}  // namespace
}  // namespace mmd
