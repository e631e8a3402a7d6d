#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/output_target.h"
#include "assets/system_files.h"
#include "base/errors.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t first_chunk = std::size_t{64} << 10;
/// Limit for inputs without a size (pipes), which may be endless.
constexpr std::uint64_t max_stream_bytes = std::uint64_t{1} << 30;

std::atomic<bool> streams_are_refused{false};  ///< see refuse_streams()

std::string shown(const fs::path& path) {
  return to_utf8(path);  // whoever prints it escapes it
}

tl::unexpected<Diagnostic> fail_at(const fs::path& path, std::string what, std::string hint = {}) {
  Diagnostic error = make_error(std::move(what), std::move(hint));
  error.file = shown(path);
  return fail(std::move(error));
}

/// Streams report only that they failed; errno usually still has the reason.
std::error_code last_error() {
  return {errno != 0 ? errno : EIO, std::generic_category()};
}

tl::unexpected<Diagnostic> cannot_read(const fs::path& path, const std::error_code& error) {
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory)
    return fail_at(path, "there is no such file",
                   "check the spelling; names are case-sensitive on most systems");
  if (error == std::errc::permission_denied)
    return fail_at(path, "no permission to read this file",
                   "check the permissions of the file and its folder");
  return fail_at(path, "cannot be read: " + error.message());
}

tl::unexpected<Diagnostic> too_large(const fs::path& path, std::uint64_t max_bytes) {
  return fail_at(path, fmt::format("larger than {} bytes, the limit", max_bytes),
                 "check that this is the right file");
}

/// The system would cut the name at a zero byte and open another file.
bool is_cut_by_system(const fs::path& path) {
  return path.native().find('\0') != fs::path::string_type::npos;
}

/// Whether a pipe has a name on disk: opening it then blocks until someone writes. A shell's pipe,
/// `<(command)`, has none (/dev/fd/63 is a link to nothing on disk).
bool has_name(const fs::path& pipe) {
  std::error_code error;
  return !fs::canonical(pipe, error).empty();
}

using OpenedFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

struct Wanted {
  std::uint64_t expected = 0;  ///< size in bytes; 0 for pipes and /proc
  std::uint64_t max_bytes = 0;
  const Beginning& is_wanted;
};

/// Reads until the true end. `read_some(to, n)` returns the number of bytes read, 0 at the end. Returns false
/// if the file has more than `max_bytes`.
template <class ReadSome>
bool read_to_end(ReadSome&& read_some, const Wanted& wanted, Bytes& out) {
  const auto whole = static_cast<std::size_t>(wanted.expected) + 1;  // + 1 detects the end without growing
  bool looked = !wanted.is_wanted;
  out.resize(looked ? whole : wanted.expected == 0 ? first_chunk : std::min(whole, first_chunk));
  std::size_t size = 0;
  for (;;) {
    if (size == out.size()) {
      if (!std::exchange(looked, true) && !wanted.is_wanted(out)) return true;
      out.resize(size < whole ? whole : std::max(first_chunk, size * 2));
    }
    const std::size_t got = read_some(reinterpret_cast<char*>(out.data()) + size, out.size() - size);
    if (got == 0) break;
    size += got;
    if (size > wanted.max_bytes) return false;
  }
  out.resize(size);
  return true;
}

Result<Bytes> read_stdin(std::uint64_t max_bytes, const Beginning& is_wanted) {
  Bytes out;
  max_bytes = std::min(max_bytes, max_stream_bytes);
  const auto read_some = [](char* to, std::size_t n) { return std::fread(to, 1, n, stdin); };
  if (!read_to_end(read_some, {0, max_bytes, is_wanted}, out)) return too_large("-", max_bytes);
  if (std::ferror(stdin) != 0) return fail_at("-", "standard input cannot be read");
  return out;
}

/// `beneath`: a folder that must contain the file, both paths without links; empty: any file.
Result<Bytes> read_path(const fs::path& path, std::uint64_t max_bytes, const Beginning& is_wanted,
                        const fs::path& beneath) {
  std::error_code error;
  const fs::file_status status =
      is_cut_by_system(path) ? fs::file_status(fs::file_type::not_found) : fs::status(path, error);
  if (!fs::exists(status)) {
    return cannot_read(path, error ? error : std::make_error_code(std::errc::no_such_file_or_directory));
  }
  if (fs::is_directory(status)) return fail_at(path, "is a folder, not a file", "name a file inside it");
  if (fs::is_character_file(status) || fs::is_block_file(status))
    return fail_at(path, "is a device, not a file", "name a file");
  const bool is_stream = !fs::is_regular_file(status);
  if (streams_are_refused && (is_stream || stands_for_descriptor(path)))
    return fail_at(path, "is an open file of this process or a pipe, not a file on disk",
                   "name a file on disk");
  if (fs::is_fifo(status) && has_name(path))
    return fail_at(path, "is a named pipe, not a file", "name a file, or - for standard input");
  std::uint64_t expected = 0;
  if (!is_stream) {
    expected = fs::file_size(path, error);
    if (error) return cannot_read(path, error);
    if (expected > max_bytes) return too_large(path, max_bytes);
  } else {
    max_bytes = std::min(max_bytes, max_stream_bytes);
  }
  errno = 0;
  const OpenedFile in(beneath.empty() ? open_to_read(path) : open_beneath(beneath, path), &std::fclose);
  if (!in) return cannot_read(path, last_error());
  if (is_made_by_kernel(in.get()))
    return fail_at(path, "is a file that the kernel makes up, not a file on disk", "name a file on disk");
  const auto read_some = [&in](char* to, std::size_t n) { return std::fread(to, 1, n, in.get()); };
  Bytes out;
  if (!read_to_end(read_some, {expected, max_bytes, is_wanted}, out)) return too_large(path, max_bytes);
  if (std::ferror(in.get()) != 0) return cannot_read(path, last_error());
  return out;
}

}  // namespace

Diagnostic reserved_name() {
  return make_error("Windows reserves this name", "choose another name");
}

void refuse_streams() {
  streams_are_refused = true;
}

Result<Bytes> read_file(const fs::path& path, std::uint64_t max_bytes, const Beginning& is_wanted) try {
  return path == "-" ? read_stdin(max_bytes, is_wanted) : read_path(path, max_bytes, is_wanted, {});
} catch (...) {
  return fail(in_file(error_caught("read it", "cannot be read"), shown(path)));
}

Result<Bytes> read_file_beneath(const fs::path& folder, const fs::path& file, std::uint64_t max_bytes,
                                const Beginning& is_wanted) try {
  return read_path(file, max_bytes, is_wanted, folder);
} catch (...) {
  return fail(in_file(error_caught("read it", "cannot be read"), shown(file)));
}

Result<void> write_file_atomically(const fs::path& path, ByteSpan bytes, Lasting lasting) try {
  MMD_TRY(const auto target, find_target(path));
  const OutputBytes output{target, bytes};
  return write_files({&output, 1}, lasting);
} catch (...) {
  return fail(in_file(error_caught("write it", "cannot be written"), shown(path)));
}

}  // namespace mmd
