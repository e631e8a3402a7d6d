// Files that are held by the system's locks: what a killed program held is free again.
#include "library/held_file.h"

namespace mmd {

std::unique_ptr<HeldFile> HeldFile::take(const std::filesystem::path& path) {
  Descriptor file = open_file(path, OpenFor::holding);
  if (!file || try_to_lock(file) != LockState::taken) return nullptr;
  return std::unique_ptr<HeldFile>(new HeldFile(std::move(file)));
}

}  // namespace mmd
