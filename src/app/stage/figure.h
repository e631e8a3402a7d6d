#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/live_simulation.h"
#include "document/pose_sampler.h"
#include "edit/edit_state.h"
#include "edit/editor.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// What is undone beside the pose: how it is shown and evaluated. The camera is not.
struct StageLook {
  RenderSettings look;  ///< but for the highlighted bone
  LightChoice light;
  EvaluationChoice evaluation;
  PhysicsControls controls;
  Shows shows = Shows::motion;

  bool operator==(const StageLook& other) const = default;
};

/// `from` with what is of one model alone (hidden materials, morphs, whether its motion is shown) as `own`
/// has it.
StageLook shared_look(StageLook from, const StageLook& own);

/// On another model: what is hidden of one that changed on disk.
StageLook carried_over(StageLook look, const edit::CarryOver& carry);

/// A model that is shown and worked on: what was loaded for it, its pose, and what was done to that. The pose
/// is the editor's. Motions lie over it until someone edits: then the pose at that frame is taken over within
/// the same step, and the motions are set aside.
class Figure {
 public:
  Figure(std::shared_ptr<const Document> document, const StageLook& look);

  /// Never given twice.
  std::uint64_t number() const { return number_; }

  const std::shared_ptr<const Document>& document() const { return document_; }
  const Model& model() const { return document_->model(); }
  /// The index of its actor in the scene.
  std::size_t actor() const { return actor_; }
  void set_actor(std::size_t actor) { actor_ = actor; }
  /// Where it stands, from the scene's origin.
  const vec3& placed() const { return placed_; }
  void place(const vec3& at) { placed_ = at; }
  bool is_shown() const { return shown_; }
  void set_shown(bool shown) { shown_ = shown; }
  const edit::Editor& editor() const { return editor_; }
  /// Of what is shown.
  PoseSampler& sampler() { return sampler_; }
  const PoseSampler& sampler() const { return sampler_; }

  /// Other poses and motions for the model. A pose is a step; morphs that were set by hand stay.
  edit::Change open(std::shared_ptr<const Document> document);
  struct Reloaded {
    UnmatchedNames lacking;    ///< what is posed and not in the model any more
    bool keeps_edits = false;  ///< the pose's file is another, and what was done to the pose is not saved
  };
  /// The same files as they are now. What was done stays, and so do its steps, by the names of bones and
  /// morphs; a pose that was not touched is that of its file. Error: no memory.
  Result<Reloaded> reload(std::shared_ptr<const Document> document);
  /// The same with textures.
  void set_textures(std::shared_ptr<const Document> document) { document_ = std::move(document); }
  /// What the options lay over poses and motions; a part of the pose where no motion is shown.
  void set_option_morphs(std::vector<MorphWeight> morphs);
  const std::vector<MorphWeight>& option_morphs() const { return option_morphs_; }
  /// What the file of the pose holds, or what was there before anything was done, with those morphs. It
  /// follows undo and redo.
  const Pose& opened() const { return *origin().pose; }
  /// Morphs that differ from it.
  std::vector<MorphWeight> morphs_by_hand() const;
  /// Whether bones stand otherwise than in it: another pose that is opened takes their place.
  bool has_bones_by_hand() const;
  /// The last step that is done; number 0: there is none.
  edit::StepInfo last_step() const;
  /// Whether nothing would be lost without the pose: it is the one of its file.
  bool is_saved() const;

  bool has_motions() const { return !document_->motions.empty(); }
  Shows shows() const { return look().shows; }
  /// Where the rest pose is shown, what was shown instead before.
  Shows before_rest() const { return before_rest_; }
  /// Whether the pose is seen as it is, neither motions over it nor the rest pose instead.
  bool is_shown_as_edited() const;
  /// Not a step: it changes nothing that could be lost.
  void show(Shows shows);
  const StageLook& look() const;
  /// The look that another figure on the stage has become, without a step: what is of this model alone stays.
  void share(const StageLook& look);

  // Each brings the sampler up to date. `frame`: of the motion, where it stands now.

  Result<edit::Change> apply(const edit::Command& command, double frame);
  /// Editor::begin_gesture
  void begin_gesture();
  Result<void> end_gesture();
  edit::Change cancel_gesture();
  edit::Change undo();
  edit::Change redo();
  Result<edit::Change> go_to(std::size_t position);

  /// The file that the pose came from or was saved to, as far as steps are done; empty: none, as for a frame
  /// of a motion that was taken over.
  const std::string& pose_file() const { return origin().file; }
  /// What the pose is called: its file, or several files; empty: nothing yet.
  const std::string& pose_name() const { return origin().name; }
  /// The pose was written there.
  void note_saved(std::string file);
  /// The last step brought the pose of a file that holds `saved`.
  void note_origin(std::string file, Pose saved);

 private:
  /// Where the pose came from: the start, or a step that took it from elsewhere.
  struct Origin {
    std::uint64_t step = 0;  ///< its number; 0: the start
    std::string file;        ///< it is saved over this; empty: under a new name
    std::string name;
    std::shared_ptr<const Pose> pose;  ///< that the file holds
    bool done = true;  ///< also when the history has dropped it, which it does with its first ones
  };

  edit::EditState seen(double frame);
  void follow(const edit::Change& change, Shows shown);
  void lay_option_morphs(Pose& pose) const;
  void follow_origins();
  std::size_t last_origin() const;
  const Origin& origin() const { return origins_[last_origin()]; }
  Origin& origin() { return origins_[last_origin()]; }
  void note_taken(std::uint64_t step_before);

  std::shared_ptr<const Document> document_;
  std::uint64_t number_;
  std::size_t actor_ = 0;
  vec3 placed_{0.0f};
  bool shown_ = true;
  Shows before_rest_ = Shows::motion;
  edit::Editor editor_;
  std::optional<edit::EditState> gesture_from_;  ///< what was seen before the first command of a gesture
  PoseSampler sampler_;
  std::vector<MorphWeight> option_morphs_;
  bool takes_seen_ = false;      ///< what is being done starts from something else than the pose
  std::vector<Origin> origins_;  ///< rising steps; never empty
};

}  // namespace mmd
