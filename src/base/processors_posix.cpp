#include <algorithm>
#include <cmath>
#include <thread>
#if defined(__linux__)
#include <fstream>
#include <iterator>

#include <sched.h>
#include <unistd.h>
#endif

#include "base/processors.h"

namespace mmd {
namespace {

#if defined(__linux__)
std::optional<std::string> text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// The processors on which this process may run; 0: unknown.
std::size_t processors_of_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::size_t>(CPU_COUNT(&set)) : 0;
}
#endif

}  // namespace

std::size_t usable_processors() {
  std::size_t out = std::max(1u, std::thread::hardware_concurrency());
#if defined(__linux__)
  if (const std::size_t own = processors_of_affinity(); own > 0) out = std::min(out, own);
  if (const auto limit = processors_of_groups(text_of))
    out = std::min(out, static_cast<std::size_t>(std::max(std::ceil(*limit), 1.0)));
#endif
  return out;
}

std::uint64_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

}  // namespace mmd
