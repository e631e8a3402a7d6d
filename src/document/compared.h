#pragma once

// The other state of a comparison: without append, IK or physics, or in another pose or motion.

#include <optional>
#include <string>
#include <string_view>

#include "document/pose_sampler.h"
#include "document/simulation.h"
#include "scene/comparison.h"

namespace mmd {

/// Loads the pose or motion that is compared with, for the document's model; nullopt if `what` names a
/// switch, "append", "ik" or "physics", or is empty. `asked_by` ("--compare") stands in the errors. Errors:
/// no such file, a model.
Result<std::optional<Document>> load_compared(const std::string& what, const Document& document,
                                              std::string_view asked_by);

/// Puts `other`, an actor of the same model, into the state to compare `first` with: as `first`, but without
/// append or without IK (with it if `first` is without it) or without physics, or as `other_state` says if
/// that is not null.
void set_other_state(const std::string& what, const EvaluationChoice& choice, const Actor& first,
                     const PosedState* other_state, Actor& other);

/// How the bodies of the other state are simulated.
struct OtherBodies {
  PoseSampler& sampler;  ///< of the other state
  double frame = 0.0;
  const PhysicsChoice& physics;
  std::vector<AnimatedActor> beside;  ///< further models, as in the scene
};

/// The scene's subject, the actors beside it, and their other state, measured. `bodies`: null if none
/// are simulated.
Comparison compare(const std::string& what, const EvaluationChoice& choice, const Scene& scene,
                   const PosedState* other_state, const OtherBodies* bodies = nullptr);

/// The note that the two states are the same, with a reason as its hint; nullopt if a vertex moves.
/// `asked_by` as above.
std::optional<Diagnostic> stillness(const std::string& what, const Model& model, const Comparison& comparison,
                                    std::string_view asked_by);

}  // namespace mmd
