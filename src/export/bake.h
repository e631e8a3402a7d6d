#pragma once

// Baking converts the result of physics, IK and all other bone motion into a pose or keys of all bones, for
// programs without these features (semantics, "Baking").

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/diagnostic.h"
#include "base/result.h"
#include "formats/vmd.h"
#include "pose/pose.h"
#include "scene/choices.h"
#include "session/session.h"

namespace mmd {

/// The largest difference between the original bones and their replay.
struct BakeError {
  float distance = 0.0f;  ///< MMD units
  std::int32_t bone = none;
  double frame = 0.0;
};

struct BakedPose {
  Pose pose;
  BakeError error;
  Diagnostics diagnostics;
};

/// Bakes one frame of a session's first model. Without IK and physics, but with append and morphs, the pose
/// gives the same bones.
BakedPose bake_pose(Session& session, double frame);

struct BakedMotion {
  vmd::File file;
  std::size_t sampled_keys = 0;  ///< number of bone keys before thinning
  BakeError error;               ///< at the sampled frames
  BakeError between;             ///< at the other frames
  Diagnostics diagnostics;
};

/// A warning if the file has more keys than MikuMikuDance loads: 600,000, as users report it (unconfirmed).
std::optional<Diagnostic> too_many_keys(const vmd::File& file);

/// The frames to bake, from `first` to `last`; a still pose has one.
struct BakeRange {
  double first = 0.0, last = 0.0;
  bool holds() const { return first == last; }
};

/// Bakes a range of frames of a session's first model. Frames keep their numbers; a single one becomes frame
/// 0. The file switches off IK, and physics of bones that bodies moved. It contains no camera, light and self
/// shadow. `progress` receives the finished share, 0-1. Errors: a range of more than a million frames; out of
/// memory.
Result<BakedMotion> bake_motion(Session& session, const BakeChoice& choice, const BakeRange& range,
                                const std::function<void(double share)>& progress = {});

}  // namespace mmd
