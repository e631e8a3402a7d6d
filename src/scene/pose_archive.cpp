#include "scene/pose_archive.h"

#include <iterator>

#include <fmt/format.h>

#include "base/errors.h"

namespace mmd {

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
    return fail(in_file(with_advice(make_error(fmt::format(
                                        "the archive holds no model but {} poses and motions", poses.size())),
                                    Advice::name_one, poses),
                        input.name));
  InputFile out;
  out.name = fmt::format("{}/{}", input.name, poses.front());
  MMD_TRY(out.bytes, in_file((*opened)->read(poses.front()), out.name));
  out.kind = recognise(out.bytes);
  out.archive = std::move(*opened);
  out.member = poses.front();
  return out;
}

}  // namespace mmd
