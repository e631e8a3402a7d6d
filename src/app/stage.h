#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/live_simulation.h"
#include "app/physics_controls.h"
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
  PhysicsChoice physics;
  PhysicsControls controls;  ///< of physics, which follows from them
  RenderSettings look;       ///< but for the highlighted bone, which is named here:
  std::string highlight;     ///< bone name; empty: none
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
  /// `pace`: how bodies come along with another pose.
  void changed(Dirty level, Pace pace = Pace::anew) {
    dirty_ = std::max(dirty_, level);
    if (level >= Dirty::pose) pace_ = std::max(pace_, pace);
  }
  /// Brings the scene up to date, and returns how much of it was not.
  Dirty refresh();

  /// Whether bodies are simulated where a model has them.
  bool simulates() const { return choices_.controls.on && has_physics_engine(); }
  /// By hand: gravity may be being dragged.
  void set_physics(const PhysicsControls& controls);
  /// The bodies that are shown; null: there are none that move.
  const ScenePhysics* physics() const;
  /// How they came along with the last evaluation.
  Pace pace() const { return last_pace_; }
  /// What is shown, for bodies that begin where these have begun. `sampler`: of what is to be simulated.
  ShownState shown_state(Scene& scene, PoseSampler& sampler, const EvaluationChoice& evaluation,
                         const PhysicsChoice& physics) const;
  /// Whether something was dragged, since when the bodies have not come to rest.
  bool bodies_wait() const { return live_.waits(); }
  /// Whether something was dragged since this was last asked.
  bool take_drag() { return std::exchange(was_dragged_, false); }
  /// Of the motion, from which bodies were played as it has it, up to its frame.
  std::optional<double> played_from() const;
  /// Plays the bodies from there to the motion's frame with the next refresh.
  void play_bodies_from(double frame);
  /// What went wrong with the bodies and was not taken yet.
  Diagnostics take_warnings();
  /// Samples what is shown: the document, or the rest pose.
  const PoseSampler& sampler() const { return rest_pose_ ? rest_sampler_ : sampler_; }

  Playback& playback() { return playback_; }
  const Playback& playback() const { return playback_; }
  bool has_motion() const { return document_ && !document_->motions.empty(); }
  /// Whether the motion tells about a camera, at the frame that was shown last.
  bool has_motion_camera() const { return document_ && sampler_.state().camera.has_value(); }
  bool rest_pose() const { return rest_pose_; }
  void set_rest_pose(bool rest_pose);
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
  void evaluate(Actor& actor, Pace pace);
  void choose_rest_morphs();
  Result<void> choose_morphs();

  const CameraChoice start_camera_;
  std::optional<double> start_frame_;  ///< for the first motion
  Choices choices_;
  View chosen_view_;  ///< where the motion's camera is not followed
  bool camera_is_fitted_ = true;
  std::shared_ptr<const Document> document_;
  PoseSampler sampler_, rest_sampler_;  ///< of it, and of its model at rest
  LiveSimulation live_;
  std::optional<double> bodies_from_;  ///< the frame of a motion where they are to begin
  bool was_dragged_ = false;
  bool has_warned_ = false;  ///< of the bodies of this model
  Playback playback_;        ///< of its motions
  Scene scene_;
  Dirty dirty_ = Dirty::nothing;
  Pace pace_ = Pace::stay, last_pace_ = Pace::stay;
  bool rest_pose_ = false;
  std::map<std::int32_t, float> set_morphs_;  ///< weights by index, over those of the choices
  std::vector<MorphWeight> morphs_;
};

}  // namespace mmd
