#pragma once

// Sources of a model's and its textures' bytes: a folder on disk, or an archive used like a folder.

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

/// A predicate on a file's first 64 KiB, or all of a smaller file.
using Beginning = std::function<bool(ByteSpan)>;

/// Reads a whole file, or only its beginning if `is_wanted` returns false for that. `-` is standard input.
/// Errors, with the path and a hint: missing, a directory, a device, not permitted, larger than `max_bytes`
/// (from a pipe: 1 GiB), read failure.
Result<Bytes> read_file(const std::filesystem::path& path, std::uint64_t max_bytes = std::uint64_t{4} << 30,
                        const Beginning& is_wanted = {});

/// Whether the path, perhaps through links, leads to an open file of the process (/dev/stdin, /dev/fd/3) or
/// to another file that the kernel makes up (/proc). False on systems without these.
bool stands_for_descriptor(const std::filesystem::path& path);
/// From now on read_file() and the folders refuse such files, pipes and sockets: for programs whose standard
/// input carries something else than files.
void refuse_streams();

/// Converts a path to UTF-8 and back, on every system.
std::string to_utf8(const std::filesystem::path& path);
std::filesystem::path path_from_utf8(std::string_view text);
/// to_utf8() with '/' between folders, also on Windows: for names in files and links, and to take paths
/// apart.
std::string with_slashes(const std::filesystem::path& path);

/// Receives a file's bytes, or the error. Returns false to stop.
using TakeFile = std::function<bool(const std::string& path, Result<Bytes> bytes)>;

/// A read-only tree of files. Paths are UTF-8 with '/' separators, relative to its root. Thread-safe.
class FileSet {
 public:
  virtual ~FileSet() = default;

  /// The folder's or archive's path, for messages.
  virtual std::string name() const = 0;
  /// The bytes of one file; `path` comes from `resolve` or `list`.
  virtual Result<Bytes> read(const std::string& path) const = 0;
  /// The first `count` bytes of a file, or all of a smaller one. Does not use up a prefetched file.
  virtual Result<Bytes> read_start(const std::string& path, std::size_t count) const = 0;
  /// The file's size in bytes; 0 if it does not exist.
  virtual std::uint64_t size(const std::string& path) const = 0;
  /// All files whose name ends in `extension` (".pmx", any case), sorted: of a folder without subfolders, of
  /// an archive all.
  virtual std::vector<std::string> list(std::string_view extension) const = 0;

  /// Finds the file that a Windows program would open for `windows_path`, relative to `base` (the model's
  /// folder in the set, "" for the root): '\' or '/', "." and ".."; each component matches exactly or else by
  /// name_key() (layouts, "Texture names"). nullopt: no such file, a path with a drive or out of the set.
  virtual std::optional<std::string> resolve(const std::string& base,
                                             std::string_view windows_path) const = 0;

  /// Announces that each path will be read once per mention. An archive without random access then unpacks
  /// once and keeps these files until they are read.
  virtual void prefetch(const std::vector<std::string>& /*paths*/) const {}
  /// Reads each of these files, in the quickest order, and keeps none.
  virtual void read_each(const std::vector<std::string>& paths, const TakeFile& take) const {
    for (const std::string& path : paths)
      if (!take(path, read(path))) return;
  }
  /// Warnings about the whole set, about skipped files for example.
  virtual Diagnostics warnings() const { return {}; }
};

/// Where links within a folder on disk may lead.
struct FolderReach {
  /// The model's folder within the set; empty: the root. Links in it must stay in it; links elsewhere must
  /// stay in the set.
  std::string own = {};
  bool allow_outside = false;  ///< allow links to anywhere
};

/// Opens a folder on disk. Does not fail: reading reports missing files and links that lead outside.
std::shared_ptr<const FileSet> open_folder(const std::filesystem::path& folder, FolderReach reach = {});

/// Whether the bytes start like an archive: ZIP, 7z, RAR, LHA, tar, or tar packed with gzip or xz.
bool looks_like_archive(ByteSpan bytes);

/// Limits against hostile archives.
struct ArchiveLimits {
  std::uint64_t bytes = std::uint64_t{2} << 30;  ///< unpacked size of all files
  std::uint64_t entries = 100000;
  /// The unpacked size may be `ratio` times the archive's, or `bytes_at_any_ratio` if that is more.
  std::uint64_t ratio = 100, bytes_at_any_ratio = std::uint64_t{256} << 20;
};

/// Opens an archive in memory; reading a file unpacks it. `decode_names` decodes names that are not Unicode.
/// Links are listed, but not followed. `name` is for messages. Errors: damaged, encrypted, beyond the limits;
/// reading a file reports damage of its data.
Result<std::shared_ptr<const FileSet>> open_archive(Bytes bytes, std::string name,
                                                    const ArchiveLimits& limits = {});

/// A file in an archive, "models.zip/a/b.pmx": the archive's path and the path within.
struct ArchivePath {
  std::string archive, member;
};

/// Splits "models.zip/a/b.pmx", with either slash, behind the first part that is a file on disk, whatever its
/// content. nullopt if the whole name exists on disk, or no part of it is a file.
std::optional<ArchivePath> archive_path(std::string_view name);

/// The folder on disk of a file; for a file in an archive, the archive's folder.
std::filesystem::path folder_on_disk(std::string_view name);

}  // namespace mmd
