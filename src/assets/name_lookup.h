#pragma once

// Finds files by Windows-style names; shared by folders and archives (layouts, "Texture names").

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// The folders and file name of `windows_path`, relative to `base`, from the root of the set down, without
/// "." and "..". Ignores a leading separator and everything behind a NUL, as Windows does. nullopt if the
/// path is empty, begins with a drive or leaves the set.
std::optional<std::vector<std::string>> path_components(std::string_view base, std::string_view windows_path);

/// Whether the path leaves the set.
bool leads_out(std::string_view base, std::string_view windows_path);

/// The names to look for beside the model in place of an absolute one (with a drive, a server or a leading
/// separator): the file name, then with its last folders ("tex/a.png"). Empty for other names.
std::vector<std::string> names_beside(std::string_view windows_path);

/// Joins "a", "b", "c" to "a/b/c".
std::string join_components(const std::vector<std::string>& components);

/// A key that is equal for names that Windows treats as equal; it drops trailing blanks and dots. Names that
/// are not UTF-8 (unpacked by a careless program) are read as CP932.
std::string name_key(std::string_view name);

/// Whether `name` ends in `extension`, compared by name_key().
bool has_extension(std::string_view name, std::string_view extension);

/// The names in one folder.
class Listing {
 public:
  struct Entry {
    std::string name;
    bool is_folder = false;
    std::string key;
  };

  /// Sorts the entries and sets their keys.
  explicit Listing(std::vector<Entry> entries);

  const std::vector<Entry>& entries() const { return entries_; }
  /// The folders or files with the key of `name`: an exact match first, then sorted by name.
  std::vector<const Entry*> find(std::string_view name, const std::string& key, bool is_folder) const;

 private:
  std::vector<Entry> entries_;
};

/// Lists a folder of the set, "" for its root.
using ListFolder = std::function<std::shared_ptr<const Listing>(const std::string& folder)>;

/// Finds a file by its path's components. If several folders match a component, it tries all, some hundreds
/// at most.
std::optional<std::string> find_file(std::span<const std::string> components, const ListFolder& list_folder);

/// Decodes the names in one archive to UTF-8. Valid UTF-8 stays. All others share one encoding: CP932, or GBK
/// or Big5 if these give common characters where CP932 is invalid or gives only rare ones. Bytes that no
/// encoding can read become U+FFFD.
std::vector<std::string> decode_names(std::vector<std::string> names);

}  // namespace mmd
