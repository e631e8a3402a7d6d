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

inline bool operator==(const MorphWeight& a, const MorphWeight& b) {
  return a.morph == b.morph && a.weight == b.weight;
}

/// One model of an arrangement. An attached model is one whose place has a carrier.
struct Figure {
  std::size_t number = 0;  ///< unique in the arrangement, never 0; places name carriers by it
  std::shared_ptr<const LoadedFigure> loaded;  ///< shared by the copies of an arrangement
  std::shared_ptr<const Pose> edited;          ///< in place of the loaded poses; null: as loaded
  std::vector<std::uint8_t> ik_chains;         ///< of `edited`, as EvaluationSwitches::ik_chains
  std::optional<Shows> shows;                  ///< unset: as loaded
  ScenePlace place;
  std::vector<MorphWeight> morphs;             ///< over its poses and motions
  std::vector<std::int32_t> hidden_materials;  ///< ascending
  bool visible = true;                         ///< false hides it even where its motion shows it

  const Model& model() const { return loaded->model(); }
  bool moves() const { return !loaded->motions.empty(); }
  bool operator==(const Figure& other) const = default;
};

struct Arrangement {
  std::vector<Figure> figures;  ///< in drawing order; the first is the subject
  Evaluation evaluation;
  PhysicsChoice physics;  ///< unset is off
  RenderSettings look;    ///< without the highlighted bone, which has a name here
  std::string highlight;  ///< bone of the subject; empty: none
  LightChoice light;
  CameraChoice camera;
  double frame = 0.0;  ///< at which it is shown first

  const Figure& subject() const { return figures.front(); }
  /// The index of a figure; figures.size() if there is none of that number.
  std::size_t index_of(std::size_t number) const;
};

/// Whether both have the same models at the same places, in whatever poses.
bool same_models(const Arrangement& a, const Arrangement& b);
/// Whether both give the same poses and bodies: they differ at most in look, light, camera and frame.
bool same_motion(const Arrangement& a, const Arrangement& b);

/// The arrangement to compare with: without append, IK or physics, or with the subject in another pose or
/// motion. `what`: "append", "ik", "physics" or a file. Errors: as load_compared().
Result<Arrangement> compared(const Arrangement& arrangement, const std::string& what,
                             std::string_view asked_by);

}  // namespace mmd
