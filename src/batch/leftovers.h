#pragma once

#include <cstdint>
#include <filesystem>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// A file that is written under a temporary name and takes its own once it is whole; before that it vanishes
/// with this object. As long as this process lives nobody takes it for a leftover. From one thread at a time.
class FileInTheMaking {
 public:
  /// Makes the folders above. Errors: missing rights, a folder of that name.
  static Result<FileInTheMaking> begin(const std::filesystem::path& path);
  FileInTheMaking() = default;
  FileInTheMaking(FileInTheMaking&& other) noexcept;
  FileInTheMaking& operator=(FileInTheMaking&& other) noexcept;
  ~FileInTheMaking();

  /// Where it is until then, for others to write to.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Error: disk full.
  Result<void> write(ByteSpan bytes);
  Result<void> finish();

 private:
  void drop();

  std::filesystem::path path_, temporary_;
  int descriptor_ = -1;
};

/// Writes a file by way of a temporary one beside it: a FileInTheMaking. From any thread.
/// Errors: missing rights, disk full.
Result<void> write_for_good(const std::filesystem::path& path, ByteSpan bytes);

enum class LeftoversIn : std::uint8_t { folder_alone, folders_below };

/// Removes temporary files of FileInTheMaking in a folder, or also in those below it, whose processes live no
/// more. Returns how many.
std::size_t remove_leftovers(const std::filesystem::path& folder,
                             LeftoversIn where = LeftoversIn::folders_below);

}  // namespace mmd
