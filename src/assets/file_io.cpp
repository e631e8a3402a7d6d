#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/system_files.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "base/text.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t first_chunk = std::size_t{64} << 10;
/// Limit for inputs without a size (pipes), which may be endless.
constexpr std::uint64_t max_stream_bytes = std::uint64_t{1} << 30;

std::string shown(const fs::path& path) {
  return escaped_utf8(to_utf8(path));
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
  if (fs::is_fifo(status) && has_name(path))
    return fail_at(path, "is a named pipe, not a file", "name a file, or - for standard input");
  std::uint64_t expected = 0;
  if (fs::is_regular_file(status)) {
    expected = fs::file_size(path, error);
    if (error) return cannot_read(path, error);
    if (expected > max_bytes) return too_large(path, max_bytes);
  } else {
    max_bytes = std::min(max_bytes, max_stream_bytes);
  }
  errno = 0;
  const OpenedFile in(beneath.empty() ? open_to_read(path) : open_beneath(beneath, path), &std::fclose);
  if (!in) return cannot_read(path, last_error());
  const auto read_some = [&in](char* to, std::size_t n) { return std::fread(to, 1, n, in.get()); };
  Bytes out;
  if (!read_to_end(read_some, {expected, max_bytes, is_wanted}, out)) return too_large(path, max_bytes);
  if (std::ferror(in.get()) != 0) return cannot_read(path, last_error());
  return out;
}

Result<void> write_stdout(ByteSpan bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
    return fail_at("-", "standard output cannot be written: " + last_error().message());
  return {};
}

/// Returns an empty error code on success.
std::error_code write_whole(const fs::path& path, ByteSpan bytes) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  if (!out) return last_error();
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  return out ? std::error_code{} : last_error();
}

/// The target of a link whose target does not exist yet.
fs::path end_of_links(fs::path path, std::error_code& error) {
  constexpr int max_links = 40;  // Linux's limit
  error.clear();
  for (int i = 0; i <= max_links; ++i) {
    if (!is_link(path)) return path;
    const fs::path to = fs::read_symlink(path, error);
    if (error) return path;
    path = path.parent_path() / to;
  }
  error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
  return path;
}

Result<void> write_path(const fs::path& path, ByteSpan bytes, Lasting lasting) {
  if (is_cut_by_system(path)) return fail_at(path, "the file name contains a zero byte");
  if (is_reserved_name(path)) return fail(in_file(reserved_name(), shown(path)));
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  fs::path target = path;
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
    // A device or pipe is written to, not replaced.
    error = write_whole(path, bytes);
    if (error) return fail(in_file(cannot_write(error.value()), shown(path)));
    return {};
  }
  // Keep a link: replace or create its target.
  error.clear();
  if (is_link(path))
    target = fs::exists(status) ? path_without_links(path, error) : end_of_links(path, error);
  if (error) return fail(in_file(cannot_write(error.value()), shown(target)));
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error))
    return fail_at(target, fmt::format("folder {} does not exist", shown(folder)),
                   "create it, or check the spelling");
  return in_file(replace_file(target, bytes, lasting), shown(target));
}

}  // namespace

Diagnostic reserved_name() {
  return make_error("Windows reserves this name", "choose another name");
}

Result<Bytes> read_file(const fs::path& path, std::uint64_t max_bytes, const Beginning& is_wanted) {
  try {
    return path == "-" ? read_stdin(max_bytes, is_wanted) : read_path(path, max_bytes, is_wanted, {});
  } catch (...) {
    return fail(in_file(error_caught("read it", "cannot be read"), shown(path)));
  }
}

Result<Bytes> read_file_beneath(const fs::path& folder, const fs::path& file, std::uint64_t max_bytes,
                                const Beginning& is_wanted) {
  try {
    return read_path(file, max_bytes, is_wanted, folder);
  } catch (...) {
    return fail(in_file(error_caught("read it", "cannot be read"), shown(file)));
  }
}

Result<void> write_file_atomically(const fs::path& path, ByteSpan bytes, Lasting lasting) {
  try {
    return path == "-" ? write_stdout(bytes) : write_path(path, bytes, lasting);
  } catch (...) {
    return fail(in_file(error_caught("write it", "cannot be written"), shown(path)));
  }
}

}  // namespace mmd
