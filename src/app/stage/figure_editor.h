#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/live_simulation.h"
#include "base/handedness.h"
#include "document/pose_sampler.h"
#include "document/scene_place.h"
#include "edit/edit_state.h"
#include "edit/editor.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// Choices besides the pose and the camera. Light, background and whether the motion is shown are undo steps;
/// switches of view and evaluation are not, so that undo never turns physics off.
struct StageLook {
  RenderSettings look;  ///< without the highlighted bone
  LightChoice light;
  Evaluation evaluation;
  NamedMorphs morphs;                          ///< of the options, over poses and motions
  std::vector<std::int32_t> hidden_materials;  ///< ascending
  PhysicsControls controls;
  Shows shows = Shows::motion;

  bool operator==(const StageLook& other) const = default;
};

/// Copies the settings of what helps to pose and is no part of a finished picture: bones, rigid bodies, grid
/// and axes. They are no undo steps.
inline void copy_overlays(const RenderSettings& from, RenderSettings& to) {
  to.skeleton = from.skeleton;
  to.operable_bones = from.operable_bones;
  to.bodies = from.bodies;
  to.grid = from.grid;
  to.axes = from.axes;
}

/// `switches`, with the light, the background and the shown motion of `own`.
StageLook with_steps_of(StageLook switches, const StageLook& own);

/// `from`, with the settings of one model (hidden materials, morphs, whether its motion is shown) from `own`.
StageLook shared_look(StageLook from, const StageLook& own);

/// Maps hidden materials by name to a model reloaded from disk.
StageLook carried_over(StageLook look, const edit::CarryOver& carry);

/// A shown model with its files, pose and edits. The editor owns the pose. Motions lie over it until an edit,
/// which copies the motion's pose at that frame and hides the motions, all in one step.
class FigureEditor {
 public:
  FigureEditor(std::shared_ptr<const LoadedFigure> document, const StageLook& look);

  /// A unique number.
  std::uint64_t number() const { return number_; }

  const std::shared_ptr<const LoadedFigure>& document() const { return document_; }
  const Model& model() const { return document_->model(); }
  /// Index of its actor in the scene.
  std::size_t actor() const { return actor_; }
  void set_actor(std::size_t actor) { actor_ = actor; }
  /// Its place; `carrier` is the number() of the figure that carries it, 0 for none.
  const ScenePlace& scene_place() const { return place_; }
  void put(ScenePlace place) { place_ = std::move(place); }
  /// The position of that place, right-handed.
  vec3 placed() const { return mirror(place_.position); }
  bool is_shown() const { return shown_; }
  void set_shown(bool shown) { shown_ = shown; }
  const edit::Editor& editor() const { return editor_; }
  /// Samples the shown pose or motion.
  PoseSampler& sampler() { return sampler_; }
  const PoseSampler& sampler() const { return sampler_; }

  /// Opens other poses and motions. A pose is an undo step; morphs set by hand stay.
  edit::Change open(std::shared_ptr<const LoadedFigure> document);
  struct Reloaded {
    UnmatchedNames lacking;    ///< posed names that the reloaded model lacks
    bool keeps_edits = false;  ///< the pose file changed, but the unsaved edits are kept
  };
  /// Takes reloaded files. Edits and undo steps stay, matched by the names of bones and morphs; an unedited
  /// pose is read from its file. Error: out of memory.
  Result<Reloaded> reload(std::shared_ptr<const LoadedFigure> document);
  /// The same document with textures.
  void set_textures(std::shared_ptr<const LoadedFigure> document) { document_ = std::move(document); }
  /// Morphs of the options, over poses and motions; part of the pose if no motion is shown.
  void set_option_morphs(std::vector<MorphWeight> morphs);
  const std::vector<MorphWeight>& option_morphs() const { return option_morphs_; }
  /// The pose of the pose file, or the initial pose, with those morphs. It follows undo and redo.
  const Pose& opened() const { return *origin().pose; }
  /// Morphs that differ from opened().
  std::vector<MorphWeight> morphs_by_hand() const;
  /// Whether bones differ from opened(); opening another pose would replace these edits.
  bool has_bones_by_hand() const;
  /// The last done step; number 0 if there is none.
  edit::StepInfo last_step() const;
  /// Whether the pose equals its file, so that closing loses nothing.
  bool is_saved() const { return is_saved(editor_.pose()); }
  /// Whether that pose of the model equals the file.
  bool is_saved(const Pose& pose) const;

  bool has_motions() const { return !document_->motions.empty(); }
  Shows shows() const { return look().shows; }
  /// What was shown before the rest pose.
  Shows before_rest() const { return before_rest_; }
  /// Whether the edited pose itself is shown, without motions or rest pose.
  bool is_shown_as_edited() const;
  /// Not an undo step: nothing is lost.
  void show(Shows shows);
  const StageLook& look() const;
  /// Takes the look of another figure without a step; settings of this model alone stay.
  void share(const StageLook& look);
  /// Takes the switches of `look` without a step.
  void keep_switches(const StageLook& look);

  // Each of these updates the sampler. `frame`: the motion's current frame.

  Result<edit::Change> apply(const edit::Command& command, double frame);
  /// Editor::begin_gesture
  void begin_gesture();
  /// The pose that the commands of a gesture start from.
  const Pose& pose_before_gesture() const {
    return gesture_from_ ? gesture_from_->pose : editor_.pose_before_gesture();
  }
  Result<void> end_gesture();
  edit::Change cancel_gesture();
  edit::Change undo();
  edit::Change redo();
  Result<edit::Change> go_to(std::size_t position);

  /// The file of the pose after the done steps; empty if it has none, as for a copied frame of a motion.
  const std::string& pose_file() const { return origin().file; }
  /// Name of the pose: its file or files; empty if it has none.
  const std::string& pose_name() const { return origin().name; }
  /// The pose was saved to this file.
  void note_saved(std::string file);
  /// Whether that step opened a pose. Such a pose is framed, also by undo and redo; other edits are not.
  bool opens_pose(std::uint64_t step) const;
  /// The last step took the pose from a file that holds `saved`.
  void note_origin(std::string file, Pose saved);

 private:
  /// Source of the pose: the start, or a step that took it from elsewhere.
  struct Origin {
    std::uint64_t step = 0;  ///< number of the step; 0: the start
    std::string file;        ///< saving overwrites this file; empty: asks for a name
    std::string name;
    std::shared_ptr<const Pose> pose;  ///< the pose in the file
    bool opens = false;                ///< the step opened the file
    bool done = true;                  ///< also true if the history dropped the step because of its age
  };

  edit::EditState seen(double frame);
  void follow(const edit::Change& change, Shows shown);
  void keep_look(StageLook next);
  void lay_option_morphs(Pose& pose) const;
  void follow_origins();
  std::size_t last_origin() const;
  const Origin& origin() const { return origins_[last_origin()]; }
  Origin& origin() { return origins_[last_origin()]; }
  void note_taken(std::uint64_t step_before);

  std::shared_ptr<const LoadedFigure> document_;
  std::uint64_t number_;
  std::size_t actor_ = 0;
  ScenePlace place_;
  bool shown_ = true;
  Shows before_rest_ = Shows::motion;
  edit::Editor editor_;
  std::optional<edit::EditState> gesture_from_;  ///< the shown state before the first command of a gesture
  PoseSampler sampler_;
  std::vector<MorphWeight> option_morphs_;
  bool takes_seen_ = false;      ///< the current edit starts from the shown motion or rest pose
  std::vector<Origin> origins_;  ///< ascending steps; never empty
};

}  // namespace mmd
