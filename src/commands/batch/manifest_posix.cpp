#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/batch/manifest.h"

namespace mmd {
namespace {

/// While it lives, no other process changes the file. Where a file system has no locks, appending has to do.
class FileLock {
 public:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FileLock() { ::flock(descriptor_, LOCK_UN); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

off_t size_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

/// Where the last whole line ends.
off_t end_of_lines(int descriptor, off_t size) {
  char block[4096];
  while (size > 0) {
    const off_t begin = size > static_cast<off_t>(sizeof block) ? size - static_cast<off_t>(sizeof block) : 0;
    const ssize_t got = ::pread(descriptor, block, static_cast<std::size_t>(size - begin), begin);
    if (got <= 0) return size;
    for (ssize_t i = got; i > 0; --i)
      if (block[i - 1] == '\n') return begin + i;
    size = begin;
  }
  return 0;
}

/// Whether a file begins as manifests do: with a line of one, or what an interrupted process left of it.
bool begins_as_manifest(int descriptor, off_t size) {
  constexpr std::string_view begin = "{\"name\":\"";
  constexpr off_t most = off_t{1} << 16;
  std::string text(static_cast<std::size_t>(size < most ? size : most), '\0');
  const ssize_t got = ::pread(descriptor, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  if (text.substr(0, begin.size()) == begin.substr(0, text.size())) return true;
  return parse_manifest_line(text.substr(0, text.find('\n'))).has_value();
}

/// False: what was written is cut.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

tl::unexpected<Diagnostic> cannot_write(const std::string& file) {
  const std::string why = std::strerror(errno);
  return fail(in_file(make_error("the manifest cannot be written: " + why), utf8_lossy(file)));
}

}  // namespace

ManifestFile::ManifestFile(ManifestFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), file_(std::move(other.file_)) {}

ManifestFile& ManifestFile::operator=(ManifestFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(file_, other.file_);
  return *this;
}

ManifestFile::~ManifestFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<ManifestFile> ManifestFile::open(const std::string& file) {
  ManifestFile out;
  out.file_ = file;
  out.descriptor_ = ::open(path_from_utf8(file).c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (out.descriptor_ < 0) return cannot_write(file);
  const FileLock lock(out.descriptor_);
  const off_t size = size_of(out.descriptor_);
  if (!begins_as_manifest(out.descriptor_, size))
    return fail(
        in_file(make_error("the file exists and is not a manifest; it was not changed", "give another name"),
                utf8_lossy(file)));
  const off_t whole = end_of_lines(out.descriptor_, size);
  if (whole < size && ::ftruncate(out.descriptor_, whole) != 0) return cannot_write(file);
  return out;
}

Result<void> ManifestFile::add(const ManifestLine& line) const {
  const std::string text = manifest_text(line);
  const FileLock lock(descriptor_);
  const off_t before = size_of(descriptor_);
  if (write_all(descriptor_, text)) return {};
  const int why = errno;
  if (::ftruncate(descriptor_, before) != 0) errno = why;  // the reader leaves half a line out
  errno = why;
  return cannot_write(file_);
}

}  // namespace mmd
