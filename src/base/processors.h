#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace mmd {

/// Returns a file's text; nullopt if it cannot be read.
using ReadText = std::function<std::optional<std::string>(const std::string& path)>;

/// The processor time that Linux control groups allow this process, in processors (1.5): the smallest limit
/// of its group and the groups above (version 2), or a container's (version 1). nullopt: no limit.
std::optional<double> processors_of_groups(const ReadText& read);

/// The number of processors that the system lets this process use, at least 1: hardware, affinity and control
/// groups.
std::size_t usable_processors();

/// Bytes of memory that this machine has; 0: the system does not tell.
std::uint64_t physical_memory();

}  // namespace mmd
