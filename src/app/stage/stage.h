#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/figures.h"
#include "app/stage/live_simulation.h"
#include "app/stage/playback.h"
#include "document/loader.h"
#include "document/pose_sampler.h"
#include "edit/edit_state.h"
#include "options/options.h"
#include "scene/camera.h"
#include "scene/choices.h"
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

/// What is shown: figures at a frame of their motions, in the way that was chosen. One of them is active:
/// what the pose, bones, morphs and materials of the stage are said to be are its. A change is made first and
/// then told by `changed`, which says how much is evaluated anew by the next `refresh`.
class Stage {
 public:
  explicit Stage(const Options& start);

  /// Null before the first model.
  const std::shared_ptr<const Document>& document() const {
    return figure() != nullptr ? figure()->document() : nothing_;
  }
  const Scene& scene() const { return scene_; }
  Scene& scene() { return scene_; }
  /// Of the active figure; null before the first.
  Actor* actor() const { return figure() != nullptr ? scene_.actors[figure()->actor()].get() : nullptr; }
  const Model* model() const { return figure() != nullptr ? &figure()->model() : nullptr; }
  /// What is worked on; null before the first model.
  const Figure* figure() const { return figures_.active().get(); }
  const Figures& figures() const { return figures_; }

  /// Shows what was loaded, out of the rest pose, on the figure that it was loaded for, or as another one.
  /// Motions that stay go on where they are. That figure is active then. False: it is not on the stage any
  /// longer.
  bool show(Loaded&& loaded);
  /// The files that are shown as they have become: all that was done in the window stays. Error: no memory;
  /// then nothing has changed.
  Result<Figure::Reloaded> show_again(Loaded&& loaded);
  /// Another figure beside those that are there, and active.
  void add(Document&& document, bool is_step);
  /// Which figure is worked on.
  void activate(std::uint64_t figure);
  /// Steps as well; nothing for the only figure.
  void remove(std::uint64_t figure);
  /// From the scene's origin. Bodies come along as with anything that is dragged.
  void place(std::uint64_t figure, const vec3& at);
  void set_shown(std::uint64_t figure, bool shown);
  /// What the choices name is in the model. Error: it is not.
  Result<void> find_named();
  /// Textures of the model that is shown; `loaded` holds nothing else.
  void show_textures(Loaded&& loaded);

  Choices& choices() { return choices_; }
  const Choices& choices() const { return choices_; }
  /// `pace`: how bodies come along with another pose.
  void changed(Dirty level, PhysicsUpdate pace = PhysicsUpdate::anew);
  /// Brings the scene up to date, and returns how much of it was not.
  Dirty refresh();
  /// How many times a bone was placed for the last evaluation.
  std::size_t bones_placed() const { return bones_placed_; }

  // Working on the active figure, which is there. What becomes another is told as by `changed`.

  Result<edit::Change> edit(const edit::Command& command);
  /// Editor::begin_gesture: a drag
  void begin_gesture();
  Result<void> end_gesture();
  void cancel_gesture();
  void undo();
  void redo();
  /// To after so many of the list of steps. Error: it has fewer.
  Result<void> go_to_step(std::size_t position);
  /// What the choices have become is a step, if it is another look. `subject`: what was changed.
  Result<void> note_look(const std::string& subject);
  void note_saved(std::string file) { active().note_saved(std::move(file)); }
  void note_origin(std::string file, Pose saved) { active().note_origin(std::move(file), std::move(saved)); }

  /// Whether bodies are simulated where a model has them.
  bool simulates() const { return choices_.controls.on && has_physics_engine(); }
  /// By hand: gravity may be being dragged.
  void set_physics(const PhysicsControls& controls);
  /// The bodies that are shown; null: there are none that move.
  const ScenePhysics* physics() const;
  /// How they came along with the last evaluation.
  PhysicsUpdate pace() const { return last_pace_; }
  /// What is shown, for bodies that begin where these have begun.
  ShownState shown_state(Scene& scene, std::vector<AnimatedActor> played, const PhysicsChoice& physics) const;
  /// How a figure is evaluated.
  EvaluationChoice evaluation_of(const Figure& figure) const;
  /// Whether something was dragged, since when the bodies have not come to rest.
  bool bodies_wait() const { return live_.waits(); }
  /// Whether they swing after a drag: with Pace::swing_on until they no longer do.
  bool bodies_swing() const { return simulates() && live_.swings(); }
  /// Seconds that go by.
  void set_clock(double now) { clock_ = now; }
  /// Whether something was dragged since this was last asked.
  bool take_drag() { return std::exchange(was_dragged_, false); }
  /// Of the motion, from which bodies were played as it has it, up to its frame.
  std::optional<double> played_from() const;
  /// Plays the bodies from there to the motion's frame with the next refresh.
  void play_bodies_from(double frame);
  /// What went wrong with the bodies and was not taken yet.
  Diagnostics take_warnings();
  /// Samples what is shown of the active figure.
  const PoseSampler& sampler() const { return active().sampler(); }

  Playback& playback() { return playback_; }
  const Playback& playback() const { return playback_; }
  /// Of any figure.
  bool has_motion() const;
  /// Whether a motion tells about a camera, at the frame that was shown last.
  bool has_motion_camera() const { return figure() != nullptr && camera_state().camera.has_value(); }
  Shows shows() const { return figure() != nullptr ? figure()->shows() : Shows::motion; }
  bool rest_pose() const { return shows() == Shows::rest; }
  void show(Shows shows);
  /// Morphs that lie over whatever pose is shown: the options', and those that were set by hand.
  std::vector<MorphWeight> morphs() const;

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
  Figure& active() const { return *figures_.active(); }
  void open(Loaded&& loaded);
  void start_motions(bool anew);
  std::uint32_t last_frame() const;
  void put_actors();
  void place_actors();
  void evaluate(PhysicsUpdate pace);
  void pose();
  std::vector<AnimatedActor> played() const;
  const PosedState& camera_state() const;
  const PosedState& light_state() const;
  void follow_active();
  void leave_gesture();
  void share_look();
  void step(bool forwards);
  StageLook look() const;
  void restore(const StageLook& look);
  void take(const edit::Change& change, Shows shown);

  const std::vector<vec3> start_places_;         ///< as Options::places
  const std::vector<std::string> start_hidden_;  ///< as Options::hidden
  const CameraChoice start_camera_;
  std::optional<double> start_frame_;        ///< for the first motion
  std::optional<double> start_bodies_from_;  ///< likewise
  Choices choices_;
  View chosen_view_;  ///< where the motion's camera is not followed
  bool camera_is_fitted_ = true;
  Figures figures_;
  const std::shared_ptr<const Document> nothing_;
  LiveSimulation live_;
  std::optional<double> bodies_from_;  ///< the frame of a motion where they are to begin
  double clock_ = 0.0;
  bool was_dragged_ = false;
  bool has_warned_ = false;   ///< of the bodies of this model
  bool said_engine_ = false;  ///< that there is none for bodies
  Playback playback_;         ///< of its motions
  Scene scene_;
  Dirty dirty_ = Dirty::nothing;
  PhysicsUpdate pace_ = PhysicsUpdate::stay, last_pace_ = PhysicsUpdate::stay;
  bool whole_ = true;                        ///< more is to be evaluated than these:
  std::vector<std::int32_t> changed_bones_;  ///< what the pose has for them is another
  std::size_t bones_placed_ = 0;
};

}  // namespace mmd
