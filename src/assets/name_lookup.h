#pragma once

// How a Windows-style name finds its file, shared by folders and archives.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// The folders and the file name that `windows_path` means, seen from `base`, without "." and "..", from the
/// root of the set down. A separator in front counts for nothing. nullopt if the path is empty, begins with a
/// drive or climbs out of the set. What follows a NUL is ignored, as Windows would.
std::optional<std::vector<std::string>> path_components(std::string_view base, std::string_view windows_path);

/// Whether the path climbs out of the set.
bool leads_out(std::string_view base, std::string_view windows_path);

/// "a", "b", "c" to "a/b/c".
std::string join_components(const std::vector<std::string>& components);

/// The key under which names are equal to Windows, which drops blanks and dots at their end. Names that are
/// not UTF-8 (unpacked by a careless program) are taken for CP932.
std::string name_key(std::string_view name);

/// Whether `name` ends in `extension`, by their keys.
bool has_extension(std::string_view name, std::string_view extension);

/// The names in one folder.
class Listing {
 public:
  struct Entry {
    std::string name;
    bool is_folder = false;
    std::string key;
  };

  /// Sorts the entries and fills in their keys.
  explicit Listing(std::vector<Entry> entries);

  const std::vector<Entry>& entries() const { return entries_; }
  /// The entries of the wanted kind that Windows could mean by `name`, which has that key: the exact one
  /// first, then by name.
  std::vector<const Entry*> find(std::string_view name, const std::string& key, bool is_folder) const;

 private:
  std::vector<Entry> entries_;
};

/// The listing of a folder of the set, "" for its root.
using ListFolder = std::function<std::shared_ptr<const Listing>(const std::string& folder)>;

/// Walks down the components. Where several folders match one component (Windows would see one), all are
/// tried, hundreds at most.
std::optional<std::string> find_file(std::span<const std::string> components, const ListFolder& list_folder);

/// The names of one archive, in whatever they were written, as UTF-8. What is valid UTF-8 stays. The others
/// are of one encoding: CP932, unless some of them are impossible in it, or it reads them as nothing but rare
/// characters, while GBK or Big5 make common ones of them. What none can read becomes CP932 with U+FFFD.
std::vector<std::string> decode_names(std::vector<std::string> names);

}  // namespace mmd
