#pragma once

// A motion for avatars (VRMC_vrm_animation 1.0, .vrma): rotations of humanoid bones, the way of the hips and
// weights of expressions. It has no model and fits any avatar.

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "export/bake_frames.h"
#include "export/exchange_motion.h"
#include "export/vrm_avatar.h"
#include "scene/load.h"

namespace mmd {

/// The motion relative to VRM's T-pose, in which all bones have rotation zero; metres.
struct VrmAnimation {
  struct Bone {
    std::string name;             ///< "leftUpperArm"
    std::size_t parent;           ///< index of the humanoid bone above it; its own index for the hips
    vec3 rest{0.0f};              ///< position in T-pose
    std::vector<quat> rotations;  ///< relative to the parent
  };
  struct Expression {
    bool is_custom = false;      ///< not one of VRM's presets
    std::string name;            ///< "aa"
    std::vector<float> weights;  ///< 0-1
  };
  std::string name;
  std::vector<float> times;  ///< seconds, ascending; every track has a value for each
  std::vector<Bone> bones;   ///< parents come first, so the hips are first
  std::vector<vec3> hips;    ///< positions of the hips
  std::vector<Expression> expressions;
};

/// Samples frames of a session's first model. Bones between humanoid ones, append, IK and physics go into the
/// humanoid bones. `choice`: of expressions. Errors: the model lacks bones that VRM requires; too many
/// samples.
Result<VrmAnimation> sample_vrm_animation(Session& session, const ExchangeSampling& sampling,
                                          const ExpressionChoice& choice = {},
                                          const std::function<void(double share)>& progress = {});

/// The bytes of a .vrma. Errors: as write_glb().
Result<Bytes> write_vrma(const VrmAnimation& animation);

}  // namespace mmd
