#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/edit_tools.h"
#include "app/stage/edited_figure.h"
#include "app/stage/history.h"
#include "app/stage/physics_controls.h"
#include "app/stage/playback.h"
#include "document/loader.h"
#include "edit/edit_state.h"
#include "options/options.h"
#include "scene/camera.h"
#include "scene/choices.h"
#include "scene/scene.h"
#include "session/session.h"

namespace mmd {

using edit::Dirty;

/// Copies the settings of what helps to pose and is no part of a finished picture: bones, rigid bodies, grid
/// and axes.
void copy_overlays(const RenderSettings& from, RenderSettings& to);

/// A camera of the window: what was chosen, and where it is.
struct StageCamera {
  CameraChoice choice;
  View view_without_motion = View::fit;  ///< while the motion's camera is not followed
  Camera camera;
  bool is_fitted = true;  ///< the choice sets it; false after the user moved it
  float aspect = 0.0f;    ///< width / height of the picture to which it was fitted; 0: to none yet
};

/// What the window shows: an arrangement at a frame of its motions, made visible by a session, and the
/// history of its steps. One figure is active; pose, bones, morphs and materials of the stage are those of
/// the active figure. After a change, `changed` marks how much the next `refresh` must evaluate.
class Stage {
 public:
  explicit Stage(const Options& start);

  /// Null before the first model.
  const std::shared_ptr<const LoadedFigure>& document() const {
    return figure() != nullptr ? figure()->loaded : nothing_;
  }
  const Scene& scene() const { return session_.scene(); }
  Scene& scene() { return session_.scene(); }
  /// What is arranged, made visible; as of the last refresh.
  const Session& session() const { return session_; }
  /// The active figure's; null before the first model.
  Actor* actor() const {
    return figure() != nullptr ? session_.scene().actors[actor_of(*figure())].get() : nullptr;
  }
  /// The index of a figure's actor.
  std::size_t actor_of(const Figure& figure) const { return session_.arrangement().index_of(figure.number); }
  const Model* model() const { return figure() != nullptr ? &figure()->model() : nullptr; }

  /// What is arranged now. Switches, the camera, light and background may be changed here: call `changed`
  /// then.
  const Arrangement& arrangement() const { return arrangement_; }
  Arrangement& arrangement() { return arrangement_; }
  /// The active figure; null before the first model. Steps and other figures make references invalid.
  const Figure* figure() const { return arrangement_.find(arrangement_.active); }
  /// The figures without those that were loaded with another one.
  std::vector<const Figure*> figures() const { return own_figures(arrangement_); }
  /// The figure with that number; null if it is not on the stage.
  const Figure* numbered(std::uint64_t number) const { return arrangement_.find(number); }
  const History& history() const { return history_; }

  /// Shows loaded files on the figure they were loaded for, or as a new figure, and makes it active. Ends the
  /// rest pose; remaining motions keep their frame. False if that figure was removed.
  bool show(Loaded&& loaded);
  struct Reloaded {
    UnmatchedNames lacking;    ///< posed names that the reloaded model lacks
    bool keeps_edits = false;  ///< the pose file changed, but the unsaved edits are kept
  };
  /// Shows reloaded files. Edits and steps stay, matched by the names of bones and morphs; a pose without
  /// edits is read from its file.
  Result<Reloaded> show_again(Loaded&& loaded);
  /// Adds a figure and makes it active, unless it is an accessory.
  void add(LoadedFigure&& document, bool is_step);
  /// Makes a figure active.
  void activate(std::uint64_t figure);
  /// Also an undo step. Does nothing for the only figure.
  void remove(std::uint64_t figure);
  /// Moves a figure. Its bodies follow as in a drag.
  void place(std::uint64_t figure, const ScenePlace& place);
  /// Moves it to `at`, right-handed, and changes nothing else of its place.
  void place(std::uint64_t figure, const vec3& at);
  void set_shown(std::uint64_t figure, bool shown);
  /// Checks that the model has the bones and morphs that the choices name.
  Result<void> find_named();
  /// Adds textures to the shown model; `loaded` holds nothing else.
  void show_textures(Loaded&& loaded);

  /// Hides materials of the active figure. `materials`: ascending. Not a step.
  void hide_materials(std::vector<std::int32_t> materials);
  /// `pace`: how bodies follow another pose.
  void changed(Dirty level, Pace pace = Pace::anew);
  /// Updates the scene and returns how much of it was out of date.
  Dirty refresh();
  /// Number of bones evaluated by the last refresh.
  std::size_t bones_placed() const { return session_.bones_placed(); }

  // Edits of the active figure, which must exist. They call `changed`.

  /// Performs a command as a step, unless it changes no bit. It starts from what is shown: an edit of a
  /// motion or the rest pose takes that pose and hides the motion. An error changes nothing.
  Result<edit::Change> edit(const edit::Command& command);
  /// Whether changes of bones are made on the other side, too.
  bool symmetry() const { return symmetry_; }
  void set_symmetry(bool on) { symmetry_ = on; }
  /// Hands and feet of the active figure (手首, 足首) that stay where they are while bones change. Not a
  /// step.
  void set_pins(std::vector<std::int32_t> pins) { active().pins = std::move(pins); }
  /// A *gesture* is a drag or a preview: each of its commands starts from the pose before the first, and all
  /// together become one step. Meanwhile undo and redo do nothing.
  void begin_gesture();
  void end_gesture();
  void cancel_gesture();
  /// Shows another state of the active figure until the gesture, which must have begun, is cancelled. Its
  /// bodies follow the bones.
  void preview(edit::EditState state);
  bool in_gesture() const { return gesture_.has_value(); }
  /// The pose from which the commands of a gesture start; the edited pose without one.
  const Pose& start_of_gesture() const;
  /// The active figure that cancel_gesture() restores; the active figure without a gesture.
  const Figure& kept_figure() const;
  /// Its edited pose.
  const Pose& kept_pose() const { return *kept_figure().edited; }
  /// Undo and redo return whether they changed which figures or opened poses are shown: a fitted camera
  /// frames them then, as after opening a pose.
  bool undo();
  bool redo();
  /// Goes to the state after that many steps; returns the same. Error: the history has fewer.
  Result<bool> go_to_step(std::size_t position);
  /// Notes changed light and background as a step. `subject`: the changed setting.
  void note_look(const std::string& subject);
  /// The pose was saved to this file: so it is for all steps since it was opened.
  void note_saved(std::string file);
  /// The rotations by which the active figure looks somewhere from a pose. Call `changed` then.
  std::vector<BoneRotation> rotations_to_look(const Pose& from, const CameraLook& look);
  /// Where a look goes to, in the scene; nullopt: there is no such bone.
  std::optional<vec3> looked_at(const CameraLook& look) const {
    if (uses_work_camera_ && look.at.at == LookAt::At::camera) return other_camera_->camera.eye;
    return session_.target_of(look.at);
  }
  /// Turns bones of the edited pose. Not a step: undo sets back what was done before.
  void amend(const std::vector<BoneRotation>& rotations);
  /// A pose file has another name now.
  void note_renamed(const std::string& from, const std::string& to);
  /// A figure's pose belongs to another file.
  void note_origin(std::uint64_t figure, PoseOrigin origin);
  /// Leaves bones to the pose instead of physics, ascending. `posed`: those among them that keep the place
  /// that physics gives them now. One step, with that name.
  void freeze(std::vector<std::int32_t> frozen, const std::vector<std::int32_t>& posed,
              const std::string& name);
  /// A number that differs after each change of the figure's pose.
  std::uint64_t revision_of(const Figure& figure) const;

  /// Whether physics is on.
  bool simulates() const { return controls_.on; }
  const PhysicsControls& physics_controls() const { return controls_; }
  /// Sets physics from a panel, where the user may be dragging gravity.
  void set_physics(const PhysicsControls& controls);
  /// The simulated bodies; null if nothing is simulated.
  const ScenePhysics* physics() const;
  /// How bodies followed the last evaluation.
  Pace pace() const { return last_pace_; }
  /// The shown moment, for bodies of another session that begin where these did.
  Moment moment() const;
  /// Whether bodies have yet to settle after a drag.
  bool bodies_wait() const { return session_.bodies().waits(); }
  /// Whether bodies swing after a drag; Pace::swing_on continues it.
  bool bodies_swing() const { return simulates() && session_.bodies().swings(); }
  /// The clock in seconds.
  void set_clock(double now) { clock_ = now; }
  /// Whether the user dragged something since the last call.
  bool take_drag() { return std::exchange(was_dragged_, false); }
  /// The motion's frame from which bodies were simulated without a gap up to the current frame.
  std::optional<double> played_from() const;
  /// Makes the next refresh simulate bodies from this frame to the motion's frame.
  void play_bodies_from(double frame);
  /// Warnings of the simulation since the last call.
  Diagnostics take_warnings();

  Playback& playback() { return playback_; }
  const Playback& playback() const { return playback_; }
  /// Whether any figure has a motion.
  bool has_motion() const;
  /// Whether a motion has a camera at the shown frame.
  bool has_motion_camera() const { return figure() != nullptr && session_.camera_state().camera.has_value(); }
  Shows shows() const { return figure() != nullptr ? *figure()->shows : Shows::motion; }
  bool rest_pose() const { return shows() == Shows::rest; }
  /// Not a step: nothing is lost.
  void show(Shows shows);
  /// What the active figure showed before the rest pose.
  Shows before_rest() const;
  /// Morphs applied over any pose: those of the options and those set by hand.
  std::vector<MorphWeight> morphs() const;

  /// Whether the chosen view sets the camera; false after the user moved it.
  bool camera_is_fitted() const { return camera_is_fitted_; }
  bool follows_motion_camera() const { return has_motion_camera() && arrangement_.camera.follows_motion(); }
  void follow_motion_camera();
  /// Restores the view from before the motion's camera.
  void leave_motion_camera();
  void choose_view(View view);
  /// Chooses the view of the options.
  void choose_start_view();
  /// Sets the camera of the chosen view. `aspect`: width / height of the picture; `other`: as Session::aim().
  void frame_camera(float aspect, Session* other = nullptr);
  /// Sets the camera from the mouse.
  void move_camera(const Camera& camera);
  /// Sets the camera from numbers, including its field of view.
  void set_camera(const MmdCamera& camera);

  /// There are two cameras: saved pictures are made with the picture camera; while the window looks through
  /// the work camera, all of the above is about that one.
  bool uses_work_camera() const { return uses_work_camera_; }
  /// Looks through the other one. The work camera begins where the picture camera is. Does not frame it.
  void switch_camera();
  /// Sets the camera for a picture of that shape if the chosen view sets it, unless it was set for one: an
  /// edited pose does not move it.
  void fit_camera(float aspect, Session* other = nullptr);
  /// Sets the camera that the window looks through.
  void set_camera(const StageCamera& camera);
  StageCamera picture_camera() const { return uses_work_camera_ ? *other_camera_ : current_camera(); }
  /// nullopt if it was never used.
  std::optional<StageCamera> work_camera() const;

 private:
  struct Gesture {
    Arrangement before;
    StepInfo info = {};                        ///< of the last change in it
    std::optional<edit::EditState> from = {};  ///< the shown state before the first command
    bool takes_seen = false;                   ///< it is a frame of a motion or the rest pose
  };

  Figure& active() { return *arrangement_.find(arrangement_.active); }
  void open(Loaded&& loaded);
  void open_model(LoadedFigure&& document);
  void open_layers(std::shared_ptr<const LoadedFigure> document, PoseOpening opening);
  void change_all(const std::function<void(Arrangement&)>& change);
  std::vector<Figure> with_attached(Figure figure);
  Result<void> find_option_morphs(std::size_t number);
  void carry_over(std::size_t number, const std::shared_ptr<const LoadedFigure>& document);
  StepInfo info_of(StepKind kind, std::size_t number) const;
  StepInfo info_of(const edit::Command& command) const;
  edit::Change set_pose(edit::EditState next);
  void hold_parts(const edit::Command& command, const Pose& before, Pose& pose) const;
  Result<edit::Change> edit_in_gesture(const edit::Command& command, bool drags);
  void take_pose(const edit::TakeParts& taken, std::shared_ptr<PoseOrigin> origin);
  void commit(StepInfo info);
  void start_motions(bool anew);
  std::uint32_t last_frame() const;
  StageCamera current_camera() const;
  Arrangement shown() const;
  void arrange() { session_.set(shown(), Bodies::go_on); }
  void arrange_models();
  void hang_start_figures();
  void show_moment(Pace pace);
  void leave_gesture();
  bool step(bool forwards);
  void follow(const Arrangement& before, Pace pace);
  void take(const edit::Change& change, Shows shown, Pace pace);

  const std::vector<ScenePlace> start_places_;   ///< as Options::places
  const std::vector<std::string> start_hidden_;  ///< as Options::hidden
  const NamedMorphs start_morphs_;               ///< of the first figure
  const std::optional<LookAt> start_look_at_;    ///< of the first figure: a bone or a point
  const CameraChoice start_camera_;
  std::optional<double> start_frame_;        ///< for the first motion
  std::optional<double> start_bodies_from_;  ///< likewise
  Arrangement arrangement_;
  PhysicsControls controls_;  ///< the source of `physics` there
  View chosen_view_;          ///< used while the motion's camera is not followed
  bool camera_is_fitted_ = true;
  float fitted_aspect_ = 0.0f;  ///< as StageCamera::aspect
  bool uses_work_camera_ = false;
  std::optional<StageCamera> other_camera_;  ///< the one that the window does not look through
  std::size_t last_number_ = 0;              ///< of a figure; the first of the window is 1
  History history_;
  std::optional<Gesture> gesture_;
  std::map<std::size_t, Shows> before_rest_;
  mutable std::map<std::size_t, std::pair<std::shared_ptr<const Pose>, std::uint64_t>> revisions_;
  mutable std::uint64_t last_revision_ = 0;
  const std::shared_ptr<const LoadedFigure> nothing_;
  Session session_;
  std::optional<double> bodies_from_;  ///< first frame of the simulation
  double clock_ = 0.0;
  bool was_dragged_ = false;
  bool symmetry_ = false;
  bool has_warned_ = false;  ///< a warning about this model's bodies was shown
  Playback playback_;        ///< of its motions
  Dirty dirty_ = Dirty::nothing;
  Pace pace_ = Pace::stay, last_pace_ = Pace::stay;
};

/// Looks through the picture camera as long as it lives, and restores both cameras then.
class ThroughPictureCamera {
 public:
  explicit ThroughPictureCamera(Stage& stage)
      : stage_(stage), switches_(stage.uses_work_camera()), before_(stage.picture_camera()) {
    if (switches_) stage_.switch_camera();
  }
  ~ThroughPictureCamera() {
    if (!keeps_) stage_.set_camera(before_);
    if (switches_) stage_.switch_camera();
  }
  /// Leaves the picture camera as it is then.
  void keep() { keeps_ = true; }
  ThroughPictureCamera(const ThroughPictureCamera&) = delete;
  ThroughPictureCamera& operator=(const ThroughPictureCamera&) = delete;

 private:
  Stage& stage_;
  const bool switches_;
  const StageCamera before_;
  bool keeps_ = false;
};

}  // namespace mmd
