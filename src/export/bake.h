#pragma once

// Baking: physics, IK and whatever else moves bones becomes a pose or keys of all bones, for programs that
// have none of it (semantics, "Baking").

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/diagnostic.h"
#include "base/result.h"
#include "document/document.h"
#include "document/pose_sampler.h"
#include "formats/vmd.h"
#include "pose/pose.h"
#include "scene/choices.h"

namespace mmd {

/// What is baked.
struct BakeSource {
  const Document& document;
  PoseSampler& sampler;  ///< of the document
  EvaluationChoice evaluation;
  std::optional<PhysicsChoice> physics;  ///< none: bodies are left out
};

/// How far the replay is from what was baked.
struct BakeError {
  float distance = 0.0f;  ///< of the bone that is farthest off, MMD units
  std::int32_t bone = none;
  double frame = 0.0;
};

struct BakedPose {
  Pose pose;
  BakeError error;
  Diagnostics diagnostics;
};

/// Bakes one frame. Played without IK and physics, but with append and morphs, the pose has every bone where
/// it was.
BakedPose bake_pose(const BakeSource& source, double frame);

struct BakedMotion {
  vmd::File file;
  std::size_t sampled_keys = 0;  ///< of bones, before any is left out
  BakeError error;               ///< at the frames that were sampled
  BakeError between;             ///< at the frames of the motion between these
  Diagnostics diagnostics;
};

/// The frames that are baked: of a motion from `first` to `last`; a held pose has one.
struct BakeRange {
  double first = 0.0, last = 0.0;
  bool holds() const { return first == last; }
};

/// Bakes a range of frames, which keep their numbers; a single one becomes frame 0. IK is off in the file,
/// and so is the physics of bones that bodies moved. Camera, light and self shadow are not in it. `progress`:
/// told the share that is done. Errors: a range of more than a million frames, out of memory.
Result<BakedMotion> bake_motion(const BakeSource& source, const BakeChoice& choice, const BakeRange& range,
                                const std::function<void(double share)>& progress = {});

}  // namespace mmd
