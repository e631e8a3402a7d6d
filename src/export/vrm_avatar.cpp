#include "export/vrm_avatar.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/rotations.h"
#include "model/body_parts.h"

namespace mmd {
namespace {

/// Parents come before children.
constexpr HumanBoneRow human_bones[] = {
    {"spine", "上半身", "", true},
    {"chest", "上半身2", "spine"},
    {"upperChest", "上半身3", "chest"},
    {"neck", "首", "upperChest,chest,spine"},
    {"head", "頭", "neck,upperChest,chest,spine", true},
    {"leftEye", "左目", "head"},
    {"leftShoulder", "左肩", "upperChest,chest,spine"},
    {"leftUpperArm", "左腕", "leftShoulder,upperChest,chest,spine", true},
    {"leftLowerArm", "左ひじ", "leftUpperArm", true},
    {"leftHand", "左手首", "leftLowerArm", true},
    // VRM's thumb starts at the first bone, however many bones a model's thumb has.
    {"leftThumbMetacarpal", "左親指０,左親指１", "leftHand"},
    {"leftThumbProximal", "左親指１,左親指２", "leftThumbMetacarpal"},
    {"leftThumbDistal", "左親指２", "leftThumbProximal"},
    {"leftIndexProximal", "左人指１", "leftHand"},
    {"leftIndexIntermediate", "左人指２", "leftIndexProximal"},
    {"leftIndexDistal", "左人指３", "leftIndexIntermediate"},
    {"leftMiddleProximal", "左中指１", "leftHand"},
    {"leftMiddleIntermediate", "左中指２", "leftMiddleProximal"},
    {"leftMiddleDistal", "左中指３", "leftMiddleIntermediate"},
    {"leftRingProximal", "左薬指１", "leftHand"},
    {"leftRingIntermediate", "左薬指２", "leftRingProximal"},
    {"leftRingDistal", "左薬指３", "leftRingIntermediate"},
    {"leftLittleProximal", "左小指１", "leftHand"},
    {"leftLittleIntermediate", "左小指２", "leftLittleProximal"},
    {"leftLittleDistal", "左小指３", "leftLittleIntermediate"},
    // The D bones, which follow the leg bones by append, move the vertices.
    {"leftUpperLeg", "左足", "", true, "左足D"},
    {"leftLowerLeg", "左ひざ", "leftUpperLeg", true, "左ひざD"},
    {"leftFoot", "左足首", "leftLowerLeg", true, "左足首D"},
    {"leftToes", "左つま先", "leftFoot", false, "左足先EX"},
};

constexpr std::string_view left_side = "left";

std::string right_name(std::string name) {
  if (name.compare(0, left_side.size(), left_side) == 0) name.replace(0, left_side.size(), "right");
  return name;
}

using HumanBones = std::map<std::string, std::int32_t>;

bool hangs_below(const Model& model, std::int32_t bone, std::int32_t above) {
  while (bone != none && bone != above) bone = model.skeleton.bones[static_cast<std::size_t>(bone)].parent;
  return bone == above;
}

/// Finds the bones of all rows on both sides. `copies`: prefer HumanBoneRow::copy.
class HumanBoneFinder {
 public:
  HumanBoneFinder(const Model& model, bool copies) : model_(model), names_(model), copies_(copies) {
    for (const HumanBoneRow& row : human_bones) {
      find(row, false);
      if (row.name.substr(0, left_side.size()) == left_side) find(row, true);
    }
    find_hips();
  }
  const HumanBones& bones() const { return bones_; }
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  void find(const HumanBoneRow& row, bool right) {
    const std::string name = right ? right_name(std::string(row.name)) : std::string(row.name);
    std::vector<std::string> candidates = split_list(row.bones);
    if (copies_ && !row.copy.empty()) candidates.emplace(candidates.begin(), row.copy);
    for (const std::string& candidate : candidates) {
      const std::int32_t bone = names_.find(right ? right_of(candidate) : candidate);
      if (bone == none || !fits(row, right, bone)) continue;
      bones_[name] = bone;
      return;
    }
    if (row.required) missing_.push_back(name);
  }

  bool fits(const HumanBoneRow& row, bool right, std::int32_t bone) const {
    if (row.below.empty()) return true;
    for (const std::string& parent : split_list(row.below)) {
      const auto above = bones_.find(right ? right_name(parent) : parent);
      if (above != bones_.end()) return bone != above->second && hangs_below(model_, bone, above->second);
    }
    return false;
  }

  /// The hips are the nearest common ancestor of spine and legs, because MMD has no such bone.
  void find_hips() {
    std::array<std::int32_t, 3> ends{};
    std::size_t count = 0;
    for (const char* name : {"spine", "leftUpperLeg", "rightUpperLeg"})
      if (const auto found = bones_.find(name); found != bones_.end()) ends[count++] = found->second;
    if (count < ends.size()) return missing_.push_back("hips");
    std::int32_t hips = model_.skeleton.bones[static_cast<std::size_t>(ends[0])].parent;
    while (hips != none && !(hangs_below(model_, ends[1], hips) && hangs_below(model_, ends[2], hips)))
      hips = model_.skeleton.bones[static_cast<std::size_t>(hips)].parent;
    const auto is_below_hips = [&](std::int32_t end) { return is_nearest_above(hips, end); };
    if (hips == none || !std::all_of(ends.begin(), ends.end(), is_below_hips))
      return missing_.push_back("hips");
    bones_["hips"] = hips;
  }

  /// Whether no human bone is between both: the hips are VRM's parent of spine and legs.
  bool is_nearest_above(std::int32_t above, std::int32_t bone) const {
    do {
      bone = model_.skeleton.bones[static_cast<std::size_t>(bone)].parent;
      if (bone == above) return true;
    } while (bone != none && std::none_of(bones_.begin(), bones_.end(),
                                          [&](const auto& human) { return human.second == bone; }));
    return false;
  }

  const Model& model_;
  StandardBones names_;
  bool copies_;
  HumanBones bones_;
  std::vector<std::string> missing_;
};

Result<HumanBones> find_human_bones(const Model& model) {
  const HumanBoneFinder with_copies(model, true);
  if (with_copies.missing().empty()) return with_copies.bones();
  const HumanBoneFinder without(model, false);
  if (without.missing().empty()) return without.bones();
  return fail(fmt::format("a VRM needs the bones of a human body; not found: {}",
                          fmt::join(with_copies.missing(), ", ")),
              "give its bones MikuMikuDance's usual names (頭, 左腕 …); .glb works for any model");
}

std::vector<std::int32_t> eyes_of(const HumanBones& bones) {
  std::vector<std::int32_t> out;
  for (const char* eye : {"leftEye", "rightEye"})
    if (const auto found = bones.find(eye); found != bones.end()) out.push_back(found->second);
  return out;
}

/// The middle between the eyes, from the head.
vec3 eyes_from_head(const Model& model, const std::vector<std::int32_t>& eyes, std::int32_t head) {
  const auto rest = [&](std::int32_t bone) {
    return model.skeleton.bones[static_cast<std::size_t>(bone)].rest;
  };
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
  const auto rest = [&](std::int32_t bone) {
    return model.skeleton.bones[static_cast<std::size_t>(bone)].rest;
  };
  const vec3 side(outward, 0.0f, 0.0f);
  const quat upper = turn_between(rest(arm.elbow) - rest(arm.shoulder), side);
  pose.rotation[static_cast<std::size_t>(arm.shoulder)] = upper;
  pose.rotation[static_cast<std::size_t>(arm.elbow)] =
      turn_between(rest(arm.wrist) - rest(arm.elbow), glm::conjugate(upper) * side);
}

/// Whether the bone is part of the arm from shoulder joint to wrist, including twist bones.
bool is_of_arm(const Model& model, const ArmBones& arm, std::int32_t bone) {
  return bone == arm.shoulder || bone == arm.elbow || bone == arm.wrist ||
         (hangs_below(model, bone, arm.shoulder) && hangs_below(model, arm.wrist, bone));
}

}  // namespace

std::span<const HumanBoneRow> human_bone_rows() {
  return human_bones;
}

std::vector<HumanBone> human_bones_of(const Model& model) {
  const HumanBoneFinder with_copies(model, true), without(model, false);
  const HumanBones& found = with_copies.missing().empty() ? with_copies.bones() : without.bones();
  std::vector<HumanBone> out;
  const auto add = [&](std::string name, std::string usual, bool required) {
    const auto bone = found.find(name);
    out.push_back({std::move(name), std::move(usual), bone != found.end() ? bone->second : none, required});
  };
  add("hips", "", true);
  for (const HumanBoneRow& row : human_bones) {
    const std::string usual = split_list(row.bones).front();
    add(std::string(row.name), usual, row.required);
    if (row.name.starts_with(left_side))
      add(right_name(std::string(row.name)), right_of(usual), row.required);
  }
  return out;
}

Result<VrmAvatar> make_avatar(const Model& model, const ExchangeModel& exchange,
                              const ExpressionChoice& choice) {
  VrmAvatar out;
  out.name = model.name.empty() ? "unknown" : model.name;
  out.meta = strictest_meta();
  const std::string& terms = model.comment.empty() ? model.comment_english : model.comment;
  if (!terms.empty()) out.meta["copyrightInformation"] = terms;
  MMD_TRY(const HumanBones bones, find_human_bones(model));
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

std::array<ArmBones, 2> arms_of(const Model& model) {
  const StandardBones names(model);
  const auto find = [&](const char* left, bool right) { return names.find(right ? right_of(left) : left); };
  std::array<ArmBones, 2> out;
  for (const bool right : {false, true})
    out[right ? 1 : 0] = {find("左腕", right), find("左ひじ", right), find("左手首", right)};
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
