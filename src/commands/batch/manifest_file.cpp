// The manifest file, to which several processes append.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "assets/file_set.h"
#include "assets/output_target.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/batch/manifest.h"

namespace mmd {
namespace {

/// Locks the file while this object lives. Without locks in the file system, appending alone has to be safe.
class FileLock {
 public:
  explicit FileLock(const Descriptor& file) : file_(file) { lock_file(file_); }
  ~FileLock() { unlock_file(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  const Descriptor& file_;
};

/// The end of the last complete line.
std::int64_t end_of_lines(const Descriptor& file, std::int64_t size) {
  char block[4096];
  while (size > 0) {
    const std::int64_t begin = std::max<std::int64_t>(size - static_cast<std::int64_t>(sizeof block), 0);
    const std::ptrdiff_t got = read_at(file, block, static_cast<std::size_t>(size - begin), begin);
    if (got <= 0) return size;
    for (std::ptrdiff_t i = got; i > 0; --i)
      if (block[i - 1] == '\n') return begin + i;
    size = begin;
  }
  return 0;
}

/// Whether a file begins with a line of a manifest, complete or interrupted.
bool begins_as_manifest(const Descriptor& file, std::int64_t size) {
  constexpr std::string_view begin = "{\"name\":\"";
  constexpr std::int64_t most = std::int64_t{1} << 16;
  std::string text(static_cast<std::size_t>(size < most ? size : most), '\0');
  const std::ptrdiff_t got = read_at(file, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  if (text.substr(0, begin.size()) == begin.substr(0, text.size())) return true;
  return parse_manifest_line(text.substr(0, text.find('\n'))).has_value();
}

tl::unexpected<Diagnostic> manifest_not_written(const std::string& file) {
  const std::string why = std::strerror(errno);
  return fail(in_file(make_error("the manifest cannot be written: " + why, "make room, or give another name"),
                      utf8_lossy(file)));
}

/// Removes an interrupted last line. Error if the file is not a manifest.
Result<void> drop_half_line(const Descriptor& file, const std::string& name) {
  const FileLock lock(file);
  const std::int64_t size = size_of_file(file);
  if (!begins_as_manifest(file, size))
    return fail(
        in_file(make_error("the file exists and is not a manifest; it was not changed", "give another name"),
                utf8_lossy(name)));
  const std::int64_t whole = end_of_lines(file, size);
  if (whole < size && !truncate_file(file, whole)) return manifest_not_written(name);
  return {};
}

}  // namespace

Result<ManifestFile> ManifestFile::open(const std::string& file) {
  ManifestFile out;
  out.name_ = file;
  MMD_TRY(const auto target, find_target(path_from_utf8(file)));
  out.file_ = open_file(target.file, target.is_stream ? OpenFor::stream : OpenFor::append);
  if (!out.file_) return manifest_not_written(file);
  MMD_TRY(drop_half_line(out.file_, file));
  return out;
}

Result<void> ManifestFile::add(const ManifestLine& line) const {
  const std::string text = manifest_text(line);
  const FileLock lock(file_);
  const std::int64_t before = size_of_file(file_);
  if (write_all(file_, as_byte_span(text))) return {};
  const int why = errno;
  static_cast<void>(truncate_file(file_, before));  // the reader skips an incomplete line
  errno = why;
  return manifest_not_written(name_);
}

}  // namespace mmd
