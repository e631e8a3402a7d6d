#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "assets/image.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// While it lives, an interrupt removes this file before it ends the program. Of several at a time, on
/// threads of their own, the first alone.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  bool noted_ = false;
};

/// From now on what interrupts the program (Ctrl-C, a request to end, a terminal or a reader that is gone)
/// removes the unfinished file first. What the program was told to ignore at its start (nohup, `&` in a
/// script) stays ignored. A
/// limit of file sizes (ulimit -f) interrupts nothing: writing fails.
void remove_unfinished_file_on_interrupt();

/// A file that is written under a temporary name beside its own and takes that once it is whole. Without
/// commit() it vanishes with this object, or with an interrupt (UnfinishedFile). While this process lives,
/// remove_leftovers() leaves it alone. From one thread at a time.
class TemporaryFile {
 public:
  /// Makes the folders above. Errors: missing rights, a folder of that name.
  static Result<TemporaryFile> create(const std::filesystem::path& path);
  TemporaryFile() = default;
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  ~TemporaryFile();

  /// The temporary name, for other programs to write to.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Error: disk full.
  Result<void> write(ByteSpan bytes);
  /// Replaces what has the name, whose mode, owner and group the file takes where that is allowed. A link is
  /// replaced, not followed.
  Result<void> commit(Lasting lasting);

 private:
  void drop();

  std::filesystem::path path_, temporary_;
  std::unique_ptr<UnfinishedFile> unfinished_;
  int descriptor_ = -1;
};

/// Writes all of a file by way of a TemporaryFile. From any thread.
Result<void> replace_file(const std::filesystem::path& path, ByteSpan bytes, Lasting lasting = Lasting::no);

/// "cannot be written" and why, by errno's value, with a hint.
Diagnostic cannot_write(int error);

enum class LeftoversIn : std::uint8_t { folder_alone, folders_below };

/// Removes temporary files whose processes have ended from a folder, or also from those below it. Returns how
/// many.
std::size_t remove_leftovers(const std::filesystem::path& folder,
                             LeftoversIn where = LeftoversIn::folders_below);

}  // namespace mmd
