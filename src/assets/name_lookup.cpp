#include "assets/name_lookup.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "base/text.h"

namespace mmd {

namespace {

/// Applies the components of `path` to `out`; false if ".." goes above the root.
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

/// Windows drops trailing blanks and dots.
std::string_view without_dropped_end(std::string_view name) {
  return name.substr(0, name.find_last_not_of(" .") + 1);
}

/// Limit of folders searched for one file. A hostile tree may have thousands whose names differ only in case;
/// real ones have two.
constexpr int max_folders = 256;

/// Searches a file from the root down.
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
  int folders_left_ = max_folders;
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

std::vector<std::string> names_beside(std::string_view windows_path) {
  constexpr std::size_t max_names = 8;
  windows_path = windows_path.substr(0, windows_path.find('\0'));
  const bool is_absolute =
      has_drive(windows_path) || windows_path.starts_with('\\') || windows_path.starts_with('/');
  if (has_drive(windows_path)) windows_path.remove_prefix(2);
  std::vector<std::string> parts, out;
  if (!is_absolute || !append_components(windows_path, "/\\", parts)) return {};
  std::string name;
  while (!parts.empty() && out.size() < max_names) {
    if (!name.empty()) name.insert(0, "/");
    name.insert(0, parts.back());
    parts.pop_back();
    out.push_back(name);
  }
  return out;
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

namespace {

enum class Use : std::uint8_t { common, rare };

/// An encoding with characters of one and two bytes.
struct Charset {
  std::optional<std::string> (*decode)(std::string_view);
  bool (*is_lead)(unsigned char);
  Use (*use_of)(unsigned char lead, unsigned char trail);  ///< for a character of two bytes
};

bool within(unsigned char c, int first, int last) {
  return c >= first && c <= last;
}

/// Common: signs, kana, Greek, Cyrillic and the 2965 kanji of JIS level 1.
Use use_in_cp932(unsigned char lead, unsigned char /*trail*/) {
  return within(lead, 0x81, 0x84) || within(lead, 0x88, 0x97) ? Use::common : Use::rare;
}

/// Common: signs, kana and the 3755 characters of GB 2312 level 1.
Use use_in_gbk(unsigned char lead, unsigned char trail) {
  const bool common = within(lead, 0xa1, 0xa5) || within(lead, 0xb0, 0xd7);
  return common && trail >= 0xa1 ? Use::common : Use::rare;
}

/// Common: signs and the 5401 frequent characters.
Use use_in_big5(unsigned char lead, unsigned char /*trail*/) {
  return within(lead, 0xa1, 0xc6) ? Use::common : Use::rare;
}

const Charset cp932{utf8_from_cp932,
                    [](unsigned char c) { return within(c, 0x81, 0x9f) || within(c, 0xe0, 0xfc); },
                    use_in_cp932};
const Charset gbk{utf8_from_gbk, [](unsigned char c) { return within(c, 0x81, 0xfe); }, use_in_gbk};
const Charset big5{utf8_from_big5, [](unsigned char c) { return within(c, 0x81, 0xfe); }, use_in_big5};

/// Calls `visit(i)` with the index of each two-byte character's first byte.
template <class Visit>
void for_each_pair(const Charset& charset, std::string_view name, Visit&& visit) {
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (!charset.is_lead(static_cast<unsigned char>(name[i]))) continue;
    visit(i);
    ++i;
  }
}

/// Restores two-byte characters whose second byte, a backslash, a reader or writer replaced by a slash. No
/// character has a slash as its second byte.
std::string with_backslashes(const Charset& charset, std::string name) {
  const std::string before = name;
  for_each_pair(charset, before, [&](std::size_t i) {
    if (before[i + 1] == '/') name[i + 1] = '\\';
  });
  return name;
}

struct Reading {
  bool possible = true;  ///< whether all names are valid
  std::size_t common = 0, rare = 0;

  /// The share of common characters; -1 without any character to judge by.
  double likelihood() const {
    const std::size_t all = common + rare;
    return all == 0 ? -1 : static_cast<double>(common) / static_cast<double>(all);
  }
};

Reading reading_in(const Charset& charset, const std::vector<std::string>& names) {
  Reading out;
  for (const std::string& raw : names) {
    const std::string name = with_backslashes(charset, raw);
    out.possible = out.possible && charset.decode(name);
    for_each_pair(charset, name, [&](std::size_t i) {
      const Use use =
          charset.use_of(static_cast<unsigned char>(name[i]), static_cast<unsigned char>(name[i + 1]));
      ++(use == Use::common ? out.common : out.rare);
    });
  }
  return out;
}

const Charset& charset_of(const std::vector<std::string>& names) {
  const Reading japanese = reading_in(cp932, names);
  // Half-width katakana (one byte) prove nothing; names with only these stay CP932.
  if (japanese.possible && (japanese.common > 0 || japanese.rare == 0)) return cp932;
  const Reading mainland = reading_in(gbk, names), taiwan = reading_in(big5, names);
  const double in_gbk = mainland.possible ? mainland.likelihood() : -1;
  const double in_big5 = taiwan.possible ? taiwan.likelihood() : -1;
  constexpr double convincing = 0.5;  // least share of common characters where CP932 is possible too
  if (std::max(in_gbk, in_big5) < (japanese.possible ? convincing : 0)) return cp932;
  return in_big5 > in_gbk ? big5 : gbk;
}

}  // namespace

std::vector<std::string> decode_names(std::vector<std::string> names) {
  std::vector<std::string> old_style;
  for (const std::string& name : names) {
    // Some writers store UTF-8 without the flag; text in another encoding is hardly ever valid UTF-8.
    if (!is_utf8(name)) old_style.push_back(name);
  }
  if (old_style.empty()) return names;
  const Charset& charset = charset_of(old_style);
  for (std::string& name : names) {
    if (is_utf8(name)) continue;
    const std::string mended = with_backslashes(charset, name);
    const auto decoded = charset.decode(mended);
    name = decoded ? *decoded : utf8_from_cp932_lossy(with_backslashes(cp932, name));
  }
  return names;
}

}  // namespace mmd
