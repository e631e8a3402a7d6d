#include "scene/input.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "formats/pmd.h"
#include "formats/pmm.h"
#include "formats/pmx.h"
#include "formats/vmd.h"
#include "formats/vpd.h"
#include "formats/x.h"

namespace mmd {

namespace {

constexpr std::uint64_t largest_input = std::uint64_t{4} << 30;

/// Stops reading unusable files early: they may be huge.
bool is_usable(ByteSpan beginning, const std::filesystem::path& file) {
  if (recognise(beginning) != FileKind::unknown) return true;
  if (!may_be_scene(beginning)) return false;
  std::error_code error;
  const std::uint64_t bytes = std::filesystem::file_size(file, error);
  return error || bytes <= max_scene_bytes;  // a pipe has no size; read_file() limits it
}

/// The system would cut the name at a zero byte and find another file.
bool is_cut_by_system(std::string_view name) {
  return name.find('\0') != std::string_view::npos;
}

/// The archive of a path.
Result<std::shared_ptr<const FileSet>> archive_at(const ArchivePath& path) {
  MMD_TRY(Bytes bytes, read_file(path_from_utf8(path.archive), largest_input, looks_like_archive));
  if (!looks_like_archive(bytes))
    return fail(
        in_file(make_error(fmt::format("it contains no \"{}\" because it is not an archive", path.member),
                           "check the spelling"),
                path.archive));
  return open_archive(std::move(bytes), path.archive);
}

/// An error that lists the archive's members with the same extension, else its models.
Diagnostic no_such_member(const ArchivePath& path, const FileSet& archive) {
  const std::string extension = to_utf8(path_from_utf8(path.member).extension());
  auto there = extension.empty() ? std::vector<std::string>() : archive.list(extension);
  if (there.empty()) there = models_in(archive);
  Diagnostic error = in_file(
      make_error(fmt::format("the archive contains no \"{}\"", path.member), "unpack it to see its files"),
      path.archive);
  return there.empty() ? error : with_advice(std::move(error), Advice::see_members, std::move(there));
}

Result<InputFile> read_member(const std::string& name, const ArchivePath& path) {
  MMD_TRY(const auto archive, archive_at(path));
  const auto member = archive->resolve({}, path.member);
  if (!member) return fail(no_such_member(path, *archive));
  return input_of_member(archive, *member, name);
}

}  // namespace

FileKind recognise(ByteSpan bytes) {
  if (pmx::looks_like(bytes) || pmd::looks_like(bytes) || x::looks_like(bytes)) return FileKind::model;
  if (vmd::looks_like(bytes)) return FileKind::motion;
  if (looks_like_archive(bytes)) return FileKind::archive;
  if (vpd::looks_like(bytes)) return FileKind::pose;
  return FileKind::unknown;
}

bool may_be_scene(ByteSpan beginning) {
  if (pmm::looks_like(beginning)) return true;
  // People edit scene files by hand, so a BOM and leading blanks are allowed.
  std::string_view text = as_text(beginning);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (!text.starts_with('{')) return false;
  const auto has = [&](const char* member) {
    return text.find(fmt::format("\"{}\"", member)) != std::string_view::npos;
  };
  return has(scene_version_member) || has(state_version_member);
}

bool is_vac_name(const std::string& name) {
  return fold_name(to_utf8(path_from_utf8(name).extension())) == ".vac";
}

Result<InputFile> input_of_member(std::shared_ptr<const FileSet> archive, const std::string& member,
                                  std::string name) {
  InputFile out;
  MMD_TRY(out.bytes, in_file(archive->read(member), name));
  out.kind = recognise(out.bytes);
  out.name = std::move(name);
  out.archive = std::move(archive);
  out.member = member;
  return out;
}

Result<InputFile> read_input(const std::string& name) {
  Result<InputFile> out;
  if (const auto path = archive_path(name)) {
    out = read_member(name, *path);
  } else {
    const auto file = path_from_utf8(name);
    MMD_TRY(out->bytes,
            read_file(file, largest_input, [&](ByteSpan beginning) { return is_usable(beginning, file); }));
    out->name = name;
    out->kind = recognise(out->bytes);
  }
  if (!out) return out;
  if (out->kind == FileKind::unknown && is_vac_name(name)) out->kind = FileKind::model;
  return out;
}

bool is_input(const std::string& name) {
  if (is_cut_by_system(name)) return false;
  std::error_code error;
  const auto on_disk = path_from_utf8(name);
  if (std::filesystem::exists(on_disk, error)) return !std::filesystem::is_directory(on_disk, error);
  const auto path = archive_path(name);
  if (!path) return false;
  const auto archive = archive_at(*path);
  return archive && (*archive)->resolve({}, path->member);
}

bool same_input(const std::string& a, const std::string& b) {
  if (is_cut_by_system(a) || is_cut_by_system(b)) return false;
  const auto in_a = archive_path(a), in_b = archive_path(b);
  if (in_a.has_value() != in_b.has_value()) return false;
  const auto same_file = [](const std::string& x, const std::string& y) {
    std::error_code error;
    return std::filesystem::equivalent(path_from_utf8(x), path_from_utf8(y), error) && !error;
  };
  if (!in_a) return same_file(a, b);
  return in_a->member == in_b->member && same_file(in_a->archive, in_b->archive);
}

std::vector<std::string> models_in(const FileSet& archive) {
  std::vector<std::string> models = archive.list(".pmx");
  std::vector<std::string> older = archive.list(".pmd");
  models.insert(models.end(), std::make_move_iterator(older.begin()), std::make_move_iterator(older.end()));
  return models;
}

std::vector<std::string> poses_in(const FileSet& archive) {
  std::vector<std::string> out = archive.list(".vpd"), motions = archive.list(".vmd");
  out.insert(out.end(), std::make_move_iterator(motions.begin()), std::make_move_iterator(motions.end()));
  return out;
}

Result<InputFile> unwrap_pose(InputFile input) {
  if (input.kind != FileKind::archive) return input;
  auto opened = open_archive(input.bytes, input.name);
  // If it cannot be opened, loading a model from it reports the error.
  if (!opened) return input;
  input.opened = *opened;
  if (!models_in(**opened).empty()) return input;
  const std::vector<std::string> poses = poses_in(**opened);
  if (poses.empty()) return input;
  if (poses.size() > 1)
    return fail(in_file(
        with_advice(
            make_error(fmt::format("the archive contains no model but {} poses and motions", poses.size())),
            Advice::name_one, poses),
        input.name));
  return input_of_member(*opened, poses.front(), fmt::format("{}/{}", input.name, poses.front()));
}

}  // namespace mmd
