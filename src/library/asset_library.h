#pragma once

// The poses, motions and models in a folder or archive.

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "scene/input.h"

namespace mmd {

enum class AssetLibraryKind : std::uint8_t { poses, motions, models, scenes, count };
inline constexpr std::size_t asset_library_kinds = static_cast<std::size_t>(AssetLibraryKind::count);

/// Whether a picture of the kind needs no open model.
inline bool needs_no_model(AssetLibraryKind kind) {
  return kind == AssetLibraryKind::models || kind == AssetLibraryKind::scenes;
}

struct AssetLibraryEntry {
  std::string file;        ///< the name for opening it: a path, possibly into an archive
  std::string name;        ///< without folder and extension
  std::string group;       ///< its folder within the library; empty: the library itself
  std::int64_t time = 0;   ///< change_time() of the file or of its archive
  std::uint64_t size = 0;  ///< bytes; 0 if unknown

  /// Whether both are the same file with unchanged content.
  bool is_same(const AssetLibraryEntry& other) const {
    return file == other.file && time == other.time && size == other.size;
  }
};
using AssetLibraryEntries = std::vector<AssetLibraryEntry>;

/// Limits of a library. Further entries are skipped with a warning.
struct AssetLibraryLimits {
  std::size_t entries = 20000;  ///< of each kind
  std::size_t folders = 2000;
  int depth = 8;  ///< levels of nested folders
};

/// The time of a file's last change in microseconds of the file system's clock; 0 if unknown.
std::int64_t change_time(const std::filesystem::path& file);

/// A path as text for display: bytes that are not UTF-8 are replaced.
std::string readable_path(const std::filesystem::path& path);

class AssetLibrary {
 public:
  /// Lists a folder and its subfolders, or an archive. The extension decides a file's kind; its content is
  /// checked when it is read. Links to folders, and names that start with a dot, are skipped. Errors: the
  /// folder or archive does not exist or cannot be read.
  static Result<std::shared_ptr<const AssetLibrary>> list(const std::string& place,
                                                          const AssetLibraryLimits& limits = {});

  /// These models, in this order.
  static std::shared_ptr<const AssetLibrary> of_models(const std::vector<std::string>& files);

  /// The folder or archive as it was given to list(); empty for of_models().
  const std::string& place() const { return place_; }
  bool is_archive() const { return archive_ != nullptr; }
  /// Entries in natural order; the library's own come before those of its subfolders.
  const AssetLibraryEntries& entries(AssetLibraryKind kind) const {
    return entries_[static_cast<std::size_t>(kind)];
  }
  /// The first kind with entries; poses for an empty library.
  AssetLibraryKind first_kind() const;
  /// The listed folders, the library's own first; a change in any of them changes the library.
  const std::vector<std::string>& folders() const { return folders_; }
  /// Unreadable folders and skipped entries.
  const Diagnostics& diagnostics() const { return diagnostics_; }

  /// Reads an entry and its kind. Errors: unreadable, or larger than `max_bytes`. Thread-safe.
  Result<InputFile> read(const AssetLibraryEntry& entry, std::uint64_t max_bytes) const;

 private:
  class Lister;
  Result<void> list_archive(Bytes bytes, const AssetLibraryLimits& limits);
  void unpack_poses();
  Result<Bytes> read_member(const AssetLibraryEntry& entry, std::uint64_t max_bytes) const;

  std::string place_;
  std::array<AssetLibraryEntries, asset_library_kinds> entries_;
  std::vector<std::string> folders_;
  Diagnostics diagnostics_;
  std::shared_ptr<const FileSet> archive_;
  /// An archive's poses by file, unpacked in one pass, because most archives allow only sequential reading.
  std::map<std::string, Result<Bytes>> unpacked_;
};

/// The kind for a file's extension; nullopt for other extensions.
std::optional<AssetLibraryKind> kind_by_extension(std::string_view name);

/// Whether a path is a folder.
bool is_folder(const std::string& file);

/// For each entry of `now` its index in `before`; nullopt for new and changed entries.
std::vector<std::optional<std::size_t>> entries_kept(const AssetLibraryEntries& before,
                                                     const AssetLibraryEntries& now);

enum class AssetLibrarySort : std::uint8_t { name, newest, coverage, favourites, count };

/// Facts about an entry.
struct EntryFacts {
  /// Percentage of its bones and morphs that the model has; negative: unknown or not applicable.
  int coverage = -1;
  bool broken = false;  ///< cannot be used
  bool favourite = false;
};

struct AssetLibraryQuery {
  std::string search;  ///< words that must all be in the name or folder, ignoring letter case and width
  AssetLibrarySort sort = AssetLibrarySort::name;
  bool favourites_only = false;
};

/// Entries with a smaller coverage are considered made for another model.
inline constexpr int foreign_coverage = 50;

/// Sorted indices of the entries that match a query. `facts`: one per entry. In any order, entries for
/// another model and then broken ones come last.
std::vector<std::size_t> entries_shown(const AssetLibraryEntries& entries,
                                       const std::vector<EntryFacts>& facts, const AssetLibraryQuery& query);

}  // namespace mmd
