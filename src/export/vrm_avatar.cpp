#include "export/vrm_avatar.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/rotations.h"
#include "model/body_parts.h"
#include "pose/limb_reach.h"

namespace mmd {
namespace {

using HumanBones = std::map<std::string, std::int32_t>;

/// The human bones that were found. Error: a bone that a VRM requires is missing.
Result<HumanBones> whole_body(const std::vector<HumanBone>& humans, const std::vector<std::string>& refused) {
  if (const auto missing = missing_human_bones(humans); !missing.empty())
    return fail(
        fmt::format("a VRM needs the bones of a human body; not found: {}", fmt::join(missing, ", ")),
        refused.empty()
            ? "give its bones MikuMikuDance's usual names (頭, 左腕 …), or choose bones for them; .glb works "
              "for any model"
            : fmt::format("{}", fmt::join(refused, "; ")));
  HumanBones out;
  for (const HumanBone& human : humans)
    if (human.bone != none) out[human.name] = human.bone;
  return out;
}

std::vector<std::int32_t> eyes_of(const HumanBones& bones) {
  std::vector<std::int32_t> out;
  for (const char* eye : {"leftEye", "rightEye"})
    if (const auto found = bones.find(eye); found != bones.end()) out.push_back(found->second);
  return out;
}

/// The middle between the eyes, from the head.
vec3 eyes_from_head(const Model& model, const std::vector<std::int32_t>& eyes, std::int32_t head) {
  const auto rest = [&](std::int32_t bone) { return model.bone(bone).rest; };
  vec3 sum(0.0f);
  for (const std::int32_t eye : eyes) sum += rest(eye) - rest(head);
  return sum / static_cast<float>(eyes.size());
}

/// Constraints for the human bones. None follows an eye, because programs rotate eyes after constraints.
std::vector<VrmFollower> followers_of(const Model& model, const HumanBones& bones,
                                      const std::vector<std::int32_t>& eyes) {
  std::vector<std::int32_t> human;
  for (const auto& [name, bone] : bones) human.push_back(bone);
  std::vector<VrmFollower> out = find_followers(model.skeleton, human);
  std::erase_if(out, [&](const VrmFollower& follower) {
    return std::find(eyes.begin(), eyes.end(), follower.source) != eyes.end();
  });
  return out;
}

/// Stretches an arm sideways. `outward`: +1 to the left, -1 to the right.
void stretch(const Model& model, const ArmBones& arm, float outward, Pose& pose) {
  const auto rest = [&](std::int32_t bone) { return model.bone(bone).rest; };
  const vec3 side(outward, 0.0f, 0.0f);
  const quat upper = turn_between(rest(arm.elbow) - rest(arm.shoulder), side);
  pose.rotation[static_cast<std::size_t>(arm.shoulder)] = upper;
  pose.rotation[static_cast<std::size_t>(arm.elbow)] =
      turn_between(rest(arm.wrist) - rest(arm.elbow), glm::conjugate(upper) * side);
}

/// Whether the bone is part of the arm from shoulder joint to wrist, including twist bones.
bool is_of_arm(const Model& model, const ArmBones& arm, std::int32_t bone) {
  return bone == arm.shoulder || bone == arm.elbow || bone == arm.wrist ||
         (hangs_on(model, bone, arm.shoulder) && hangs_on(model, arm.wrist, bone));
}

}  // namespace

Result<VrmAvatar> make_avatar(const Model& model, const ExchangeModel& exchange,
                              const ExpressionChoice& choice) {
  VrmAvatar out;
  out.name = model.name.empty() ? "unknown" : model.name;
  out.meta = strictest_meta();
  const std::string& terms = model.comment.empty() ? model.comment_english : model.comment;
  if (!terms.empty()) out.meta["copyrightInformation"] = terms;
  const std::vector<HumanBone> humans = human_bones_of(model);
  out.refused = refused_human_bones(model, humans);
  MMD_TRY(const HumanBones bones, whole_body(humans, out.refused));
  out.bones.assign(bones.begin(), bones.end());
  const std::vector<std::int32_t> eyes = eyes_of(bones);
  out.followers = followers_of(model, bones, eyes);
  VrmExpressions found = find_expressions(model, exchange.morphs, choice);
  out.expressions = std::move(found.expressions);
  out.left_out = std::move(found.left_out);
  out.unusable = std::move(found.unusable);
  set_overrides(exchange, eyes, out.expressions);
  if (const auto head = bones.find("head"); head != bones.end() && !eyes.empty())
    out.eyes_from_head = eyes_from_head(model, eyes, head->second);
  return out;
}

void stand_in_t_pose(Figure& figure) {
  const Model& model = figure.model();
  const auto& chains = model.skeleton.ik_chains;
  auto pose = std::make_shared<Pose>(model);
  figure.ik_chains.assign(chains.size(), 1);
  float outward = 1.0f;
  for (const ArmBones& arm : arms_of(model)) {
    if (arm.is_whole()) {
      stretch(model, arm, outward, *pose);
      for (std::size_t c = 0; c < chains.size(); ++c)
        if (std::any_of(chains[c].links.begin(), chains[c].links.end(),
                        [&](const IkLink& link) { return is_of_arm(model, arm, link.bone); }))
          figure.ik_chains[c] = 0;
    }
    outward = -outward;
  }
  figure.edited = std::move(pose);
  figure.shows = Shows::pose;
}

}  // namespace mmd
