#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "assets/descriptor.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// While this object lives, an interrupt removes the file before it ends the program. Beyond 1024 objects at
/// a time, further ones have no effect.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::unique_ptr<std::filesystem::path::string_type> path_;
  std::optional<std::size_t> slot_;
};

/// From now on an interrupt (Ctrl-C, SIGTERM, a closed terminal or pipe) first removes the unfinished file.
/// Signals ignored at the program's start (nohup, `&` in a script) stay ignored. At the file size limit
/// (ulimit -f) writing fails.
void remove_unfinished_file_on_interrupt();

/// A file written under a temporary name next to its final one; commit() renames it. Without commit() this
/// object's destructor or an interrupt (UnfinishedFile) removes it. remove_leftovers() skips it while this
/// process lives. Not thread-safe.
class TemporaryFile {
 public:
  /// Also creates missing parent folders. Errors: missing rights, `path` is a folder.
  static Result<TemporaryFile> create(const std::filesystem::path& path);
  TemporaryFile() = default;
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  ~TemporaryFile();

  /// The temporary name, for other programs to write to.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Error: disk full.
  Result<void> write(ByteSpan bytes);
  /// Replaces the file `path` (a link itself, not its target) and takes over its mode and, if permitted,
  /// owner and group.
  Result<void> commit(Lasting lasting);

 private:
  void drop();

  std::filesystem::path path_, temporary_;
  std::unique_ptr<UnfinishedFile> unfinished_;
  Descriptor file_;
};

/// Writes a file through a TemporaryFile. Thread-safe.
Result<void> replace_file(const std::filesystem::path& path, ByteSpan bytes, Lasting lasting = Lasting::no);

/// "cannot be written" with the reason for errno's value `error` and a hint.
Diagnostic cannot_write(int error);

enum class LeftoversIn : std::uint8_t { folder_alone, folders_below };

/// Removes temporary files of ended processes from a folder, or also from its subfolders. Returns their
/// number.
std::size_t remove_leftovers(const std::filesystem::path& folder,
                             LeftoversIn where = LeftoversIn::folders_below);

}  // namespace mmd
