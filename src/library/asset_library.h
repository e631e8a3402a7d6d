#pragma once

// What a folder or an archive holds to choose from: poses, motions and models.

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

enum class AssetLibraryKind : std::uint8_t { poses, motions, models, count };
inline constexpr std::size_t asset_library_kinds = static_cast<std::size_t>(AssetLibraryKind::count);

struct AssetLibraryEntry {
  std::string file;        ///< as one opens it: a path, or one in an archive
  std::string name;        ///< without folder and extension
  std::string group;       ///< the folder of the library that it is in; empty: the library itself
  std::int64_t time = 0;   ///< change_time(); of an archive's entries the archive's
  std::uint64_t size = 0;  ///< bytes, as far as that is known

  /// Whether it is what it was: the same file, not written since.
  bool is_same(const AssetLibraryEntry& other) const {
    return file == other.file && time == other.time && size == other.size;
  }
};
using AssetLibraryEntries = std::vector<AssetLibraryEntry>;

/// What a library may hold; what is beyond is left out, with a warning.
struct AssetLibraryLimits {
  std::size_t entries = 20000;  ///< of each kind
  std::size_t folders = 2000;
  int depth = 8;  ///< of folders in folders
};

/// When a file was last changed: microseconds of the file system's clock; 0: not known.
std::int64_t change_time(const std::filesystem::path& file);

class AssetLibrary {
 public:
  /// Lists a folder with those in it, or an archive. Files are known by their extension here: what they hold
  /// is seen when they are read. Links to folders are not followed, files and folders whose name begins with
  /// a dot are left out. Errors: there is no such folder or archive, it cannot be read.
  static Result<std::shared_ptr<const AssetLibrary>> list(const std::string& place,
                                                          const AssetLibraryLimits& limits = {});

  /// As it was given.
  const std::string& place() const { return place_; }
  bool is_archive() const { return archive_ != nullptr; }
  /// In natural order: the library's own before those of its folders.
  const AssetLibraryEntries& entries(AssetLibraryKind kind) const {
    return entries_[static_cast<std::size_t>(kind)];
  }
  /// The first kind that there is anything of; poses if there is nothing.
  AssetLibraryKind first_kind() const;
  /// Folders that were listed, the library's own first: a change in any of them changes the library.
  const std::vector<std::string>& folders() const { return folders_; }
  /// Folders that could not be read, what was left out.
  const Diagnostics& diagnostics() const { return diagnostics_; }

  /// An entry's bytes, at most `max_bytes` of them, with where they are and what they hold. Thread-safe.
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
  /// Of an archive: its poses by their files, unpacked in one go as most can only be read from front to back.
  std::map<std::string, Result<Bytes>> unpacked_;
};

/// The kind that a file is by its extension; nullopt: none.
std::optional<AssetLibraryKind> kind_by_extension(std::string_view name);

/// Whether a file is a folder, as against one that can be opened by itself.
bool is_folder(const std::string& file);

/// Which entry of `before` each of `now` was; nullopt: it is new or was written since. Both as a library
/// lists them, in any order.
std::vector<std::optional<std::size_t>> entries_kept(const AssetLibraryEntries& before,
                                                     const AssetLibraryEntries& now);

enum class AssetLibrarySort : std::uint8_t { name, newest, coverage, favourites, count };

/// What is known about an entry beside its name.
struct EntryFacts {
  /// How many percent of what it is about the model has; negative: not known (yet), or it is about no model.
  int coverage = -1;
  bool broken = false;  ///< it cannot be used
  bool favourite = false;
};

struct AssetLibraryQuery {
  std::string search;  ///< words, each of which is in the name or the folder, whatever their case and width
  AssetLibrarySort sort = AssetLibrarySort::name;
  bool favourites_only = false;
};

/// Of a model's poses, those that are for it come first: those from half a coverage on.
inline constexpr int foreign_coverage = 50;

/// Indices of the entries that are shown, in their order. `facts`: one per entry. Whatever the order, entries
/// for another model and then broken ones come last.
std::vector<std::size_t> entries_shown(const AssetLibraryEntries& entries,
                                       const std::vector<EntryFacts>& facts, const AssetLibraryQuery& query);

}  // namespace mmd
