#pragma once

#include <filesystem>
#include <memory>

namespace mmd {

/// Holds a file against other programs of this kind for as long as it lives; the system lets go of it however
/// the program ends.
class HeldFile {
 public:
  /// Null: another one holds it, or it cannot be opened.
  static std::unique_ptr<HeldFile> take(const std::filesystem::path& path);
  ~HeldFile();
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;

 private:
  explicit HeldFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace mmd
