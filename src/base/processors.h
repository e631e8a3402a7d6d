#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace mmd {

/// Returns a file's text; nullopt if it cannot be read.
using ReadText = std::function<std::optional<std::string>(const std::string& path)>;

/// The processor time that Linux control groups allow this process, in processors (1.5): the smallest limit
/// of its group and the groups above. Reads /proc/self/cgroup, /proc/self/mountinfo, and `cpu.max` (version
/// 2) or `cpu.cfs_quota_us` and `cpu.cfs_period_us` (version 1). nullopt: no limit.
std::optional<double> processors_of_groups(const ReadText& read);

/// The number of processors that the system lets this process use, at least 1: hardware, affinity and control
/// groups.
std::size_t usable_processors();

}  // namespace mmd
