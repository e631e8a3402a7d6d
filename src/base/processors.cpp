#include "base/processors.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <vector>

namespace mmd {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

bool contains(const std::vector<std::string_view>& words, std::string_view wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

/// The number that the text is; white space may follow. nullopt: no number, for example "max".
std::optional<double> number_in(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  long long out = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return static_cast<double>(out);
}

std::optional<double> share(std::optional<double> quota, double period) {
  if (!quota || *quota <= 0.0 || period <= 0.0) return std::nullopt;
  return *quota / period;
}

/// Where a hierarchy of control groups is mounted.
struct GroupMount {
  std::string folder;  ///< on disk
  std::string root;    ///< the group that is mounted there
};

/// Undoes mountinfo's octal escapes ("\040").
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    int code = 0;
    const bool is_escape =
        text[i] == '\\' && i + 3 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 4, code, 8).ptr == text.data() + i + 4;
    out += is_escape ? static_cast<char>(code) : text[i];
    if (is_escape) i += 3;
  }
  return out;
}

/// Finds the mount of version 2, or of version 1's controller "cpu". Without mountinfo: the usual place.
GroupMount find_mount(const std::string& mounts, bool is_second) {
  for (const std::string_view line : split(mounts, '\n')) {
    const auto fields = split(line, ' ');
    const auto mark = std::find(fields.begin(), fields.end(), "-");
    if (fields.size() < 5 || fields.end() - mark < 4) continue;
    const bool is_meant =
        is_second ? mark[1] == "cgroup2" : mark[1] == "cgroup" && contains(split(mark[3], ','), "cpu");
    if (is_meant) return {unescaped(fields[4]), unescaped(fields[3])};
  }
  return {is_second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu", "/"};
}

/// The group's path below the mount: "" or "/a/b".
std::string below(const std::string& group, const std::string& root) {
  std::string out = group;
  if (root != "/" && group.starts_with(root) && (group.size() == root.size() || group[root.size()] == '/')) {
    out = group.substr(root.size());
  } else if (root != "/" || group.find("/..") != std::string::npos) {
    out.clear();  // the group is not visible here; its mount's root may be
  }
  while (out.ends_with('/')) out.pop_back();
  return out;
}

std::optional<double> limit_of_group(const ReadText& read, const std::string& folder, bool is_second) {
  if (!is_second) {
    const auto quota = read(folder + "/cpu.cfs_quota_us"), period = read(folder + "/cpu.cfs_period_us");
    if (!quota || !period) return std::nullopt;
    return share(number_in(*quota), number_in(*period).value_or(0.0));
  }
  const auto text = read(folder + "/cpu.max");
  if (!text) return std::nullopt;
  const auto words = split(*text, ' ');
  constexpr double usual_period = 1e5;  // microseconds
  return share(number_in(words[0]), words.size() > 1 ? number_in(words[1]).value_or(0.0) : usual_period);
}

}  // namespace

std::optional<double> processors_of_groups(const ReadText& read) {
  const std::string groups = read("/proc/self/cgroup").value_or(std::string()),
                    mounts = read("/proc/self/mountinfo").value_or(std::string());
  std::optional<double> least;
  for (const std::string_view line : split(groups, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1);
    const bool is_second = line.substr(0, first) == "0" && controllers.empty();
    if (!is_second && !contains(split(controllers, ','), "cpu")) continue;
    const GroupMount mount = find_mount(mounts, is_second);
    std::string group = below(std::string(line.substr(second + 1)), mount.root);
    for (;;) {
      const auto limit = limit_of_group(read, mount.folder + group, is_second);
      if (limit && (!least || *limit < *least)) least = limit;
      const std::size_t slash = group.rfind('/');
      if (slash == std::string::npos) break;
      group.resize(slash);
    }
  }
  return least;
}

}  // namespace mmd
