#pragma once

// What is arranged, as a value: which models stand where and in which poses, how they are evaluated, lit and
// seen. A command line, a scene, a request and a step of undo each mean one. Session (session.h) shows it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/loaded_figure.h"
#include "document/pose_sampler.h"
#include "document/scene_place.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// Where an edited pose comes from. The steps of a history between two openings share one.
struct PoseOrigin {
  std::string file;                  ///< saving overwrites this file; empty: asks for a name
  std::string name;                  ///< of the file or files; may be empty
  std::shared_ptr<const Pose> pose;  ///< the pose in the file
  bool has_more = false;  ///< the file poses bones or morphs that the model lacks: saving loses them
};

/// One model of an arrangement. An attached model is one whose place has a carrier.
struct Figure {
  std::size_t number = 0;  ///< unique in the arrangement, never 0; places name carriers by it
  std::shared_ptr<const LoadedFigure> loaded;  ///< shared by the copies of an arrangement
  std::shared_ptr<const Pose> edited;          ///< in place of the loaded poses; null: as loaded
  std::vector<std::uint8_t> ik_chains;         ///< of `edited`, as EvaluationSwitches::ik_chains
  std::optional<Shows> shows;                  ///< unset: as loaded
  ScenePlace place;
  std::vector<MorphWeight> morphs;      ///< over its poses and motions
  std::vector<BoneRotation> rotations;  ///< likewise
  std::optional<LookAt> look_at;
  std::vector<MorphWeight> rest_morphs;        ///< over the rest pose
  std::vector<std::int32_t> hidden_materials;  ///< ascending
  std::vector<std::int32_t> pins;              ///< hands and feet that edits leave where they are
  std::vector<std::int32_t> frozen;            ///< ascending: bones that physics leaves to the pose
  bool visible = true;                         ///< false hides it even where its motion shows it
  bool attached = false;                       ///< was loaded with the figure that it follows in the list
  std::shared_ptr<PoseOrigin> origin;          ///< of `edited`; null: nobody edits it

  const Model& model() const { return loaded->model(); }
  bool moves() const { return !loaded->motions.empty(); }
  bool operator==(const Figure& other) const = default;
};

struct Arrangement {
  std::vector<Figure> figures;  ///< in drawing order
  std::size_t active = 0;       ///< number of the subject; 0: the first figure
  Evaluation evaluation;
  PhysicsChoice physics;  ///< unset is off
  RenderSettings look;    ///< without the highlighted bone, which has a name here
  std::string highlight;  ///< bone of the subject; empty: none
  LightChoice light;
  CameraChoice camera;
  double frame = 0.0;  ///< at which it is shown first

  /// The figure that bones and morphs are named for, that views of a face show and that is compared.
  const Figure& subject() const { return figures[subject_index()]; }
  std::size_t subject_index() const;
  /// The index of a figure; figures.size() if there is none of that number.
  std::size_t index_of(std::size_t number) const;
  /// The figure with that number; null if there is none.
  const Figure* find(std::size_t number) const;
  Figure* find(std::size_t number);
};

/// Whether the carriers of a figure lead back to it. It then stands by itself, and so does the first figure.
bool hangs_on_itself(const std::vector<Figure>& figures, std::size_t index);

/// The figures that were not loaded with another one, in drawing order.
std::vector<const Figure*> own_figures(const Arrangement& arrangement);

/// Samples what a figure shows: its files, and what the arrangement lays over them.
PoseSampler sampler_of(const Figure& figure);
/// Gives a sampler of the figure's files what the arrangement lays over them.
void lay_over(const Figure& figure, PoseSampler& sampler);

/// A model that was loaded with a figure (LoadedFigure::attached), on that figure or beside it.
Figure attached_figure(const AttachedModel& attached, std::size_t number, std::size_t carrier);

/// One of its figures without the others, at the origin.
Arrangement alone(const Arrangement& arrangement, std::size_t figure);

/// Whether both have the same figures of the same models, in whatever poses and places.
bool same_models(const Arrangement& a, const Arrangement& b);
/// Whether both give the same poses and bodies: they differ at most in look, light, camera and frame.
bool same_motion(const Arrangement& a, const Arrangement& b);

/// The arrangement to compare with: without append, IK or physics, or with the subject in another pose or
/// motion, or as another model. `what`: "append", "ik", "physics" or a file. Errors: as load_compared().
Result<Arrangement> compared(const Arrangement& arrangement, const std::string& what,
                             std::string_view asked_by);
/// The same with what load_compared() loaded: null for a switch.
Arrangement compared_with(const Arrangement& arrangement, const std::string& what,
                          const std::shared_ptr<const LoadedFigure>& other);

}  // namespace mmd
