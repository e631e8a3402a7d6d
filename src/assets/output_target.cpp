#include "assets/output_target.h"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/descriptor.h"
#include "assets/file_set.h"
#include "assets/system_files.h"
#include "assets/temporary_file.h"
#include "base/errors.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Diagnostic> cannot_write_to(const fs::path& path, int error) {
  return fail(in_file(cannot_write(error), to_utf8(path)));
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

Result<void> write_stream(const OutputTarget& target, ByteSpan bytes) {
  if (target.path == "-") {
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0)
      return {};
    const std::error_code error(errno != 0 ? errno : EIO, std::generic_category());
    return fail(in_file(make_error("standard output cannot be written: " + error.message()), "-"));
  }
  const Descriptor file = open_file(target.path, OpenFor::stream);
  if (!file || !write_all(file, bytes)) return cannot_write_to(target.path, errno);
  return {};
}

/// A file under its temporary name.
struct Staged {
  const OutputTarget* target = nullptr;
  TemporaryFile file = {};
  bool is_new = false;  ///< no file of that name exists yet
};

Result<Staged> stage(const OutputBytes& output) {
  const fs::path& path = output.target.file;
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error))
    return fail(in_file(make_error(fmt::format("folder {} does not exist", to_utf8(folder)),
                                   "create it, or check the spelling"),
                        to_utf8(path)));
  const bool is_new = !fs::exists(fs::symlink_status(path, error));
  MMD_TRY(auto file, in_file(TemporaryFile::create(path), to_utf8(path)));
  MMD_TRY(in_file(file.write(output.bytes), to_utf8(path)));
  return Staged{&output.target, std::move(file), is_new};
}

}  // namespace

Result<OutputTarget> find_target(const fs::path& path) {
  if (path == "-") return OutputTarget{path, path, true};
  if (path.native().find('\0') != fs::path::string_type::npos)
    return fail(in_file(make_error("the file name contains a zero byte"), to_utf8(path)));
  if (is_reserved_name(path)) return fail(in_file(reserved_name(), to_utf8(path)));
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    return OutputTarget{path, path, true};
  OutputTarget out{path, path, false};
  error.clear();
  if (is_link(path))
    out.file = fs::exists(status) ? path_without_links(path, error) : end_of_links(path, error);
  if (error) return cannot_write_to(path, error.value());
  return out;
}

OutputTarget own_target(fs::path path) {
  return {path, path, false};
}

Result<void> write_files(std::span<const OutputBytes> files, Lasting lasting) {
  std::vector<Staged> staged;
  for (const OutputBytes& output : files) {
    if (output.target.is_stream) continue;
    MMD_TRY(staged.emplace_back(), stage(output));
  }
  for (const OutputBytes& output : files)
    if (output.target.is_stream) MMD_TRY(write_stream(output.target, output.bytes));
  for (std::size_t i = 0; i < staged.size(); ++i) {
    const auto done = staged[i].file.commit(lasting);
    if (done) continue;
    for (std::size_t k = 0; k < i; ++k)
      if (staged[k].is_new) remove_file(staged[k].target->file);
    return in_file(done, to_utf8(staged[i].target->file));
  }
  return {};
}

}  // namespace mmd
