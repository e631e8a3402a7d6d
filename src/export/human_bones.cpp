#include "export/human_bones.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "export/vrm_expressions.h"
#include "model/body_parts.h"
#include "pose/limb_reach.h"

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

constexpr std::string_view left_side = "left", hips = "hips";

std::string right_name(std::string name) {
  if (name.compare(0, left_side.size(), left_side) == 0) name.replace(0, left_side.size(), "right");
  return name;
}

/// Finds the bones of all rows on both sides. `copies`: prefer HumanBoneRow::copy.
class HumanBoneFinder {
 public:
  HumanBoneFinder(const Model& model, bool copies) : model_(model), names_(model), copies_(copies) {
    add(std::string(hips), "", true);
    for (const HumanBoneRow& row : human_bones) {
      const std::string usual = split_list(row.bones).front();
      add(std::string(row.name), usual, row.required);
      if (row.name.starts_with(left_side))
        add(right_name(std::string(row.name)), right_of(usual), row.required);
    }
    for (const HumanBoneRow& row : human_bones) {
      find(row, false);
      if (row.name.starts_with(left_side)) find(row, true);
    }
    find_hips();
  }
  bool is_whole() const { return missing_human_bones(out_).empty(); }
  std::vector<HumanBone> take() { return std::move(out_); }

 private:
  void add(std::string name, std::string usual, bool required) {
    if (const auto given = model_.given_names.find(name); given != model_.given_names.end())
      chosen_.emplace(name, given->second);
    HumanBone& bone = out_.emplace_back();
    bone.name = std::move(name);
    bone.usual = std::move(usual);
    bone.required = required;
  }
  HumanBone& at(std::string_view name) {
    return *std::find_if(out_.begin(), out_.end(), [&](const HumanBone& b) { return b.name == name; });
  }

  void find(const HumanBoneRow& row, bool right) {
    HumanBone& human = at(right ? right_name(std::string(row.name)) : std::string(row.name));
    if (const auto chosen = chosen_.find(human.name); chosen != chosen_.end()) {
      take_chosen(human, chosen->second, fault_of(row, right, chosen->second));
      if (human.is_chosen) return;
    }
    std::vector<std::string> candidates = split_list(row.bones);
    if (copies_ && !row.copy.empty()) candidates.emplace(candidates.begin(), row.copy);
    for (const std::string& candidate : candidates) {
      const std::int32_t bone = names_.find(right ? right_of(candidate) : candidate);
      if (bone == none || is_chosen_elsewhere(human.name, bone) ||
          fault_of(row, right, bone).first != HumanBoneFault::none)
        continue;
      human.bone = bone;
      return;
    }
  }

  using Fault = std::pair<HumanBoneFault, std::string>;

  static void take_chosen(HumanBone& human, std::int32_t bone, Fault fault) {
    human.is_chosen = fault.first == HumanBoneFault::none;
    (human.is_chosen ? human.bone : human.refused) = bone;
    human.fault = fault.first;
    human.other = std::move(fault.second);
  }
  bool is_chosen_elsewhere(const std::string& name, std::int32_t bone) const {
    return std::any_of(chosen_.begin(), chosen_.end(),
                       [&](const auto& chosen) { return chosen.second == bone && chosen.first != name; });
  }

  Fault fault_of(const HumanBoneRow& row, bool right, std::int32_t bone) {
    if (const auto same = std::find_if(out_.begin(), out_.end(),
                                       [&](const HumanBone& other) { return other.bone == bone; });
        same != out_.end())
      return {HumanBoneFault::taken, same->name};
    if (row.below.empty()) return {};
    std::string above;
    for (const std::string& parent : split_list(row.below)) {
      above = right ? right_name(parent) : parent;
      const std::int32_t found = at(above).bone;
      if (found == none) continue;
      if (bone != found && hangs_on(model_, bone, found)) return {};
      return {HumanBoneFault::not_below, above};
    }
    return {HumanBoneFault::other_lacks, above};
  }

  /// The hips are the nearest common ancestor of spine and legs, because MMD has no such bone.
  void find_hips() {
    std::array<std::int32_t, 3> ends{};
    std::size_t count = 0;
    const auto chosen = chosen_.find(std::string(hips));
    for (const char* name : {"spine", "leftUpperLeg", "rightUpperLeg"}) {
      ends[count++] = at(name).bone;
      if (at(name).bone != none) continue;
      if (chosen != chosen_.end()) take_chosen(at(hips), chosen->second, {HumanBoneFault::other_lacks, name});
      return;
    }
    const auto fits = [&](std::int32_t bone) {
      return std::all_of(ends.begin(), ends.end(),
                         [&](std::int32_t end) { return is_nearest_above(bone, end); });
    };
    HumanBone& human = at(hips);
    if (chosen != chosen_.end()) {
      take_chosen(human, chosen->second,
                  {fits(chosen->second) ? HumanBoneFault::none : HumanBoneFault::not_between_legs, {}});
      if (human.is_chosen) return;
    }
    std::int32_t above = model_.bone(ends[0]).parent;
    while (above != none && !(hangs_on(model_, ends[1], above) && hangs_on(model_, ends[2], above)))
      above = model_.bone(above).parent;
    if (above != none && fits(above)) human.bone = above;
  }

  /// Whether no human bone is between both: the hips are VRM's parent of spine and legs.
  bool is_nearest_above(std::int32_t above, std::int32_t bone) const {
    do {
      bone = model_.bone(bone).parent;
      if (bone == above) return true;
    } while (bone != none && std::none_of(out_.begin(), out_.end(),
                                          [&](const HumanBone& human) { return human.bone == bone; }));
    return false;
  }

  const Model& model_;
  StandardBones names_;
  bool copies_;
  std::map<std::string, std::int32_t> chosen_;  ///< by VRM's name
  std::vector<HumanBone> out_;
};

std::string sentence_about(const Model& model, const HumanBone& human) {
  const std::string& name = model.bone(human.refused).name;
  switch (human.fault) {
    case HumanBoneFault::taken:
      return fmt::format("{} cannot be {}: it is already {}", name, human.name, human.other);
    case HumanBoneFault::other_lacks:
      return fmt::format("{} cannot be {}: {} is missing", name, human.name, human.other);
    case HumanBoneFault::not_below:
      return fmt::format("{} cannot be {}: it is not below {}", name, human.name, human.other);
    default:
      return fmt::format("{} cannot be {}: it is not directly above the spine and both upper legs", name,
                         human.name);
  }
}

}  // namespace

std::span<const HumanBoneRow> human_bone_rows() {
  return human_bones;
}

std::vector<HumanBone> human_bones_of(const Model& model) {
  HumanBoneFinder with_copies(model, true);
  if (with_copies.is_whole()) return with_copies.take();
  HumanBoneFinder without(model, false);
  return without.take();
}

const HumanBone* find_human(std::span<const HumanBone> bones, std::string_view name) {
  const auto found =
      std::find_if(bones.begin(), bones.end(), [&](const HumanBone& bone) { return bone.name == name; });
  return found != bones.end() ? &*found : nullptr;
}

std::vector<std::string> missing_human_bones(std::span<const HumanBone> bones) {
  std::vector<std::string> out;
  for (const HumanBone& human : bones)
    if (human.required && human.bone == none) out.push_back(human.name);
  return out;
}

std::vector<std::string> refused_human_bones(const Model& model, std::span<const HumanBone> bones) {
  std::vector<std::string> out;
  for (const HumanBone& human : bones)
    if (human.refused != none) out.push_back(sentence_about(model, human));
  return out;
}

std::array<ArmBones, 2> arms_of(const Model& model) {
  const StandardBones names(model);
  const std::vector<HumanBone> humans = human_bones_of(model);
  // Models without other required bones have arms, too.
  const auto find = [&](std::string human, const char* usual, bool right) {
    if (right) human = right_name(std::move(human));
    const std::int32_t bone = find_human(humans, human)->bone;
    return bone != none ? bone : names.find(right ? right_of(usual) : usual);
  };
  std::array<ArmBones, 2> out;
  for (const bool right : {false, true})
    out[right ? 1 : 0] = {find("leftUpperArm", "左腕", right), find("leftLowerArm", "左ひじ", right),
                          find("leftHand", "左手首", right)};
  return out;
}

}  // namespace mmd
