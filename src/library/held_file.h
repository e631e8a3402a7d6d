#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include "assets/descriptor.h"

namespace mmd {

/// A lock on a file against other instances of this program, released even if the program is killed.
class HeldFile {
 public:
  /// Returns null if another instance holds the file or it cannot be opened.
  static std::unique_ptr<HeldFile> take(const std::filesystem::path& path) {
    Descriptor file = open_file(path, OpenFor::holding);
    if (!file || try_to_lock(file) != LockState::taken) return nullptr;
    return std::unique_ptr<HeldFile>(new HeldFile(std::move(file)));
  }
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;

 private:
  explicit HeldFile(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace mmd
