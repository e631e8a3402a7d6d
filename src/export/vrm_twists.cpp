#include <algorithm>
#include <numeric>

#include "export/exchange_bones.h"
#include "export/vrm_avatar.h"
#include "model/body_parts.h"

namespace mmd {
namespace {

/// Adds the bones of twists. All are level in the T pose, so that X is along the arm.
class TwistBones {
 public:
  TwistBones(const Model& model, ExchangeModel& exchange, std::vector<VrmFollower>& followers)
      : model_(model), exchange_(exchange), followers_(followers), joint_of_(exchange.bones.size()) {
    std::iota(joint_of_.begin(), joint_of_.end(), std::uint16_t{0});
  }

  /// VRM's upper arm has the twist of 腕捩. So vertices of the upper arm go to a bone that only swings, and
  /// those of helpers of 腕捩 to bones below it that roll.
  void add_upper(const ArmBones& arm, std::int32_t twist, bool right) {
    if (twist == none || !is_between(twist, arm.shoulder, arm.elbow)) return;
    const auto kind = right ? VrmFollower::Kind::aim_right : VrmFollower::Kind::aim_left;
    const std::int32_t swing =
        add(arm.shoulder, "_swing", parent_of(arm.shoulder), {none, arm.elbow, 1.0f, kind});
    for (const std::int32_t helper : helpers_of(twist, arm.shoulder))
      add_roll(helper, swing, arm.shoulder, ratio_of(helper));
  }

  /// VRM's hand has the twist of 手捩. So vertices of 手捩 and its helpers go to bones that roll with the
  /// hand.
  void add_lower(const ArmBones& arm, std::int32_t twist) {
    if (twist == none || !is_between(twist, arm.elbow, arm.wrist)) return;
    add_roll(twist, arm.elbow, arm.wrist, 1.0f);
    for (const std::int32_t helper : helpers_of(twist, arm.elbow))
      add_roll(helper, arm.elbow, arm.wrist, ratio_of(helper));
  }

  void bind_vertices() {
    const auto without_bone = static_cast<std::uint16_t>(joint_of_.size());
    const auto root = static_cast<std::uint16_t>(exchange_.bones.size());
    for (ExchangePart& part : exchange_.parts)
      for (auto& joints : part.joints)
        for (std::uint16_t& joint : joints) joint = joint == without_bone ? root : joint_of_[joint];
  }

 private:
  std::int32_t parent_of(std::int32_t bone) const { return model_.bone(bone).parent; }
  float ratio_of(std::int32_t bone) const { return model_.bone(bone).append.ratio; }
  bool is_between(std::int32_t bone, std::int32_t above, std::int32_t below) const {
    return parent_of(bone) == above && parent_of(below) == bone;
  }
  /// Bones that take a share of the twist.
  std::vector<std::int32_t> helpers_of(std::int32_t twist, std::int32_t parent) const {
    std::vector<std::int32_t> out;
    for (std::size_t b = 0; b < model_.bone_count(); ++b) {
      const Bone& bone = model_.skeleton.bones[b];
      const Append& append = bone.append;
      if (bone.parent == parent && append.source == twist && append.rotation && !append.local &&
          append.ratio > 0.0f && append.ratio <= 1.0f)
        out.push_back(static_cast<std::int32_t>(b));
    }
    return out;
  }

  void add_roll(std::int32_t bone, std::int32_t parent, std::int32_t source, float weight) {
    add(bone, "_roll", parent, {none, source, weight, VrmFollower::Kind::roll});
  }
  /// Adds a bone at the place of `bone`, and gives it the vertices of `bone`.
  std::int32_t add(std::int32_t bone, const char* ending, std::int32_t parent, VrmFollower follower) {
    const std::vector<ExportedPlace> places = places_of(exchange_.bones);
    const ExportedPlace& here = places[static_cast<std::size_t>(bone)];
    const ExportedPlace above = parent == none ? ExportedPlace() : places[static_cast<std::size_t>(parent)];
    const quat back = glm::conjugate(above.rotation);
    const ExchangeBone& original = exchange_.bones[static_cast<std::size_t>(bone)];
    const auto index = static_cast<std::int32_t>(exchange_.bones.size());
    exchange_.bones.push_back({original.name + ending, parent, original.rest,
                               back * (here.position - above.position), back, glm::conjugate(here.rotation)});
    joint_of_[static_cast<std::size_t>(bone)] = static_cast<std::uint16_t>(index);
    follower.bone = index;
    followers_.push_back(follower);
    return index;
  }

  const Model& model_;
  ExchangeModel& exchange_;
  std::vector<VrmFollower>& followers_;
  std::vector<std::uint16_t> joint_of_;  ///< by bone of the model: that of its vertices
};

}  // namespace

void add_twist_bones(const Model& model, ExchangeModel& exchange, std::vector<VrmFollower>& followers) {
  TwistBones twists(model, exchange, followers);
  const StandardBones names(model);
  bool right = false;
  for (const ArmBones& arm : arms_of(model)) {
    const auto find = [&](const char* left) { return names.find(right ? right_of(left) : left); };
    if (arm.is_whole()) {
      twists.add_upper(arm, find("左腕捩"), right);
      twists.add_lower(arm, find("左手捩"));
    }
    right = true;
  }
  twists.bind_vertices();
}

}  // namespace mmd
