#pragma once

// What a VRM 1.0 says beyond a glTF: which bones make a person, which morphs make expressions, and its terms
// of use (docs/user/export.md has the tables).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "export/exchange_model.h"
#include "model/model.h"
#include "scene/scene.h"
#include "skeleton/skeleton.h"

namespace mmd {

struct VrmExpression {
  std::string name;  ///< "aa"
  /// Whether blinking, the mouth's expressions or the gaze stop while it shows: they move the same vertices.
  bool stops_blink = false, stops_mouth = false, stops_look = false;
  struct Bind {
    std::size_t morph = 0;  ///< of ExchangeModel::morphs
    float weight = 0.0f;    ///< 0-1
  };
  std::vector<Bind> binds;
};

/// A bone that turns with another one: as much of its rotation as `weight` says.
struct VrmFollower {
  std::int32_t bone = none, source = none;
  float weight = 1.0f;  ///< 0-1, not 0
};

struct VrmAvatar {
  std::string name;
  std::string terms;  ///< what the model says about itself, word by word
  std::vector<std::pair<std::string, std::int32_t>> bones;  ///< "leftUpperArm" and the model's bone
  std::vector<VrmFollower> followers;
  std::vector<VrmExpression> expressions;
};

/// A humanoid bone and the bones of models that are it: the first that is there.
struct HumanBoneRow {
  std::string_view name;   ///< VRM's; "left…" stands for both sides
  std::string_view bones;  ///< "左親指０,左親指１"
  std::string_view below;  ///< which of VRM's it hangs on: the first that the model has; empty: the hips
  bool required = false;
  std::string_view copy = {};  ///< what follows the bone by append, and is taken in its place: "左足D"
};
std::span<const HumanBoneRow> human_bone_rows();

/// An expression and the morphs that are it: the first that is there.
struct ExpressionRow {
  std::string_view name, morphs;
};
std::span<const ExpressionRow> expression_rows();

/// Error: bones without which there is no avatar are missing, or do not hang below the hips.
/// `exchange`: what becomes of the model; expressions are made of its morphs.
Result<VrmAvatar> make_avatar(const Model& model, const ExchangeModel& exchange);

/// Gives the actor the pose in which VRM wants models to stand: upper and lower arms straight out to the
/// sides, all other bones at rest. Switches the IK chains off that would turn the stretched arms; all others
/// work as in any pose, so that a sleeve that IK brings to its arm follows. Morph weights stay as they are.
void stand_in_t_pose(Actor& actor);

/// Sets of each expression that is neither a blink nor one of the mouth's what it stops: whatever moves the
/// same vertices, so that eyes which a smile has shut do not shut twice. `eyes`: the bones that the gaze
/// turns.
void set_overrides(const ExchangeModel& model, std::span<const std::int32_t> eyes,
                   std::vector<VrmExpression>& expressions);

/// The bones that MMD turns when one of `human` (bones, in any order) turns, and that a VRM turns only if it
/// says so: those that append a rotation, and the upper link of IK whose goal hangs on the human bone and
/// that turns about nearly the same place, as sleeves do. Sources come before what follows them.
std::vector<VrmFollower> find_followers(const Skeleton& skeleton, std::span<const std::int32_t> human);

}  // namespace mmd
