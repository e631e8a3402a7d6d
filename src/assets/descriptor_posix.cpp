// Files by descriptors on POSIX: flock, fsync, rename.
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/descriptor.h"

namespace mmd {
namespace {

bool sync_descriptor(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

Descriptor open_stream(const std::filesystem::path& path) {
  Descriptor out(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!out || ::fstat(out.value(), &status) != 0 || !S_ISREG(status.st_mode)) return out;
  out.close();
  errno = EEXIST;  // it has been replaced since it was looked at
  return out;
}

}  // namespace

const char* const file_too_large_hint = "raise the limit of file sizes (ulimit -f)";

void Descriptor::close() {
  if (value_ >= 0) ::close(std::exchange(value_, -1));
}

Descriptor open_file(const std::filesystem::path& path, OpenFor purpose) {
  switch (purpose) {
    case OpenFor::new_file:
      return Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    case OpenFor::append:
      return Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
    case OpenFor::holding:
      return Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    case OpenFor::removal:
      return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    case OpenFor::stream:
      return open_stream(path);
  }
  errno = EINVAL;
  return {};
}

LockState try_to_lock(const Descriptor& file) {
  if (::flock(file.value(), LOCK_EX | LOCK_NB) == 0) return LockState::taken;
  return errno == EWOULDBLOCK ? LockState::held_elsewhere : LockState::unavailable;
}

void lock_file(const Descriptor& file) {
  while (::flock(file.value(), LOCK_EX) != 0 && errno == EINTR) {
  }
}

void unlock_file(const Descriptor& file) {
  ::flock(file.value(), LOCK_UN);
}

bool write_all(const Descriptor& file, ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.value(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

std::ptrdiff_t read_at(const Descriptor& file, char* to, std::size_t size, std::int64_t offset) {
  return ::pread(file.value(), to, size, static_cast<off_t>(offset));
}

std::int64_t size_of_file(const Descriptor& file) {
  struct stat status {};
  return ::fstat(file.value(), &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

bool truncate_file(const Descriptor& file, std::int64_t size) {
  return ::ftruncate(file.value(), static_cast<off_t>(size)) == 0;
}

bool is_removed(const Descriptor& file) {
  struct stat status {};
  return ::fstat(file.value(), &status) != 0 || status.st_nlink == 0;
}

bool remove_file(const std::filesystem::path& path) {
  return ::unlink(path.c_str()) == 0;
}

void take_rights(const Descriptor& file, const std::filesystem::path& /*path*/,
                 const std::filesystem::path& replaced) {
  struct stat was {};
  if (::lstat(replaced.c_str(), &was) != 0 || !S_ISREG(was.st_mode)) return;
  // Changing the owner may be forbidden. The mode is set last, because chown() clears bits of it.
  if (::fchown(file.value(), was.st_uid, was.st_gid) != 0 &&
      ::fchown(file.value(), static_cast<uid_t>(-1), was.st_gid) != 0)
    was.st_mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  static_cast<void>(::fchmod(file.value(), was.st_mode & 07777));
}

bool sync_to_disk(const Descriptor& file) {
  return sync_descriptor(file.value());
}

bool rename_over(const std::filesystem::path& from, const std::filesystem::path& to, Lasting lasting) {
  if (::rename(from.c_str(), to.c_str()) != 0) return false;
  if (lasting == Lasting::no) return true;
  // A writable folder may be unreadable.
  const std::filesystem::path folder = to.has_parent_path() ? to.parent_path() : std::filesystem::path(".");
  const Descriptor names(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (names) static_cast<void>(sync_descriptor(names.value()));
  return true;
}

}  // namespace mmd
