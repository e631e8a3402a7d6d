#include "base/processors.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace mmd {
namespace {

/// The number that the text is. nullopt: no number, for example "max".
std::optional<double> number_in(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  long long out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return static_cast<double>(out);
}

std::optional<double> share(std::optional<double> quota, double period) {
  if (!quota || *quota <= 0.0 || period <= 0.0) return std::nullopt;
  return *quota / period;
}

}  // namespace

std::optional<double> processors_of_groups(const ReadText& read) {
  constexpr std::string_view mark = "0::/";  // before the group of version 2
  const std::string groups = read("/proc/self/cgroup").value_or(std::string());
  const std::size_t at = groups.find(mark);
  const std::size_t begin = at == std::string::npos ? groups.size() : at + mark.size();
  std::string group("/");
  group.append(groups, begin, groups.find('\n', begin) - begin);
  std::optional<double> least;
  for (;;) {
    while (group.ends_with('/')) group.pop_back();
    const std::string max = read("/sys/fs/cgroup" + group + "/cpu.max").value_or(std::string());
    const std::size_t space = std::min(max.find(' '), max.size());
    const auto limit = share(number_in(max.substr(0, space)), number_in(max.substr(space)).value_or(0.0));
    if (limit && (!least || *limit < *least)) least = limit;
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) break;
    group.resize(slash);
  }
  // A container under version 1 sees its own group there.
  if (!least) {
    const auto quota = read("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
               period = read("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
    if (quota && period) least = share(number_in(*quota), number_in(*period).value_or(0.0));
  }
  return least;
}

}  // namespace mmd
