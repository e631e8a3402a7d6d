#include <cerrno>
#include <cstring>
#include <random>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "batch/leftovers.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_begin = ".mmdview-batch-", temporary_end = ".tmp";

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

/// One try; 0 if it worked, else errno.
int write_once(const fs::path& path, ByteSpan bytes) {
  thread_local std::mt19937_64 random{std::random_device{}()};
  const fs::path temporary =
      path.parent_path() / fmt::format("{}{:016x}{}", temporary_begin, random(), temporary_end);
  const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.value() < 0) return errno;
  // Says that its process lives; where there are no locks, age has to.
  ::flock(file.value(), LOCK_EX | LOCK_NB);
  int why = 0;
  if (!write_all(file.value(), bytes)) why = errno;
  if (why == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) why = errno;
  if (why != 0) ::unlink(temporary.c_str());
  return why;
}

bool is_temporary(const std::string& name) {
  return name.rfind(temporary_begin, 0) == 0 && name.size() > temporary_end.size() &&
         name.compare(name.size() - temporary_end.size(), temporary_end.size(), temporary_end) == 0;
}

bool is_abandoned(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file.value() >= 0 && ::flock(file.value(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

Result<void> write_for_good(const fs::path& path, ByteSpan bytes) {
  std::error_code error;
  if (fs::is_directory(path, error)) return fail("is a folder, not a file");
  int why = write_once(path, bytes);
  for (int tries = 0; why == ENOENT && tries < 3; ++tries) {
    // The folder is not there yet; or another process took the file for a leftover before it was locked.
    fs::create_directories(path.parent_path(), error);
    why = write_once(path, bytes);
  }
  if (why == 0) return {};
  std::string hint;
  if (why == ENOSPC) hint = "free some space or write to another disk";
  if (why == EACCES || why == EROFS) hint = "choose a folder that you may write to";
  return fail(fmt::format("cannot be written: {}", std::strerror(why)), std::move(hint));
}

std::size_t remove_leftovers(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (is_temporary(to_utf8(entry->path().filename()))) found.push_back(entry->path());
  std::size_t removed = 0;
  for (const fs::path& path : found)
    if (is_abandoned(path) && fs::remove(path, error)) ++removed;
  return removed;
}

}  // namespace mmd
