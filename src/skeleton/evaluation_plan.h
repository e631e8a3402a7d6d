#pragma once

// Skeleton::steps in stages, made once per skeleton: the form in which a whole pose is evaluated fastest.

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// A bone that appends another's transform, or that IK may turn.
struct LocalStep {
  std::int32_t bone = none;
  Append append;
  vec3 source_rest{0.0f};
  bool is_link = false;
};

/// Places a bone below its parent.
struct PlaceStep {
  std::int32_t bone = none;
  std::int32_t parent = 0;  ///< palette index; for roots the last (the identity)
  vec3 rest{0.0f};
};

/// A bone with a fixed axis (semantics, "From pose to bone matrices", 1).
struct FixedAxis {
  std::int32_t bone = none;
  vec3 axis{0.0f};  ///< unit or zero
};

struct StepRange {
  std::uint32_t first = 0, last = 0;
};

/// First local transforms, then placings, then chains, which do not depend on each other.
struct EvaluationStage {
  StepRange locals;  ///< into EvaluationPlan::locals
  StepRange places;  ///< into EvaluationPlan::places; parents first
  StepRange chains;  ///< into EvaluationPlan::chains
};

struct EvaluationPlan {
  std::vector<FixedAxis> fixed_axes;  ///< ordered by bone
  std::vector<LocalStep> locals;      ///< without bones that neither append nor are links
  std::vector<PlaceStep> places;
  std::vector<std::int32_t> chains;  ///< without chains that do nothing
  std::vector<EvaluationStage> stages;
  std::vector<std::uint8_t> is_link;  ///< by bone: whether a chain may turn it
  /// Whether a chain turns a bone that an earlier step has read. This needs a goal below a link of its own
  /// chain, a cycle that was cut, or a chain that MMD solves before one above it.
  bool has_early_readers = false;
};

EvaluationPlan plan_evaluation(const Skeleton& skeleton);

LocalStep local_step(const Skeleton& skeleton, std::int32_t bone, bool is_link);
PlaceStep place_step(const Skeleton& skeleton, std::int32_t bone);
/// The palette index of a bone's parent, or of the identity.
std::int32_t palette_parent(const Skeleton& skeleton, std::int32_t bone);

}  // namespace mmd
