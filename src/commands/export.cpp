#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/commands.h"
#include "commands/output/progress_line.h"
#include "document/watched_files.h"
#include "export/bake.h"
#include "options/messages.h"
#include "options/opened.h"
#include "options/output_file.h"
#include "pose/pose_to_vpd.h"
#include "scene/scene_physics.h"

namespace mmd {
namespace {

/// Names of posed bones and morphs that a pose file truncates.
std::vector<std::string_view> names_cut_by_comments(const vpd::File& file) {
  std::vector<std::string_view> out;
  const auto add = [&out](const std::string& name) {
    if (name.find("//") != std::string::npos) out.push_back(name);
  };
  for (const vpd::Bone& bone : file.bones) add(bone.name);
  for (const vpd::Morph& morph : file.morphs) add(morph.name);
  return out;
}

/// The bytes of the pose file, and the names that MMD will not find.
Result<Bytes> vpd_bytes(const Pose& pose, const Model& model, Diagnostics& diagnostics) {
  vpd::File file = vpd_from_pose(pose, model);
  if (const auto lost = left_out_of_vpd(pose, model); !lost.empty())
    diagnostics.push_back(make_warning(
        fmt::format("names that a pose file cannot store are not written: {}", join_truncated(lost)),
        "remove line breaks, // and extra spaces from these names in the model"));
  if (const auto cut = names_cut_by_comments(file); !cut.empty())
    diagnostics.push_back(make_warning(
        fmt::format("names are cut at //, which starts a comment in a pose: {}", join_truncated(cut)),
        "rename them in the model; otherwise they are not found when the pose is loaded"));
  MMD_TRY(auto written, vpd::write_for_mmd(std::move(file), vpd::Encoding::utf8_bom));
  if (written.lacks) diagnostics.push_back(std::move(*written.lacks));
  return bytes_of_text(written.bytes);
}

/// Warns about state that a pose cannot store: IK that the motion switches off.
std::optional<Diagnostic> lost_switches(const Model& model, const PosedState& state) {
  const Skeleton& skeleton = model.skeleton;
  std::vector<std::string_view> names;
  for (std::size_t c = 0; c < state.ik_chains.size(); ++c) {
    if (state.ik_chains[c] != 0) continue;
    names.push_back(skeleton.bones[static_cast<std::size_t>(skeleton.ik_chains[c].bone)].name);
  }
  if (names.empty()) return std::nullopt;
  return make_warning(fmt::format("the motion switches IK off at this frame, which a pose cannot store: {}",
                                  fmt::join(names, ", ")),
                      "switch it off where you load the pose (in mmdview: --no-ik)");
}

/// The output according to the options alone.
bool writes_motion(const Options& options) {
  return options.bake.on && has_extension(options.output, ".vmd");
}

constexpr double max_motion_rate = 30.0;  ///< the frames of a motion

/// Returns an error for an output that cannot be written or would overwrite an input.
std::optional<Diagnostic> wrong_output(const Options& options) {
  if (options.output != "-" && has_extension(options.output, ".vmd") && !writes_motion(options))
    return make_error("writing a motion (.vmd) needs --bake",
                      "add --bake: physics, IK and append become keys of all bones");
  if (options.output != "-" && picture_format(options.output))
    return make_error("export does not write pictures", "use `mmdview shot`");
  if (!has_extension(options.output, ".vpd") && !writes_motion(options))
    return make_error("export does not write this file format",
                      "give a name that ends in .vpd, .glb, .vrm, .vrma, .obj or, with --bake, .vmd");
  if (writes_motion(options) && options.bake.rate > max_motion_rate)
    return make_error("a .vmd has 30 frames per second; --bake-rate is too high", "use --bake-rate 30");
  return std::nullopt;
}

bool is_simulated(const Options& options) {
  return options.physics.on.value_or(true);
}

/// The frames to bake: all from the start of the simulation, or the requested one.
BakeRange range_of(const LoadedFigure& document, double frame, const Options& options) {
  if (document.motions.empty() || options.frame) return {frame, frame};
  const auto last = static_cast<double>(document.last_frame());
  return {is_simulated(options) ? std::min(std::ceil(options.physics.first_frame.value_or(0.0)), last) : 0.0,
          last};
}

std::string far_text(const BakeError& error, const Model& model) {
  return fmt::format("{:.2g} units ({} at frame {:.10g})", error.distance, model.bone(error.bone).name,
                     error.frame);
}

/// Reports the error between samples: a low rate skips frames of the motion.
void say_between(const BakeError& error, const Model& model, const Options& options, Diagnostics& out) {
  if (error.bone == none || error.distance <= options.bake.error) return;
  out.push_back(
      make_warning(fmt::format("between the samples a bone is off by up to {}", far_text(error, model)),
                   "raise --bake-rate"));
}

void say_error(const BakeError& error, const Model& model, const Options& options, Diagnostics& out) {
  constexpr float noise = 1e-4f;  // rounding of floats along a long chain of bones
  if (error.bone == none) return print_verbose("in the baked file, every bone is in place", options);
  const std::string far = far_text(error, model);
  print_verbose(fmt::format("in the baked file, the largest error of a bone is {}", far), options);
  if (error.distance > std::max(options.bake.error, noise))
    out.push_back(make_warning(fmt::format("in the baked file, a bone is off by {}", far),
                               "the other warnings list what the file cannot store"));
}

Result<Bytes> baked_motion(Session& session, const BakeRange& range, const Options& options,
                           Diagnostics& diagnostics) {
  ProgressLine line(options);
  MMD_TRY(auto baked,
          bake_motion(session, options.bake, range, [&](double share) { line.show(share, "baking"); }));
  line.wipe();
  print_verbose(
      fmt::format("{} of {} kept", baked.file.bones.size(), counted(baked.sampled_keys, "bone key")),
      options);
  diagnostics = std::move(baked.diagnostics);
  const Model& model = session.arrangement().subject().model();
  say_error(baked.error, model, options, diagnostics);
  say_between(baked.between, model, options, diagnostics);
  return vmd::write(baked.file);
}

Result<Bytes> baked_pose(Session& session, double frame, const Options& options, Diagnostics& diagnostics) {
  BakedPose baked = bake_pose(session, frame);
  const Model& model = session.arrangement().subject().model();
  diagnostics = std::move(baked.diagnostics);
  say_error(baked.error, model, options, diagnostics);
  return vpd_bytes(baked.pose, model, diagnostics);
}

/// The bytes of the requested file.
Result<Bytes> exported(const Session& session, const Options& options, Diagnostics& diagnostics) {
  const LoadedFigure& document = *session.arrangement().subject().loaded;
  const Model& model = document.model();
  if (!options.bake.on) {
    if (auto lost = lost_switches(model, session.state(0))) diagnostics.push_back(std::move(*lost));
    if (options.physics.on.value_or(false))
      diagnostics.push_back(make_warning("physics has no effect on a pose without --bake",
                                         "add --bake to write the result of physics"));
    return vpd_bytes(session.scene().actors.front()->pose, model, diagnostics);
  }
  Arrangement arrangement = alone(session.arrangement(), 0);
  arrangement.figures.front().place = {};
  arrangement.physics.on = is_simulated(options);
  Session baking(std::move(arrangement));
  const BakeRange range = range_of(document, session.frame(), options);
  const bool many = writes_motion(options) && !document.motions.empty() && !options.frame;
  if (const auto late = late_bodies(document, options); late && many && is_simulated(options))
    print(*late, options);
  return writes_motion(options) ? baked_motion(baking, range, options, diagnostics)
                                : baked_pose(baking, session.frame(), options, diagnostics);
}

}  // namespace

int run_export(const Options& options) {
  if (exports_model(options)) return run_model_export(options);
  const auto stop = [&](const Diagnostic& error, int status) {
    print(in_file(error, options.output), options);
    return status;
  };
  if (const auto problem = wrong_output(options)) return stop(*problem, exit_wrong_usage);
  const Written kind = writes_motion(options) ? Written::motion : Written::pose;
  const auto outputs = CheckedOutputs::check(options, kind);
  if (!outputs) return stop(outputs.error(), exit_bad_input);
  auto opened = open_files(options, Models::one, false);
  if (!opened) return stop_with(opened.error(), options);
  print(opened->diagnostics(), options);
  if (const auto checked = outputs->check_inputs(options, files_of(opened->arrangement)); !checked)
    return stop(checked.error(), exit_bad_input);
  Diagnostics diagnostics;
  Session session(std::move(opened->arrangement));
  session.show_bones(session.arrangement().frame);
  const auto bytes = exported(session, options, diagnostics);
  for (const Diagnostic& d : diagnostics) print(in_file(d, options.output), options);
  if (!bytes) return stop(bytes.error(), exit_bad_input);
  const auto written = outputs->write(options.output, *bytes);
  if (!written) return stop_with(written.error(), options);
  return exit_done;
}

}  // namespace mmd
