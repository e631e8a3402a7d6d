#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/system_files.h"

namespace mmd {

void take_after(const std::filesystem::path& fresh, const std::filesystem::path& old) {
  struct stat was {};
  if (stat(old.c_str(), &was) != 0) return;
  // Whoever may not give files away keeps them; the mode comes last, as another owner takes bits of it away.
  if (chown(fresh.c_str(), was.st_uid, was.st_gid) != 0 &&
      chown(fresh.c_str(), static_cast<uid_t>(-1), was.st_gid) != 0)
    was.st_mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  static_cast<void>(chmod(fresh.c_str(), was.st_mode & 07777));
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

std::span<const int> ending_signals() {
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  return signals;
}

}  // namespace mmd
