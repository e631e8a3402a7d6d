// Links, identities and signals on POSIX.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif
#include <unistd.h>

#include "assets/system_files.h"

namespace mmd {

std::string to_utf8(const std::filesystem::path& path) {
  return path.native();
}

std::string with_slashes(const std::filesystem::path& path) {
  return to_utf8(path);
}

std::filesystem::path path_from_utf8(std::string_view text) {
  return text;
}

std::optional<FileIdentity> file_identity(const std::filesystem::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileIdentity{static_cast<std::uint64_t>(found.st_dev), static_cast<std::uint64_t>(found.st_ino)};
}

std::FILE* open_to_read(const std::filesystem::path& file) {
  return std::fopen(file.c_str(), "rb");
}

bool is_made_by_kernel([[maybe_unused]] std::FILE* file) {
#if defined(__linux__)
  // From linux/magic.h: proc, sysfs, tracefs, debugfs, securityfs.
  constexpr std::uint64_t made_up[] = {0x9fa0, 0x62656572, 0x74726163, 0x64626720, 0x73636673};
  struct statfs about {};
  if (::fstatfs(fileno(file), &about) != 0) return false;
  return std::find(std::begin(made_up), std::end(made_up), static_cast<std::uint64_t>(about.f_type)) !=
         std::end(made_up);
#else
  return false;
#endif
}

bool stands_for_descriptor(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  constexpr int max_links = 40;  // Linux's limit
  std::error_code error;
  fs::path at = fs::absolute(path, error);
  for (int i = 0; i <= max_links && !error; ++i) {
    const fs::path folder = fs::weakly_canonical(at.parent_path(), error), own = folder / at.filename();
    const auto second = own.begin() == own.end() ? own.end() : std::next(own.begin());
    if (second != own.end() && (*second == "proc" || folder == "/dev/fd")) return true;
    if (!is_link(own)) return false;
    const fs::path to = fs::read_symlink(own, error);
    at = folder / to;  // an absolute path replaces the folder
  }
  return false;
}

std::filesystem::path path_without_links(const std::filesystem::path& path, std::error_code& error) {
  return std::filesystem::canonical(path, error);
}

bool is_link(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_symlink(std::filesystem::symlink_status(path, ignored));
}

std::vector<FolderEntry> entries_in_folder(const std::filesystem::path& folder) {
  std::vector<FolderEntry> out;
  std::error_code error;
  std::filesystem::directory_iterator it(folder, error);
  for (; !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    if (is_folder || it->is_regular_file(ignored)) out.push_back({to_utf8(it->path().filename()), is_folder});
  }
  return out;
}

bool case_distinguishes_files() {
  return true;
}

bool is_reserved_name(const std::filesystem::path& /*path*/) {
  return false;
}

std::FILE* open_beneath([[maybe_unused]] const std::filesystem::path& folder,
                        const std::filesystem::path& file) {
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
  return open_to_read(file);
}

void outlive_file_size_limit() {
  std::signal(SIGXFSZ, SIG_IGN);
}

std::span<const int> ending_signals() {
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  return signals;
}

void remove_in_signal_handler(const char* path) {
  ::unlink(path);
}

void end_as_signal(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace mmd
