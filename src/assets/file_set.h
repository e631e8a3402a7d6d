#pragma once

// Where the bytes of a model and its textures come from: a folder on disk, or an archive that is treated as
// one.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// Looks at how a file begins, at its first 64 KiB or all of it if it is smaller.
using Beginning = std::function<bool(ByteSpan)>;

/// Reads a whole file, or only its beginning if that is not as `is_wanted` wants it. Errors: missing, a
/// directory, a device, not permitted, larger than `max_bytes` (what comes through a pipe: than 1 GiB), read
/// failure; with the path as the file name and a hint. `-` reads standard input.
Result<Bytes> read_file(const std::filesystem::path& path, std::uint64_t max_bytes = std::uint64_t{4} << 30,
                        const Beginning& is_wanted = {});

/// A path as UTF-8 and back, on every system.
std::string to_utf8(const std::filesystem::path& path);
std::filesystem::path path_from_utf8(std::string_view text);

/// Takes the bytes of a file, or why there are none. False: no more.
using TakeFile = std::function<bool(const std::string& path, Result<Bytes> bytes)>;

/// A read-only tree of files named by UTF-8 paths with '/' separators, relative to its root.
/// Thread-safe: textures are read from several threads.
class FileSet {
 public:
  virtual ~FileSet() = default;

  /// For messages: the folder's or archive's path.
  virtual std::string name() const = 0;
  /// The bytes of one file, by a path that `resolve` or `list` gave.
  virtual Result<Bytes> read(const std::string& path) const = 0;
  /// Its first bytes, at most so many. What was prefetched stays to be read.
  virtual Result<Bytes> read_start(const std::string& path, std::size_t most) const = 0;
  /// How many bytes `read` gives if it succeeds; 0 if there is no such file.
  virtual std::uint64_t size(const std::string& path) const = 0;
  /// All files whose name ends in `extension` (".pmx", compared without case), sorted. Folders are listed
  /// without recursion, archives whole.
  virtual std::vector<std::string> list(std::string_view extension) const = 0;

  /// Finds the file that a Windows program would open for `windows_path`, relative to `base` (the folder of
  /// the model within the set, "" for the root): '\' and '/' separators, "." and "..", each component first
  /// exactly, then by name_key(). Paths that begin with a drive or climb out of the set are not found
  /// (nullopt).
  virtual std::optional<std::string> resolve(const std::string& base,
                                             std::string_view windows_path) const = 0;

  /// Says that each of these will be read once (a path that stands here twice, twice). Archives that can only
  /// be unpacked from front to back then are so once, and keep what was named until it is read.
  virtual void prefetch(const std::vector<std::string>& /*paths*/) const {}
  /// Reads each of these, in whatever order is quickest, and keeps none.
  virtual void read_each(const std::vector<std::string>& paths, const TakeFile& take) const {
    for (const std::string& path : paths)
      if (!take(path, read(path))) return;
  }
  /// What is odd about the set as a whole; files that are left out of it, for example.
  virtual Diagnostics warnings() const { return {}; }
};

/// How far a folder on disk reaches.
struct FolderReach {
  /// A folder in it that the files are looked for from; empty: itself. What is in there stays in there,
  /// wherever links lead; what is beside it stays in the set.
  std::string own = {};
  bool allow_outside = false;  ///< links may lead anywhere
};

/// A folder on disk. Never fails here; files that cannot be read, or that a link leads out of the set for,
/// fail when they are read.
std::shared_ptr<const FileSet> open_folder(const std::filesystem::path& folder, FolderReach reach = {});

/// Whether the bytes start like an archive: ZIP, 7z, RAR, LHA, tar, or tar packed with gzip or xz.
bool looks_like_archive(ByteSpan bytes);

/// What an archive may ask for.
struct ArchiveLimits {
  std::uint64_t bytes = std::uint64_t{2} << 30;  ///< of all its files, unpacked
  std::uint64_t entries = 100000;
  /// Unpacked, its files may be `ratio` times as large as the archive, or of this size if that is more.
  std::uint64_t ratio = 100, bytes_at_any_ratio = std::uint64_t{256} << 20;
};

/// An archive, held in memory; each file is unpacked when it is read. Names that the archive does not give in
/// Unicode are decoded as `decode_names` says. Links are listed, but not followed. Errors: damaged,
/// encrypted, beyond the limits; damage within a file's data is reported when that file is read. `name` is
/// for messages.
Result<std::shared_ptr<const FileSet>> open_archive(Bytes bytes, std::string name,
                                                    const ArchiveLimits& limits = {});

/// A file in an archive, as people name it: the archive's path, a slash of either kind, the path in there.
struct ArchivePath {
  std::string archive, member;
};

/// Divides "models.zip/a/b.pmx" behind the first part that is a file; its content is not looked at. nullopt
/// if the whole name is there on disk, or no part of it is a file.
std::optional<ArchivePath> archive_path(std::string_view name);

/// The folder on disk that a named file is in; for a file in an archive, the archive's.
std::filesystem::path folder_on_disk(std::string_view name);

}  // namespace mmd
