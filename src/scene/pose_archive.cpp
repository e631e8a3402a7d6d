#include "scene/pose_archive.h"

#include <iterator>

#include <fmt/format.h>

#include "assets/archive_path.h"

namespace mmd {
namespace {

/// What to do about an archive of several poses. Members of an archive in an archive cannot be named.
std::string which_pose(const std::string& archive, const std::vector<std::string>& poses) {
  if (archive == "-")
    return "save it as a file, and give one of them: " + member_arguments("ARCHIVE.zip", poses);
  if (const auto outer = archive_path(archive))
    return fmt::format("unpack {}, then give one of them: {}", shell_word(outer->archive),
                       member_arguments(outer->member, poses));
  return "give one of them: " + member_arguments(archive, poses);
}

}  // namespace

std::vector<std::string> poses_in(const FileSet& archive) {
  std::vector<std::string> out = archive.list(".vpd"), motions = archive.list(".vmd");
  out.insert(out.end(), std::make_move_iterator(motions.begin()), std::make_move_iterator(motions.end()));
  return out;
}

Result<InputFile> unwrap_pose(InputFile input) {
  if (input.kind != FileKind::archive) return input;
  auto opened = open_archive(input.bytes, input.name);
  // What cannot be opened is reported by those who want a model of it.
  if (!opened) return input;
  input.opened = *opened;
  if (!models_in(**opened).empty()) return input;
  const std::vector<std::string> poses = poses_in(**opened);
  if (poses.empty()) return input;
  if (poses.size() > 1)
    return fail(
        in_file(make_error(fmt::format("the archive holds no model but {} poses and motions", poses.size()),
                           which_pose(input.name, poses)),
                input.name));
  InputFile out;
  out.name = fmt::format("{}/{}", input.name, poses.front());
  auto bytes = (*opened)->read(poses.front());
  if (!bytes) return fail(in_file(std::move(bytes.error()), out.name));
  out.bytes = std::move(*bytes);
  out.kind = recognise(out.bytes);
  out.archive = std::move(*opened);
  out.member = poses.front();
  return out;
}

}  // namespace mmd
