#include <cerrno>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "assets/temporary_file.h"
#include "base/errors.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_begin = ".mmdview-", temporary_end = ".tmp";

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

bool write_all(int descriptor, ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

/// Creates a file, locked to show that its process lives (without locks, its age decides). -1: see errno.
int open_locked(const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return -1;
  const bool is_taken = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  struct stat status {};
  if (!is_taken && ::fstat(file, &status) == 0 && status.st_nlink > 0) return file;
  // Another process removed it as a leftover before it was locked.
  ::unlink(path.c_str());
  ::close(file);
  errno = ENOENT;
  return -1;
}

bool is_temporary(const std::string& name) {
  return name.rfind(temporary_begin, 0) == 0 && name.size() > temporary_end.size() &&
         name.compare(name.size() - temporary_end.size(), temporary_end.size(), temporary_end) == 0;
}

/// Removes the file under a lock, so that a process that has just created it notices.
bool remove_abandoned(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a pipe would wait
  return file.value() >= 0 && ::flock(file.value(), LOCK_EX | LOCK_NB) == 0 && ::unlink(path.c_str()) == 0;
}

/// Gives a file the mode of the file that it replaces and, if permitted, owner and group.
void copy_attributes(int file, const fs::path& old) {
  struct stat was {};
  if (::stat(old.c_str(), &was) != 0) return;
  // Without permission the owner stays. The mode comes last, because chown clears bits of it.
  if (::fchown(file, was.st_uid, was.st_gid) != 0 && ::fchown(file, static_cast<uid_t>(-1), was.st_gid) != 0)
    was.st_mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  static_cast<void>(::fchmod(file, was.st_mode & 07777));
}

/// Waits until a file, or a folder's names, survive a power loss. A file system without this is no error.
/// False: see errno.
bool sync_to_disk(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

}  // namespace

Diagnostic cannot_write(int error) {
  std::string hint;
  if (error == ENOSPC || error == EDQUOT) hint = "free some space or write to another disk";
  if (error == EFBIG) hint = "raise the limit of file sizes (ulimit -f)";
  if (error == EACCES || error == EPERM || error == EROFS) hint = "choose a folder that you may write to";
  return make_error(fmt::format("cannot be written: {}", std::generic_category().message(error)),
                    std::move(hint));
}

Result<TemporaryFile> TemporaryFile::create(const fs::path& path) {
  constexpr int max_tries = 4;
  thread_local std::mt19937_64 random{std::random_device{}()};
  std::error_code error;
  if (fs::is_directory(path, error)) return fail("is a folder, not a file", "name a file inside it");
  TemporaryFile out;
  out.path_ = path;
  for (int tries = 0; tries < max_tries; ++tries) {
    out.temporary_ =
        path.parent_path() / fmt::format("{}{:016x}{}", temporary_begin, random(), temporary_end);
    out.descriptor_ = open_locked(out.temporary_);
    if (out.descriptor_ >= 0) {
      out.unfinished_ = std::make_unique<UnfinishedFile>(out.temporary_);
      return out;
    }
    if (errno != ENOENT) break;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    errno = ENOENT;
  }
  return fail(cannot_write(errno));
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      unfinished_(std::move(other.unfinished_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  drop();
  path_ = std::move(other.path_);
  temporary_ = std::move(other.temporary_);
  unfinished_ = std::move(other.unfinished_);
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  drop();
}

void TemporaryFile::drop() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(std::exchange(descriptor_, -1));
  unfinished_.reset();
}

Result<void> TemporaryFile::write(ByteSpan bytes) {
  if (!write_all(descriptor_, bytes)) return fail(cannot_write(errno));
  return {};
}

Result<void> TemporaryFile::commit(Lasting lasting) {
  copy_attributes(descriptor_, path_);
  if ((lasting == Lasting::yes && !sync_to_disk(descriptor_)) ||
      ::rename(temporary_.c_str(), path_.c_str()) != 0)
    return fail(cannot_write(errno));
  ::close(std::exchange(descriptor_, -1));
  unfinished_.reset();
  if (lasting == Lasting::no) return {};
  // Sync the name too. A writable folder need not be readable.
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  const Descriptor names(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (names.value() >= 0) static_cast<void>(sync_to_disk(names.value()));
  return {};
}

Result<void> replace_file(const fs::path& path, ByteSpan bytes, Lasting lasting) {
  MMD_TRY(auto file, TemporaryFile::create(path));
  MMD_TRY(file.write(bytes));
  return file.commit(lasting);
}

std::size_t remove_leftovers(const fs::path& folder, LeftoversIn where) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (where == LeftoversIn::folder_alone) entry.disable_recursion_pending();
    if (is_temporary(to_utf8(entry->path().filename()))) found.push_back(entry->path());
  }
  std::size_t removed = 0;
  for (const fs::path& path : found)
    if (remove_abandoned(path)) ++removed;
  return removed;
}

}  // namespace mmd
