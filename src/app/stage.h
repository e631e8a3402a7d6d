#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/playback.h"
#include "commands/options.h"
#include "document/loader.h"
#include "document/pose_sampler.h"
#include "edit/edit_state.h"
#include "scene/choices.h"
#include "scene/mmd_camera.h"
#include "scene/scene.h"

namespace mmd {

using edit::Dirty;

/// How a document is shown: what options, keys and panels choose.
struct Choices {
  EvaluationChoice evaluation;
  CameraChoice camera;
  LightChoice light;
  RenderSettings look;    ///< but for the highlighted bone, which is named here:
  std::string highlight;  ///< bone name; empty: none
};

/// What is shown: a document at a frame of its motions, in the way that was chosen. A change is made first
/// and then told by `changed`, which says how much is evaluated anew by the next `refresh`.
class Stage {
 public:
  explicit Stage(const Options& start);

  /// Null before the first model.
  const std::shared_ptr<const Document>& document() const { return document_; }
  const Scene& scene() const { return scene_; }
  Scene& scene() { return scene_; }
  /// Of the document's model; null before the first.
  Actor* actor() const { return scene_.actors.empty() ? nullptr : scene_.actors.front().get(); }
  const Model* model() const { return document_ ? document_->loaded.model.get() : nullptr; }

  /// Shows what was loaded, out of the rest pose. Motions that stay go on where they are.
  void show(Loaded&& loaded);
  /// What the choices name is in the model. Error: it is not.
  Result<void> find_named();
  /// Textures of the model that is shown; `loaded` holds nothing else.
  void show_textures(Loaded&& loaded);

  Choices& choices() { return choices_; }
  const Choices& choices() const { return choices_; }
  void changed(Dirty level) {
    if (level > dirty_) dirty_ = level;
  }
  /// Brings the scene up to date, and returns how much of it was not.
  Dirty refresh();

  Playback& playback() { return playback_; }
  const Playback& playback() const { return playback_; }
  bool has_motion() const { return document_ && !document_->motions.empty(); }
  /// Whether the motion tells about a camera, at the frame that was shown last.
  bool has_motion_camera() const { return document_ && sampler_.state().camera.has_value(); }
  bool rest_pose() const { return rest_pose_; }
  void set_rest_pose(bool rest_pose) { rest_pose_ = rest_pose; }
  /// Sets a morph, over what poses, motions and the options say.
  void set_morph(MorphWeight morph);
  /// Back to these.
  void reset_morphs();
  /// All that lie over poses and motions.
  const std::vector<MorphWeight>& morphs() const { return morphs_; }

  /// Whether the camera goes by the choices, as against one that was moved by hand.
  bool camera_is_fitted() const { return camera_is_fitted_; }
  bool follows_motion_camera() const { return has_motion_camera() && choices_.camera.follows_motion(); }
  void follow_motion_camera();
  /// Back to the view that was there before the motion's camera.
  void leave_motion_camera();
  void choose_view(View view);
  /// The view of the options.
  void choose_start_view();
  /// The camera that is chosen. `aspect`: width / height of the picture.
  void frame_camera(float aspect);
  /// By the mouse.
  void move_camera(const Camera& camera);
  /// By numbers, its lens too.
  void set_camera(const MmdCamera& camera);

 private:
  void start_motions(const Loaded& loaded);
  void put_actors();
  void evaluate(Actor& actor);
  Result<void> choose_morphs();

  const CameraChoice start_camera_;
  std::optional<double> start_frame_;  ///< for the first motion
  Choices choices_;
  View chosen_view_;  ///< where the motion's camera is not followed
  bool camera_is_fitted_ = true;
  std::shared_ptr<const Document> document_;
  PoseSampler sampler_;  ///< of it
  Playback playback_;    ///< of its motions
  Scene scene_;
  Dirty dirty_ = Dirty::nothing;
  bool rest_pose_ = false;
  std::map<std::int32_t, float> set_morphs_;  ///< weights by index, over those of the choices
  std::vector<MorphWeight> morphs_;
};

}  // namespace mmd
