#include "document/inputs.h"

#include <filesystem>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/words.h"
#include "document/loaded_figure.h"
#include "document/pmm_project.h"
#include "document/scene_pose.h"
#include "formats/pmm.h"
#include "scene/input.h"

namespace mmd {

namespace {

Diagnostic scene_among_files(const std::string& name) {
  return in_file(make_error("a scene cannot be part of a scene or stand among other files",
                            "give it alone, in place of a model"),
                 name);
}

/// What keeps a pose or motion from being read.
std::optional<Diagnostic> damage_of(const InputFile& file) {
  std::vector<InputFile> poses, motions;
  if (file.kind == FileKind::pose) poses.push_back(file);
  if (file.kind == FileKind::motion) motions.push_back(file);
  const auto layers = parse_layers(poses, motions);
  return layers ? std::nullopt : std::optional(layers.error());
}

}  // namespace

Diagnostic unknown_file(const InputFile& input) {
  if (input.bytes.empty())
    return in_file(make_error("the file is empty", "download or copy it again"), input.name);
  if (is_scene_or_project(input.bytes)) return scene_among_files(input.name);
  return in_file(make_error("neither a PMX or PMD model, an archive, a VPD pose nor a VMD motion",
                            "check that this is the right file; the name does not matter, only the content"),
                 input.name);
}

namespace {

struct OneInput {
  InputFile file;
  std::optional<ScenePose> of_scene;
};

/// The poses of the figures in a scene file or a project of MMD; none if it is neither.
FigurePoses figure_poses(const InputFile& input) {
  if (!pmm::looks_like(input.bytes)) return poses_of_scene(input.bytes).value_or(FigurePoses());
  const auto project = read_project(input.bytes, input.name);
  if (!project) return {};
  FigurePoses out;
  for (const pmm::Model& model : project->models) {
    auto pose = shown_pose(model);
    out.push_back(pose ? std::optional(std::move(*pose)) : std::nullopt);
  }
  return out;
}

/// Reads files one after the other, and a scene with poses of several figures once.
class InputReader {
 public:
  /// From an archive with a single pose and from a scene it takes the pose.
  Result<OneInput> read(const std::string& file) {
    const auto member = pose_named(file);
    const std::string& name = member ? member->first : file;
    if (const auto known = scenes_.find(name); known != scenes_.end() && member)
      return pose_from(known->second, name, member->second, true);
    auto input = read_input(name);
    if (member && input && input->kind != FileKind::unknown)
      input = read_input(file);  // not a scene: an archive
    if (!input) return fail(suggest_file(std::move(input.error()), file));
    if (input->kind == FileKind::unknown) {
      FigurePoses poses = figure_poses(*input);
      if (!poses.empty()) {
        const FigurePoses& kept = scenes_[name] = std::move(poses);
        return pose_from(kept, name, member ? member->second : 1, member.has_value());
      }
    }
    MMD_TRY(auto unwrapped, unwrap_pose(std::move(*input)));
    return OneInput{std::move(unwrapped), {}};
  }

 private:
  static Result<OneInput> pose_from(const FigurePoses& poses, const std::string& scene, std::size_t figure,
                                    bool is_member) {
    if (figure > poses.size() || !poses[figure - 1]) return fail(scene_among_files(scene));
    OneInput out{{}, poses[figure - 1]};
    out.file.bytes = out.of_scene->vpd;
    if (!is_member) out.of_scene->shows = Shows::motion;
    out.file.kind = FileKind::pose;
    out.file.name = name_of_pose(scene, figure);  // so that saving the pose never overwrites the scene
    return out;
  }

  std::map<std::string, FigurePoses> scenes_;
};

Diagnostic too_many_models(const std::string& name) {
  return in_file(make_error(fmt::format("more than {} models", max_models), "open fewer models at once"),
                 name);
}

Result<void> add(OneInput&& one, std::vector<Inputs>& to) {
  InputFile& input = one.file;
  switch (input.kind) {
    case FileKind::pose:
      if (one.of_scene) to.back().of_scenes[to.back().poses.size()] = std::move(*one.of_scene);
      to.back().poses.push_back(std::move(input));
      return {};
    case FileKind::motion:
      to.back().motions.push_back(std::move(input));
      return {};
    case FileKind::model:
    case FileKind::archive:
      if (to.back().model) {
        if (to.size() >= max_models) return fail(too_many_models(input.name));
        to.emplace_back();
      }
      to.back().model = std::move(input);
      return {};
    case FileKind::unknown:
      break;
  }
  return fail(unknown_file(input));
}

/// The file or folder in the same folder with a name similar to that of `path`.
std::optional<std::filesystem::path> nearest_file(const std::filesystem::path& path) {
  constexpr std::size_t max_entries = 10'000;  // further entries of the folder are ignored
  const std::filesystem::path folder = path.parent_path();
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error), end;
  for (; !error && entry != end && names.size() < max_entries; entry.increment(error))
    names.push_back(to_utf8(entry->path().filename()));
  const auto meant = nearest_word(to_utf8(path.filename()), names);
  if (!meant) return std::nullopt;
  return folder / path_from_utf8(*meant);
}

}  // namespace

Result<std::vector<Inputs>> read_all_inputs(const std::vector<std::string>& files) {
  std::vector<Inputs> out(1);
  InputReader reader;
  for (const std::string& file : files) {
    MMD_TRY(auto input, reader.read(file));
    MMD_TRY(add(std::move(input), out));
  }
  return out;
}

Result<Inputs> read_inputs(const std::vector<std::string>& files) {
  MMD_TRY(auto all, read_all_inputs(files));
  if (all.size() > 1)
    return fail(
        in_file(make_error(fmt::format("a second model, after {}", all[0].model->name), "give one model"),
                all[1].model->name));
  return std::move(all.front());
}

Result<std::vector<Inputs>> read_usable_inputs(const std::vector<std::string>& files, Diagnostics& warnings) {
  std::vector<Inputs> out(1);
  Diagnostics left_out;
  InputReader reader;
  for (const std::string& file : files) {
    auto input = reader.read(file);
    if (input && input->file.kind == FileKind::unknown) input = fail(unknown_file(input->file));
    if (input) {
      if (auto damage = damage_of(input->file)) input = fail(std::move(*damage));
    }
    if (!input) {
      left_out.push_back(std::move(input.error()));
    } else {
      MMD_TRY(add(std::move(*input), out));
    }
  }
  if (!left_out.empty() && left_out.size() == files.size()) return fail(std::move(left_out.front()));
  for (Diagnostic& d : left_out) {
    d.severity = Severity::warning;
    warnings.push_back(std::move(d));
  }
  return out;
}

Diagnostic suggest_file(Diagnostic error, const std::string& file) {
  std::error_code ignored;
  const auto path = path_from_utf8(file);
  if (std::filesystem::exists(path, ignored) || archive_path(file)) return error;
  const auto meant = nearest_file(path);
  return meant ? with_advice(std::move(error), Advice::other_file, {to_utf8(*meant)}) : error;
}

}  // namespace mmd
