#pragma once

// The parts of a VRM 1.0 beyond glTF: humanoid bones, expressions, terms (tables: docs/user/export.md).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "export/exchange_model.h"
#include "export/human_bones.h"
#include "export/vrm_expressions.h"
#include "export/vrm_meta.h"
#include "export/vrm_springs.h"
#include "model/model.h"
#include "scene/scene.h"
#include "session/arrangement.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// A bone that takes the share `weight` of another bone's rotation.
struct VrmFollower {
  enum class Kind : std::uint8_t {
    rotation,  ///< of the whole rotation
    roll,      ///< of the twist about X
    aim_left,  ///< X points at the source
    aim_right  ///< -X points at the source
  };
  std::int32_t bone = none, source = none;  ///< in ExchangeModel::bones
  float weight = 1.0f;                      ///< 0-1, not 0
  Kind kind = Kind::rotation;
};

/// VRM 0.x, which older programs read, has other conventions: the figure faces -Z and no bone is turned.
enum class VrmVersion : std::uint8_t { one, zero };

/// How far eyes turn to a target, degrees. They sit deep in models for MMD, so a tenth of the angle is much.
inline constexpr double gaze_sideways = 10.0, gaze_up_and_down = 8.0;

struct VrmAvatar {
  VrmVersion version = VrmVersion::one;
  std::string name;
  VrmMeta meta;  ///< the strictest terms, with the model's comment as copyrightInformation
  std::vector<std::pair<std::string, std::int32_t>> bones;  ///< "leftUpperArm" and the model's bone
  std::vector<std::string> refused;                         ///< refused_human_bones()
  std::vector<VrmFollower> followers;
  std::vector<VrmExpression> expressions;
  std::vector<std::string> left_out;   ///< morphs with vertices that are no expression
  std::vector<std::string> unusable;   ///< VrmExpressions::unusable
  std::optional<vec3> eyes_from_head;  ///< MMD units; unset: the gaze moves no bones
  VrmSprings springs;
  std::optional<ExchangeImage> thumbnail;  ///< square
};

/// Finds the avatar's bones and expressions. `exchange`: the converted model, whose morphs make the
/// expressions. Error: required bones are missing or are not below the hips.
Result<VrmAvatar> make_avatar(const Model& model, const ExchangeModel& exchange,
                              const ExpressionChoice& choice = {});

/// Gives the figure VRM's T-pose in place of its poses and motions: upper and lower arms straight to the
/// sides, all other bones at rest. Switches off IK chains that would rotate the arms; other chains stay on,
/// so that a sleeve with IK follows its arm.
void stand_in_t_pose(Figure& figure);

/// Adds bones that spread the twist of VRM's arms and hands as 腕捩 and 手捩 do, which VRM does not know, and
/// binds vertices to them (docs/user/export.md, "VRM"). `exchange`: in VRM's T pose.
void add_twist_bones(const Model& model, ExchangeModel& exchange, std::vector<VrmFollower>& followers);

/// Makes model and avatar those of VRM 0.x: vertices, normals and morphs as in the T pose and turned to face
/// -Z, bones without rotation, no followers, and a chest and a neck, which 0.x requires.
void turn_into_vrm_zero(ExchangeModel& exchange, VrmAvatar& avatar);

/// Sets the lessens_… flags of expressions other than blinks, mouth expressions and those of the brows. A
/// smile that shuts the eyes and a blink would together move the lids twice as far. `eyes`: the bones that
/// the gaze rotates.
void set_overrides(const ExchangeModel& model, std::span<const std::int32_t> eyes,
                   std::vector<VrmExpression>& expressions);

/// The bones that MMD rotates together with a bone of `human` (in any order), for which VRM needs
/// constraints: bones with rotation append, and the upper link of an IK chain (a sleeve) whose goal is a
/// descendant of a human bone with nearly the same pivot. Sources come before their followers.
std::vector<VrmFollower> find_followers(const Skeleton& skeleton, std::span<const std::int32_t> human);

}  // namespace mmd
