#pragma once

#include <filesystem>
#include <memory>

namespace mmd {

/// A lock on a file against other instances of this program, released even if the program is killed.
class HeldFile {
 public:
  /// Returns null if another instance holds the file or it cannot be opened.
  static std::unique_ptr<HeldFile> take(const std::filesystem::path& path);
  ~HeldFile();
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;

 private:
  explicit HeldFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace mmd
