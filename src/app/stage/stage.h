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

/// Choices made by options, keys and panels about how a document is shown.
struct Choices {
  Evaluation evaluation;
  NamedMorphs morphs;                          ///< of the options, over the active figure's poses and motions
  std::vector<std::int32_t> hidden_materials;  ///< of the active figure, ascending
  CameraChoice camera;
  LightChoice light;
  PhysicsChoice physics;
  PhysicsControls controls;  ///< the source of `physics`
  RenderSettings look;       ///< without the highlighted bone, which `highlight` names
  std::string highlight;     ///< bone name; empty: none
};

/// The scene: figures at a frame of their motions. One figure is active; pose, bones, morphs and materials of
/// the stage are those of the active figure. After a change, `changed` marks how much the next `refresh` must
/// evaluate.
class Stage {
 public:
  explicit Stage(const Options& start);

  /// Null before the first model.
  const std::shared_ptr<const LoadedFigure>& document() const {
    return figure() != nullptr ? figure()->document() : nothing_;
  }
  const Scene& scene() const { return scene_; }
  Scene& scene() { return scene_; }
  /// The active figure's; null before the first model.
  Actor* actor() const { return figure() != nullptr ? scene_.actors[figure()->actor()].get() : nullptr; }
  const Model* model() const { return figure() != nullptr ? &figure()->model() : nullptr; }
  /// The active figure; null before the first model.
  const FigureEditor* figure() const { return figures_.active().get(); }
  const Figures& figures() const { return figures_; }

  /// Shows loaded files on the figure they were loaded for, or as a new figure, and makes it active. Ends the
  /// rest pose; remaining motions keep their frame. False if that figure was removed.
  bool show(Loaded&& loaded);
  /// Shows reloaded files and keeps all edits. Error: out of memory; nothing has changed then.
  Result<FigureEditor::Reloaded> show_again(Loaded&& loaded);
  /// Adds a figure and makes it active, unless it is an accessory.
  void add(LoadedFigure&& document, bool is_step);
  /// Makes a figure active.
  void activate(std::uint64_t figure);
  /// Also an undo step. Does nothing for the only figure.
  void remove(std::uint64_t figure);
  /// Moves a figure (FigureEditor::scene_place). Its bodies follow as in a drag.
  void place(std::uint64_t figure, const ScenePlace& place);
  /// Moves it to `at`, right-handed, and changes nothing else of its place.
  void place(std::uint64_t figure, const vec3& at);
  void set_shown(std::uint64_t figure, bool shown);
  /// Checks that the model has the bones and morphs that the choices name.
  Result<void> find_named();
  /// Adds textures to the shown model; `loaded` holds nothing else.
  void show_textures(Loaded&& loaded);

  Choices& choices() { return choices_; }
  const Choices& choices() const { return choices_; }
  /// `pace`: how bodies follow another pose.
  void changed(Dirty level, PhysicsUpdate pace = PhysicsUpdate::anew);
  /// Updates the scene and returns how much of it was out of date.
  Dirty refresh();
  /// Number of bones evaluated by the last refresh.
  std::size_t bones_placed() const { return bones_placed_; }

  // Edits of the active figure, which must exist. They call `changed`.

  Result<edit::Change> edit(const edit::Command& command);
  /// Editor::begin_gesture: a drag
  void begin_gesture();
  Result<void> end_gesture();
  void cancel_gesture();
  /// Undo and redo return whether they changed which figures or opened poses are shown: a fitted camera
  /// frames them then, as after opening a pose.
  bool undo();
  bool redo();
  /// Goes to the state after that many steps; returns the same. Error: the list has fewer.
  Result<bool> go_to_step(std::size_t position);
  /// Notes a changed look: light and background as an undo step, switches without one. `subject`: the changed
  /// setting.
  Result<void> note_look(const std::string& subject);
  void note_saved(std::string file) { active().note_saved(std::move(file)); }
  void note_origin(std::string file, Pose saved) { active().note_origin(std::move(file), std::move(saved)); }

  /// Whether physics is on.
  bool simulates() const { return choices_.controls.on && has_physics_engine(); }
  /// Sets physics from a panel, where the user may be dragging gravity.
  void set_physics(const PhysicsControls& controls);
  /// The simulated bodies; null if nothing is simulated.
  const ScenePhysics* physics() const;
  /// How bodies followed the last evaluation.
  PhysicsUpdate pace() const { return last_pace_; }
  /// The shown state, for a simulation that starts at the same frame.
  ShownState shown_state(Scene& scene, std::vector<AnimatedActor> played, const PhysicsChoice& physics) const;
  /// Evaluation settings of a figure.
  const std::vector<std::int32_t>& hidden_materials_of(const FigureEditor& figure) const;
  /// Whether bodies have yet to settle after a drag.
  bool bodies_wait() const { return live_.waits(); }
  /// Whether bodies swing after a drag; PhysicsUpdate::swing_on continues it.
  bool bodies_swing() const { return simulates() && live_.swings(); }
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
  /// Samples the shown pose or motion of the active figure.
  const PoseSampler& sampler() const { return active().sampler(); }

  Playback& playback() { return playback_; }
  const Playback& playback() const { return playback_; }
  /// Whether any figure has a motion.
  bool has_motion() const;
  /// Whether a motion has a camera at the shown frame.
  bool has_motion_camera() const { return figure() != nullptr && camera_state().camera.has_value(); }
  Shows shows() const { return figure() != nullptr ? figure()->shows() : Shows::motion; }
  bool rest_pose() const { return shows() == Shows::rest; }
  void show(Shows shows);
  /// Morphs applied over any pose: those of the options and those set by hand.
  std::vector<MorphWeight> morphs() const;

  /// Whether the chosen view sets the camera; false after the user moved it.
  bool camera_is_fitted() const { return camera_is_fitted_; }
  bool follows_motion_camera() const { return has_motion_camera() && choices_.camera.follows_motion(); }
  void follow_motion_camera();
  /// Restores the view from before the motion's camera.
  void leave_motion_camera();
  void choose_view(View view);
  /// Chooses the view of the options.
  void choose_start_view();
  /// Sets the camera of the chosen view. `aspect`: width / height of the picture.
  void frame_camera(float aspect);
  /// Sets the camera from the mouse.
  void move_camera(const Camera& camera);
  /// Sets the camera from numbers, including its field of view.
  void set_camera(const MmdCamera& camera);

 private:
  FigureEditor& active() const { return *figures_.active(); }
  void open(Loaded&& loaded);
  void start_motions(bool anew);
  std::uint32_t last_frame() const;
  void put_actors();
  void place_actors();
  void hang_start_figures();
  void evaluate(PhysicsUpdate pace);
  void pose();
  std::vector<AnimatedActor> played() const;
  const PosedState& camera_state() const;
  const PosedState& light_state() const;
  void follow_active();
  void leave_gesture();
  void share_look();
  bool step(bool forwards);
  StageLook look() const;
  void restore(const StageLook& look);
  void take(const edit::Change& change, Shows shown, PhysicsUpdate pace);

  const std::vector<ScenePlace> start_places_;   ///< as Options::places
  const std::vector<std::string> start_hidden_;  ///< as Options::hidden
  const CameraChoice start_camera_;
  std::optional<double> start_frame_;        ///< for the first motion
  std::optional<double> start_bodies_from_;  ///< likewise
  Choices choices_;
  View chosen_view_;  ///< used while the motion's camera is not followed
  bool camera_is_fitted_ = true;
  Figures figures_;
  const std::shared_ptr<const LoadedFigure> nothing_;
  LiveSimulation live_;
  std::optional<double> bodies_from_;  ///< first frame of the simulation
  double clock_ = 0.0;
  bool was_dragged_ = false;
  bool has_warned_ = false;   ///< a warning about this model's bodies was shown
  bool said_engine_ = false;  ///< the missing physics engine was reported
  Playback playback_;         ///< of its motions
  Scene scene_;
  Dirty dirty_ = Dirty::nothing;
  PhysicsUpdate pace_ = PhysicsUpdate::stay, last_pace_ = PhysicsUpdate::stay;
  bool whole_ = true;                        ///< evaluate all bones, not only these:
  std::vector<std::int32_t> changed_bones_;  ///< bones whose pose changed
  std::size_t bones_placed_ = 0;
};

}  // namespace mmd
