#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include "assets/file_identity.h"
#include "assets/system_files.h"

namespace mmd {

void take_after(const std::filesystem::path& fresh, const std::filesystem::path& old) {
  struct stat was {};
  if (stat(old.c_str(), &was) != 0) return;
  const int file = open(fresh.c_str(), O_WRONLY | O_CLOEXEC);  // in a sandbox nothing changes by name
  if (file < 0) return;
  // Whoever may not give files away keeps them; the mode comes last, as another owner takes bits of it away.
  if (fchown(file, was.st_uid, was.st_gid) != 0 && fchown(file, static_cast<uid_t>(-1), was.st_gid) != 0)
    was.st_mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  static_cast<void>(fchmod(file, was.st_mode & 07777));
  close(file);
}

std::optional<FileIdentity> file_identity(const std::filesystem::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileIdentity{static_cast<std::uint64_t>(found.st_dev), static_cast<std::uint64_t>(found.st_ino)};
}

std::FILE* open_beneath(const std::filesystem::path& folder, const std::filesystem::path& file) {
#if defined(__linux__)
  // Of linux/openat2.h: the number is the same on every processor.
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
  if (error != ENOSYS && error != EPERM) return nullptr;  // Linux before 5.6; some containers refuse it
#endif
  return std::fopen(file.c_str(), "rb");
}

std::error_code sync_to_disk(const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};  // a folder that may be written to and not be read
  const int status = fsync(file);
  const int error = errno;
  close(file);
  if (status == 0 || error == EINVAL || error == EROFS || error == ENOTSUP) return {};
  return {error, std::generic_category()};
}

void outlive_file_size_limit() {
  std::signal(SIGXFSZ, SIG_IGN);
}

std::span<const int> ending_signals() {
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  return signals;
}

}  // namespace mmd
