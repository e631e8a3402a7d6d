#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/commands.h"
#include "commands/motion_tool.h"
#include "document/bone_names.h"
#include "document/fit_pose.h"
#include "document/inputs.h"
#include "document/landmarks.h"
#include "document/loaded_figure.h"
#include "model/nearest_name.h"
#include "options/messages.h"
#include "options/output_file.h"
#include "pose/pose_to_vpd.h"
#include "pose/tools.h"
#include "scene/input.h"
#include "scene/load.h"

namespace mmd {
namespace {

/// Returns an error for a wrong number of poses, else an empty text.
std::string wrong_count(PoseTool tool, std::size_t poses) {
  struct Row {
    PoseTool tool;
    std::size_t poses;
    const char* message;
  };
  static constexpr Row rows[] = {
      {PoseTool::mirror, 1, "pose mirror takes one pose"},
      {PoseTool::reset, 1, "pose reset takes one pose"},
      {PoseTool::extract, 1, "pose extract takes one pose"},
      {PoseTool::from, 1, "pose from takes one file of landmarks"},
      {PoseTool::diff, 2, "pose diff takes two poses: the wanted pose and the pose below it"}};
  for (const Row& row : rows)
    if (row.tool == tool && row.poses != poses) return row.message;
  return {};
}

/// Returns an error for wrong usage of the tool, else an empty text.
std::string wrong_use(const Options& options) {
  const PoseTool tool = options.pose_tool;
  const std::size_t files = options.files.size();
  if (!options.made_for.empty() && tool != PoseTool::fit) return "--made-for is for pose fit";
  if (!options.onto_model.empty() && tool != PoseTool::from) return "--model is for pose from";
  if (options.cut_range) return "--range is for pose cut";
  if (options.shift_by) return "--by is for pose shift";
  if (options.motion_speed) return "--speed is for pose retime";
  if (options.sequence_step) return "--every is for pose sequence";
  if (tool == PoseTool::fit && files != 2) return "pose fit takes a model and a pose";
  const bool needs_names = tool == PoseTool::reset || tool == PoseTool::extract;
  if (std::string wrong = wrong_count(tool, files); !wrong.empty()) return wrong;
  if (needs_names && options.names.empty())
    return fmt::format("pose {} needs --bones NAME,NAME", tool == PoseTool::reset ? "reset" : "extract");
  if (!options.names.empty() && tool != PoseTool::merge && !needs_names)
    return "--bones is for pose merge, reset and extract";
  if (!options.weights.empty() && tool != PoseTool::blend) return "--weights is for pose blend";
  if (!options.weights.empty() && options.weights.size() != files) {
    return fmt::format("{} weights for {} poses", options.weights.size(), files);
  }
  const auto is_zero = [](float w) { return w == 0.0f; };
  if (!options.weights.empty() && std::all_of(options.weights.begin(), options.weights.end(), is_zero))
    return "all weights are zero: give at least one pose a weight";
  return {};
}

Result<std::vector<vpd::File>> read_poses(const Options& options) {
  std::vector<vpd::File> out;
  for (const std::string& file : options.files) {
    auto read = read_input(file);
    if (!read) return fail(suggest_file(std::move(read.error()), file));
    MMD_TRY(const auto input, unwrap_pose(std::move(*read)));
    if (input.kind != FileKind::pose) {
      return fail(in_file(make_error("not a VPD pose", "`mmdview export` makes one of a motion"), file));
    }
    MMD_TRY(auto pose, load_pose(input.bytes, path_from_utf8(file)));
    print(pose.diagnostics, options);
    out.push_back(std::move(pose.file));
  }
  return out;
}

std::vector<std::string> names_in(const std::vector<vpd::File>& poses) {
  std::vector<std::string> out;
  for (const vpd::File& pose : poses) {
    for (const vpd::Bone& bone : pose.bones) out.push_back(bone.name);
    for (const vpd::Morph& morph : pose.morphs) out.push_back(morph.name);
  }
  return out;
}

/// The requested names as in the poses. A name that no pose has is taken as the English name of a standard
/// bone or morph. Error: no pose has that either.
Result<std::vector<std::string>> asked_names(const std::vector<vpd::File>& poses, const Options& options) {
  std::vector<std::string> out;
  if (options.names.empty()) return out;
  const std::vector<std::string> there = names_in(poses);
  const auto is_there = [&](const std::string& name) {
    return std::find(there.begin(), there.end(), name) != there.end();
  };
  for (const std::string& name : options.names) {
    const std::string japanese = standard_japanese_name(name).value_or(name);
    if (!is_there(name) && !is_there(japanese))
      return fail(fmt::format("--bones: no pose lists \"{}\"", name),
                  did_you_mean(NearestNames(there).suggestions(japanese),
                               "`mmdview info POSE` lists its bones and morphs"));
    out.push_back(is_there(name) ? name : japanese);
  }
  return out;
}

Result<vpd::File> apply_tool(const std::vector<vpd::File>& poses, const Options& options,
                             const std::vector<std::string>& names) {
  switch (options.pose_tool) {
    case PoseTool::mirror:
      return mirrored(poses[0]);
    case PoseTool::blend:
      return blended(poses,
                     options.weights.empty() ? std::vector<float>(poses.size(), 1.0f) : options.weights);
    case PoseTool::diff:
      return difference(poses[0], poses[1]);
    case PoseTool::merge: {
      vpd::File out = merged(vpd::File{}, poses[0]);
      out.model_name = poses[0].model_name;
      for (std::size_t i = 1; i < poses.size(); ++i) {
        out = names.empty() ? merged(out, poses[i]) : replaced(out, poses[i], names);
      }
      return out;
    }
    case PoseTool::extract:
      return extracted(poses[0], names);
    case PoseTool::reset:
      return reset(poses[0], names);
    default:  // the tools for motions (motion_tool.h)
      return fail("no such tool");
  }
}

Result<vpd::File> pose_of_poses(const Options& options) {
  MMD_TRY(const auto poses, read_poses(options));
  MMD_TRY(const auto names, asked_names(poses, options));
  return apply_tool(poses, options, names);
}

constexpr std::uint64_t largest_landmarks = 16 << 20;  ///< bytes

Result<std::shared_ptr<const Model>> model_in(const std::string& file) {
  MMD_TRY(const auto loaded, load_document({file}, {}, false));
  return loaded.loaded.model;
}

vpd::File file_of(const Pose& pose, const Model& model, const std::string& model_name) {
  vpd::File file = vpd_from_pose(pose, model);
  file.model_name = model_name;
  return file;
}

/// `pose fit`. Prints what was changed by bone with -v. Errors: as fit_pose(); a file that is not what it
/// should be.
Result<vpd::File> fitted_pose(const Options& options) {
  MMD_TRY(const auto inputs, read_inputs(options.files));
  if (!inputs.model || inputs.poses.size() != 1 || !inputs.motions.empty())
    return fail("pose fit takes a model and one pose", "mmdview pose fit MODEL.pmx POSE.vpd -o OUT.vpd");
  MMD_TRY(const auto document, load_document(options.files, {}, false));
  print(document.diagnostics, options);
  FitSource source{classic_figure(), sample_figure()};
  if (!options.made_for.empty()) {
    MMD_TRY(source.model, in_file(model_in(options.made_for), options.made_for));
    source.mesh = nullptr;
  }
  BoneNames names;
  if (!options.names_of.empty()) {
    MMD_TRY(names, read_bone_names(options.names_of));
    if (auto unknown = unknown_names(names, {document.loaded.model}))
      print(in_file(std::move(*unknown), options.names_of), options);
  }
  const PoseLayer& layer = document.poses.front();
  MMD_TRY(const auto fitted, fit_pose(layer.source->file, source, document.loaded.model, names));
  if (!fitted.given.empty()) print(in_file(given_to_parents(fitted.given), layer.file), options);
  const Model& model = document.model();
  print_verbose(fmt::format("the legs are {:.3f} times as long", fitted.leg_ratio), options);
  for (const FitChange& change : fitted.changes)
    print_verbose(fmt::format("{}: {:.1f} degrees, {:.2f} units", model.bone(change.bone).name,
                              change.degrees, change.units),
                  options);
  return file_of(fitted.pose, model, layer.source->file.model_name);
}

/// `pose from`. Warns about bones that stay at rest. Errors: as parse_landmarks() and pose_from_landmarks();
/// a model that cannot be loaded.
Result<vpd::File> landmarks_pose(const Options& options) {
  const std::string& name = options.files.front();
  MMD_TRY(const auto bytes, read_file(path_from_utf8(name), largest_landmarks));
  MMD_TRY(const auto landmarks, in_file(parse_landmarks(as_text(bytes)), name));
  std::shared_ptr<const Model> model = classic_figure();
  if (!options.onto_model.empty()) {
    MMD_TRY(model, in_file(model_in(options.onto_model), options.onto_model));
  }
  MMD_TRY(const auto posed, in_file(pose_from_landmarks(landmarks, model), name));
  if (!posed.left_at_rest.empty()) print(in_file(missing_landmarks(posed.left_at_rest), name), options);
  return file_of(posed.pose, *model, model->name);
}

Result<std::string> text_of_tool(const Options& options) {
  MMD_TRY(auto pose, options.pose_tool == PoseTool::fit    ? fitted_pose(options)
                     : options.pose_tool == PoseTool::from ? landmarks_pose(options)
                                                           : pose_of_poses(options));
  MMD_TRY(auto written, vpd::write_for_mmd(std::move(pose), vpd::Encoding::utf8_bom));
  if (written.lacks) print(in_file(std::move(*written.lacks), options.output), options);
  return std::move(written.bytes);
}

}  // namespace

int run_pose(const Options& options) {
  if (is_for_motions(options)) return run_motion_tool(options);
  if (const std::string wrong = wrong_use(options); !wrong.empty()) {
    return stop_with(make_error(wrong, "`mmdview pose --help` shows the usage"), options, exit_wrong_usage);
  }
  if (!has_extension(options.output, ".vpd")) {
    return stop_with(in_file(make_error("pose tools write .vpd files only", "give a name that ends in .vpd"),
                             options.output),
                     options, exit_wrong_usage);
  }
  const auto outputs = CheckedOutputs::check(options, Written::pose);
  if (!outputs) return stop_with(outputs.error(), options);
  const auto text = text_of_tool(options);
  if (!text) return stop_with(text.error(), options);
  const auto written = outputs->write(options.output, as_byte_span(*text));
  if (!written) return stop_with(written.error(), options);
  return exit_done;
}

}  // namespace mmd
