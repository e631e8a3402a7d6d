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

/// A line of mountinfo.
std::string mount(const std::string& root, const std::string& folder, const std::string& kind) {
  return "30 23 0:26 " + root + " " + folder + " rw,nosuid shared:4 - " + kind + "\n";
}

const std::string second_mount = mount("/", "/sys/fs/cgroup", "cgroup2 cgroup2 rw,nsdelegate");

TEST(ProcessorsOfGroups, UsesTheSmallestLimitOnThePathOfVersion2) {
  Tree files{{"/proc/self/cgroup", "0::/a/b/c\n"}, {"/proc/self/mountinfo", second_mount}};
  EXPECT_EQ(limit_in(files), std::nullopt);
  files["/sys/fs/cgroup/a/b/c/cpu.max"] = "max 100000\n";
  EXPECT_EQ(limit_in(files), std::nullopt);
  files["/sys/fs/cgroup/a/b/cpu.max"] = "400000 100000\n";
  EXPECT_EQ(limit_in(files), 4.0);
  files["/sys/fs/cgroup/a/cpu.max"] = "75000 50000\n";
  EXPECT_EQ(limit_in(files), 1.5);
  files["/sys/fs/cgroup/a/b/c/cpu.max"] = "200000\n";
  EXPECT_EQ(limit_in(files), 1.5);
  files["/sys/fs/cgroup/cpu.max"] = "50000 100000\n";
  EXPECT_EQ(limit_in(files), 0.5) << "a container's own root";
  files["/sys/fs/cgroup/other/cpu.max"] = "1000 100000\n";
  EXPECT_EQ(limit_in(files), 0.5) << "not on the path";
}

TEST(ProcessorsOfGroups, ReadsVersion1) {
  Tree files{
      {"/proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/x\n"},
      {"/proc/self/mountinfo", mount("/", "/sys/fs/cgroup/memory", "cgroup cgroup rw,memory") +
                                   mount("/", "/sys/fs/cgroup/cpu,cpuacct", "cgroup cgroup rw,cpu,cpuacct")},
      {"/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "-1\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/memory/m/cpu.cfs_quota_us", "1\n"},
      {"/sys/fs/cgroup/memory/m/cpu.cfs_period_us", "100000\n"}};
  EXPECT_EQ(limit_in(files), std::nullopt);
  files["/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us"] = "300000\n";
  files["/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_period_us"] = "100000\n";
  EXPECT_EQ(limit_in(files), 3.0);
  files["/proc/self/cgroup"] = "3:cpuset:/docker/abc\n";
  EXPECT_EQ(limit_in(files), std::nullopt);
}

TEST(ProcessorsOfGroups, FindsGroupsBelowAMountedGroup) {
  // A container without a namespace of groups: the names are the host's, the files are the container's.
  Tree files{{"/proc/self/cgroup", "4:cpu:/docker/abc/inner\n"},
             {"/proc/self/mountinfo", mount("/docker/abc", "/sys/fs/cgroup/cpu", "cgroup cgroup rw,cpu")},
             {"/sys/fs/cgroup/cpu/inner/cpu.cfs_quota_us", "250000"},
             {"/sys/fs/cgroup/cpu/inner/cpu.cfs_period_us", "100000"}};
  EXPECT_EQ(limit_in(files), 2.5);
  files["/proc/self/cgroup"] = "4:cpu:/docker/abcdef\n";
  EXPECT_EQ(limit_in(files), std::nullopt);
  files["/sys/fs/cgroup/cpu/cpu.cfs_quota_us"] = "100000";
  files["/sys/fs/cgroup/cpu/cpu.cfs_period_us"] = "100000";
  EXPECT_EQ(limit_in(files), 1.0);
  files["/proc/self/cgroup"] = "4:cpu:/../../x\n";
  EXPECT_EQ(limit_in(files), 1.0);
}

TEST(ProcessorsOfGroups, ReadsBothVersionsAtOnce) {
  const Tree files{{"/proc/self/cgroup", "4:cpu:/a\n0::/b\n"},
                   {"/proc/self/mountinfo", mount("/", "/sys/fs/cgroup/cpu", "cgroup cgroup rw,cpu") +
                                                mount("/", "/sys/fs/cgroup\\040unified", "cgroup2 none rw")},
                   {"/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "800000"},
                   {"/sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000"},
                   {"/sys/fs/cgroup unified/b/cpu.max", "700000 100000"}};
  EXPECT_EQ(limit_in(files), 7.0);
}

TEST(ProcessorsOfGroups, DamagedFilesLimitNothing) {
  for (const char* groups : {"", "0", "0::", "x:y", "::\n", "0::a/b\n", "0:://\n"})
    for (const char* mounts : {"", "30 23 0:26 / /x", "- - - -", " - cgroup2 a b"})
      for (const char* max : {"", " ", "0 0", "100000 0", "-5 100000", "1e5 100000", "many"})
        EXPECT_EQ(limit_in({{"/proc/self/cgroup", groups},
                            {"/proc/self/mountinfo", mounts},
                            {"/sys/fs/cgroup/cpu.max", max},
                            {"/sys/fs/cgroup/a/cpu.max", max}}),
                  std::nullopt)
            << groups << '|' << mounts << '|' << max;
  EXPECT_EQ(limit_in({}), std::nullopt);
}

TEST(UsableProcessors, IsAtLeastOne) {
  EXPECT_GE(usable_processors(), 1u);
}

}  // namespace
}  // namespace mmd
