#include "commands/session.h"

#include <algorithm>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "commands/absent_file.h"
#include "commands/attachments.h"
#include "commands/named_parts.h"
#include "commands/pose_overlay.h"
#include "pose/tools.h"
#include "scene/ground_shadow.h"
#include "scene/mmd_camera.h"
#include "scene/pose_archive.h"

namespace mmd {
namespace {

void append(Diagnostics& to, Diagnostics from) {
  for (Diagnostic& d : from) to.push_back(std::move(d));
}

}  // namespace

Result<void> apply_morph_options(const Options& options, const Model& model, Pose& pose) {
  for (const auto& [name, weight] : options.morph_weights) {
    const auto morph = morph_called(model, name, "--morph");
    if (!morph) return fail(morph.error());
    pose.morph_weights[static_cast<std::size_t>(*morph)] = weight;
  }
  return {};
}

Diagnostic unknown_file(const InputFile& input) {
  if (input.bytes.empty())
    return in_file(make_error("the file is empty", "is the download complete?"), input.name);
  return in_file(make_error("neither a PMX or PMD model, a ZIP archive, a VPD pose nor a VMD motion",
                            "files are recognised by their content, whatever they are called"),
                 input.name);
}

Result<InputFiles> sort_inputs(const std::vector<std::string>& files) {
  InputFiles out;
  for (const std::string& file : files) {
    auto input = read_input(file);
    if (!input) return fail(suggest_file(std::move(input.error()), file));
    input = unwrap_pose(std::move(*input));
    if (!input) return fail(std::move(input.error()));
    switch (input->kind) {
      case FileKind::pose:
        out.poses.push_back(input->name);
        out.pose_bytes.push_back(std::move(input->bytes));
        break;
      case FileKind::motion:
        out.motions.push_back(input->name);
        out.motion_bytes.push_back(std::move(input->bytes));
        break;
      case FileKind::model:
      case FileKind::archive:
        if (!out.model.empty()) {
          return fail(in_file(
              make_error(fmt::format("a second model, after {}", out.model), "give one model"), file));
        }
        out.model = file;
        out.model_file = std::move(*input);
        break;
      case FileKind::unknown:
        return fail(unknown_file(*input));
    }
  }
  return out;
}

namespace {

/// Loads the motions of `inputs` for the session's model.
Result<void> load_motions(Session& session) {
  for (std::size_t i = 0; i < session.inputs.motions.size(); ++i) {
    const std::string& name = session.inputs.motions[i];
    auto loaded = load_motion(session.inputs.motion_bytes[i], path_from_utf8(name));
    if (!loaded) return fail(std::move(loaded.error()));
    append(session.diagnostics, std::move(loaded->diagnostics));
    Diagnostics found;
    auto motion = std::make_shared<const Motion>(loaded->file, *session.loaded.model, found);
    for (Diagnostic& d : found) session.diagnostics.push_back(in_file(std::move(d), name));
    const UnmatchedNames& unmatched = motion->unmatched();
    if (auto warning = unmatched_warning(unmatched, *session.loaded.model, name))
      session.diagnostics.push_back(std::move(*warning));
    const auto add = [](const std::vector<std::string>& from, std::vector<std::string>& to) {
      to.insert(to.end(), from.begin(), from.end());
    };
    add(unmatched.bones, session.unmatched.bones);
    add(unmatched.morphs, session.unmatched.morphs);
    session.motions.push_back(std::move(motion));
  }
  session.inputs.motion_bytes.clear();
  return {};
}

}  // namespace

void sample_motions(Session& session, double frame) {
  session.ik_chains.clear();
  session.visible = true;
  for (const auto& motion : session.motions) {
    motion->sample(frame, session.pose);
    if (motion->switches_ik()) {
      session.ik_chains.resize(session.loaded.model->skeleton.ik_chains.size(), 1);
      motion->sample_ik(frame, session.ik_chains);
    }
    if (motion->switches_visibility()) session.visible = motion->visible(frame);
    if (!motion->camera().empty()) session.camera = motion->camera().sample(frame);
    if (!motion->light().empty()) session.light = motion->light().sample(frame);
  }
}

namespace {

std::optional<Diagnostic> frame_warning(const Session& session, double frame) {
  if (session.motions.empty())
    return make_warning("--frame and --time have no effect without a motion (.vmd)");
  std::uint32_t last = 0;
  for (const auto& motion : session.motions) last = std::max(last, motion->last_frame());
  if (frame <= last) return std::nullopt;
  return make_warning(
      fmt::format("frame {:.10g} is past the end: what is shown is the last frame, {}", frame, last),
      "--frame counts 30 to a second");
}

}  // namespace

Result<void> apply_poses(Session& session, const Options& options) try {
  session.pose = Pose(*session.loaded.model);
  std::vector<vpd::File> laid;
  for (std::size_t i = 0; i < session.inputs.poses.size(); ++i) {
    const std::string& name = session.inputs.poses[i];
    auto pose = load_pose(session.inputs.pose_bytes[i], path_from_utf8(name));
    if (!pose) return fail(std::move(pose.error()));
    append(session.diagnostics, std::move(pose->diagnostics));
    UnmatchedNames unmatched = apply_vpd(pose->file, *session.loaded.model, session.pose);
    if (auto warning = unmatched_warning(unmatched, *session.loaded.model, name))
      session.diagnostics.push_back(std::move(*warning));
    for (std::string& n : unmatched.bones) session.unmatched.bones.push_back(std::move(n));
    for (std::string& n : unmatched.morphs) session.unmatched.morphs.push_back(std::move(n));
    laid.push_back(std::move(pose->file));
  }
  if (auto overlay = overlay_warning(options, session.inputs, mostly_replaced(laid)))
    session.diagnostics.push_back(std::move(*overlay));
  session.inputs.pose_bytes.clear();
  if (auto loaded = load_motions(session); !loaded) return fail(std::move(loaded.error()));
  sample_motions(session, options.frame.value_or(0.0));
  if (options.frame) {
    if (auto warning = frame_warning(session, *options.frame))
      session.diagnostics.push_back(std::move(*warning));
  }
  if (auto applied = apply_morph_options(options, *session.loaded.model, session.pose); !applied) {
    return fail(std::move(applied.error()));
  }
  return {};
} catch (const std::bad_alloc&) {
  return fail("not enough memory for the poses and motions");
}

Result<Session> load_session(const Options& options, bool want_textures, const Progress& progress) {
  Session session;
  auto inputs = sort_inputs(options.files);
  if (!inputs) return fail(std::move(inputs.error()));
  session.inputs = std::move(*inputs);
  if (session.inputs.model.empty()) {
    return fail("no model among the files", "give a .pmx or .pmd, or a .zip that holds one, beside the pose");
  }
  auto loaded = load_model(session.inputs.model_file, want_textures, progress);
  if (!loaded) return fail(std::move(loaded.error()));
  session.inputs.model_file = {};
  session.loaded = std::move(*loaded);
  append(session.diagnostics, session.loaded.diagnostics);
  if (!options.highlight.empty()) {
    const auto bone = bone_called(*session.loaded.model, options.highlight, "--highlight");
    if (!bone) return fail(bone.error());
  }
  if (auto attached = load_attachments(session, options, want_textures, progress); !attached)
    return fail(std::move(attached.error()));
  if (auto applied = apply_poses(session, options); !applied) return fail(std::move(applied.error()));
  return session;
}

void apply_evaluation_options(const Options& options, Actor& actor) {
  actor.switches.append = options.append;
  actor.switches.ik = options.ik;
  actor.morphs_enabled = options.morphs;
  actor.skin_level = options.skinning.level;
}

void apply_session(const Session& session, const Options& options, Actor& actor) {
  actor.pose = session.pose;
  actor.switches.ik_chains = session.ik_chains;
  actor.visible = session.visible;
  apply_evaluation_options(options, actor);
  actor.evaluate();
}

RenderSettings render_settings_of(const Options& options, const Model& model, vec4 default_background) {
  RenderSettings settings;
  settings.shading = options.shading;
  settings.edge = options.edge;
  settings.toon = options.toon;
  settings.sphere = options.sphere;
  settings.ground_shadow = options.ground_shadow;
  settings.self_shadow = options.self_shadow;
  settings.skinning = options.skinning.who;
  settings.self_shadow_mode = options.self_shadow_mode;
  settings.skeleton = options.skeleton;
  settings.operable_bones = options.operable_bones;
  settings.background = options.background.value_or(default_background);
  if (!options.highlight.empty()) settings.highlight = find_bone_called(model, options.highlight);
  return settings;
}

std::optional<Diagnostic> highlight_warning(const Options& options, const Model& model) {
  if (options.highlight.empty()) {
    if (options.shading != Shading::weights) return std::nullopt;
    return make_warning("--shading weights shows the weights of a bone, and none was named",
                        "add --highlight BONE; `mmdview bones MODEL` lists the bones");
  }
  auto bone = bone_called(model, options.highlight, "--highlight");
  if (bone) return std::nullopt;
  bone.error().severity = Severity::warning;
  return std::move(bone.error());
}

Light light_of(const Options& options, const Session& session) {
  Light light;
  if (session.light) light = {session.light->colour, glm::normalize(session.light->direction)};
  if (options.light_direction) light.direction = glm::normalize(mirror(*options.light_direction));
  if (options.light_colour) light.colour = *options.light_colour;
  return light;
}

namespace {

Camera rolled(const Camera& camera, const Options& options) {
  if (!options.roll_degrees) return camera;
  MmdCamera turned = mmd_camera_of(camera);
  turned.angles.z = *options.roll_degrees;
  return camera_of(turned);
}

}  // namespace

Camera camera_of(const Options& options, const Scene& scene, float aspect) {
  Camera camera;
  if (options.camera) {
    const auto& c = *options.camera;
    camera.eye = mirror(vec3(c[0], c[1], c[2]));
    camera.target = mirror(vec3(c[3], c[4], c[5]));
    camera.fov_degrees = options.fov_degrees;
  } else {
    const auto shadow = shows_whole(options.view) ? ground_shadow_outline(scene) : std::vector<vec3>();
    camera = camera_for(options.view, bounds_for(scene, options.view), aspect, options.fov_degrees,
                        points_for(scene, options.view), shadow);
  }
  camera.orthographic = options.orthographic;
  return rolled(camera, options);
}

Camera camera_of(const Options& options, const Session& session, const Scene& scene, float aspect) {
  if (!session.camera || options.camera || options.view_given) return camera_of(options, scene, aspect);
  Camera camera = camera_from_motion(*session.camera);
  if (options.fov_given) camera.fov_degrees = options.fov_degrees;
  camera.orthographic = camera.orthographic || options.orthographic;
  return rolled(camera, options);
}

}  // namespace mmd
