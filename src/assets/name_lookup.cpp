#include "assets/name_lookup.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace mmd {
namespace {

/// Applies the components of `path` to `out`; false if ".." climbs above the root.
bool append_components(std::string_view path, std::string_view separators, std::vector<std::string>& out) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find_first_of(separators), path.size());
    const std::string_view component = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (component.empty() || component == ".") continue;
    if (component != "..") {
      out.emplace_back(component);
    } else {
      if (out.empty()) return false;
      out.pop_back();
    }
  }
  return true;
}

bool has_drive(std::string_view path) {
  return path.size() >= 2 && path[1] == ':';
}

/// Windows drops blanks and dots at the end of a name.
std::string_view without_dropped_end(std::string_view name) {
  return name.substr(0, name.find_last_not_of(" .") + 1);
}

/// Folders that are looked into for one file. Where names differ in case alone there may be thousands, made
/// for nothing but to be looked into; in earnest there are two.
constexpr int most_folders = 256;

/// A walk down to a file.
class Descent {
 public:
  Descent(std::span<const std::string> components, const ListFolder& list_folder)
      : components_(components), list_folder_(list_folder) {
    for (const std::string& component : components) keys_.push_back(name_key(component));
  }

  std::optional<std::string> find(const std::string& folder, std::size_t depth) {
    if (--folders_left_ < 0) return std::nullopt;
    const std::shared_ptr<const Listing> listing = list_folder_(folder);
    const bool last = depth + 1 == components_.size();
    for (const Listing::Entry* entry : listing->find(components_[depth], keys_[depth], !last)) {
      std::string path = folder.empty() ? entry->name : folder + "/" + entry->name;
      if (last) return path;
      if (auto found = find(path, depth + 1)) return found;
    }
    return std::nullopt;
  }

 private:
  std::span<const std::string> components_;
  const ListFolder& list_folder_;
  std::vector<std::string> keys_;
  int folders_left_ = most_folders;
};

}  // namespace

std::optional<std::vector<std::string>> path_components(std::string_view base,
                                                        std::string_view windows_path) {
  windows_path = windows_path.substr(0, windows_path.find('\0'));
  std::vector<std::string> out;
  if (windows_path.empty() || has_drive(windows_path)) return std::nullopt;
  if (!append_components(base, "/", out) || !append_components(windows_path, "/\\", out)) return std::nullopt;
  if (out.empty()) return std::nullopt;
  return out;
}

bool leads_out(std::string_view base, std::string_view windows_path) {
  windows_path = windows_path.substr(0, windows_path.find('\0'));
  std::vector<std::string> ignored;
  return append_components(base, "/", ignored) && !append_components(windows_path, "/\\", ignored);
}

std::string join_components(const std::vector<std::string>& components) {
  std::string out;
  for (const std::string& component : components) {
    if (!out.empty()) out += '/';
    out += component;
  }
  return out;
}

std::string name_key(std::string_view name) {
  name = without_dropped_end(name);
  return fold_name(is_utf8(name) ? std::string(name) : utf8_from_cp932_lossy(name));
}

bool has_extension(std::string_view name, std::string_view extension) {
  return name_key(name).ends_with(name_key(extension));
}

Listing::Listing(std::vector<Entry> entries) : entries_(std::move(entries)) {
  for (Entry& entry : entries_) entry.key = name_key(entry.name);
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return std::tie(a.key, a.name) < std::tie(b.key, b.name); });
}

std::vector<const Listing::Entry*> Listing::find(std::string_view name, const std::string& key,
                                                 bool is_folder) const {
  auto it = std::lower_bound(entries_.begin(), entries_.end(), key,
                             [](const Entry& entry, const std::string& k) { return entry.key < k; });
  std::vector<const Entry*> out;
  for (; it != entries_.end() && it->key == key; ++it) {
    if (it->is_folder == is_folder) out.push_back(&*it);
  }
  std::stable_partition(out.begin(), out.end(), [&](const Entry* entry) { return entry->name == name; });
  return out;
}

std::optional<std::string> find_file(std::span<const std::string> components, const ListFolder& list_folder) {
  if (components.empty()) return std::nullopt;
  return Descent(components, list_folder).find({}, 0);
}

}  // namespace mmd
