// Implementation with flock(), which the system releases when a program ends.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "library/held_file.h"

namespace mmd {

std::unique_ptr<HeldFile> HeldFile::take(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) return nullptr;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor);
    return nullptr;
  }
  return std::unique_ptr<HeldFile>(new HeldFile(descriptor));
}

HeldFile::~HeldFile() {
  ::close(descriptor_);
}

}  // namespace mmd
