#include <array>
#include <csignal>

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

std::span<const int> ending_signals() {
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  return signals;
}

}  // namespace mmd
