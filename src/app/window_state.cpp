#include "app/window_state.h"

#include "base/errors.h"
#include "base/handedness.h"
#include "edit/clipboard.h"

namespace mmd {
namespace {

/// The camera as it stands; where the motion's is followed or the view is fitted, only that.
CameraChoice camera_of(const Stage& stage) {
  CameraChoice out = stage.choices().camera;
  if (stage.camera_is_fitted() || stage.follows_motion_camera()) return out;
  const Camera& camera = stage.scene().camera;
  const vec3 eye = mirror(camera.eye), target = mirror(camera.target);
  out.view.reset();
  out.eye_and_target = {eye.x, eye.y, eye.z, target.x, target.y, target.z};
  out.fov_degrees = camera.fov_degrees;
  out.orthographic = camera.orthographic;
  out.roll_degrees.reset();
  if (camera.up) out.roll_degrees = mmd_camera_from(camera).angles.z;
  return out;
}

Options options_of(const Parts& parts) {
  const Stage& stage = parts.stage;
  const Choices& choices = stage.choices();
  Options out = parts.start;
  out.evaluation = choices.evaluation;
  out.evaluation.morph_weights.clear();  // they are part of the pose
  out.camera = camera_of(stage);
  out.light = choices.light;
  out.physics = choices.physics;
  if (!choices.controls.on) out.physics.on = false;
  out.look = choices.look;
  out.highlight = choices.highlight;
  out.frame.reset();
  if (stage.has_motion()) out.frame = stage.playback().frame();
  out.compare = parts.panes.mode() == CompareMode::off ? std::string() : parts.panes.compared();
  const Extent size = parts.screen.size();
  const PictureFile& file = parts.panels.picture_file();
  out.size = file.has_size() ? PictureSize{file.width, file.height} : PictureSize{size.width, size.height};
  if (file.samples > 0) out.samples = file.samples;
  if (file.transparent) out.look.background = vec4(0.0f);
  return out;
}

}  // namespace

Result<StateFile> window_state(const Parts& parts) {
  const Figure& figure = *parts.stage.figure();
  const Document& document = *figure.document();
  StateFile out;
  out.options = state_options(options_of(parts));
  out.files.push_back(document.model_file);
  if (figure.editor().is_saved() && figure.option_morphs().empty()) {
    for (const PoseLayer& layer : document.poses) out.files.push_back(layer.file);
  } else {
    const Pose& pose = figure.editor().pose();
    MMD_TRY(const auto file, edit::copied(pose, document.model(), edit::whole_pose(), edit::Mentions::posed));
    MMD_TRY(out.pose, edit::text_of(file));
  }
  for (const MotionLayer& layer : document.motions) out.files.push_back(layer.file);
  return out;
}

}  // namespace mmd
