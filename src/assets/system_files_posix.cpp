#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include "assets/system_files.h"

namespace mmd {

std::optional<FileIdentity> file_identity(const std::filesystem::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileIdentity{static_cast<std::uint64_t>(found.st_dev), static_cast<std::uint64_t>(found.st_ino)};
}

std::FILE* open_beneath(const std::filesystem::path& folder, const std::filesystem::path& file) {
#if defined(__linux__)
  // From linux/openat2.h; the number is the same on every processor.
  constexpr long openat2_call = 437;
  struct {
    std::uint64_t flags = O_RDONLY | O_CLOEXEC, mode = 0;
    std::uint64_t resolve = 0x04 | 0x08;  // RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH
  } how;
  const int root = open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return nullptr;
  const std::filesystem::path below = file.lexically_relative(folder);
  const long opened = syscall(openat2_call, root, below.c_str(), &how, sizeof(how));
  const int error = errno;
  close(root);
  if (opened >= 0) return fdopen(static_cast<int>(opened), "rb");
  errno = error;
  if (error != ENOSYS && error != EPERM) return nullptr;  // Linux before 5.6; some containers forbid it
#endif
  return std::fopen(file.c_str(), "rb");
}

void outlive_file_size_limit() {
  std::signal(SIGXFSZ, SIG_IGN);
}

std::span<const int> ending_signals() {
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  return signals;
}

}  // namespace mmd
