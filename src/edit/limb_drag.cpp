#include "edit/limb_drag.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/rotations.h"

namespace mmd::edit {
namespace {

constexpr float degree = pi / 180.0f;

/// Names without their side, and what a drag of their mark and of their surface moves.
struct DragRow {
  std::string_view name;
  DraggedPart of_mark, of_surface;
};
using Part = DraggedPart;
constexpr DragRow drag_rows[] = {
    {"手首", Part::hand, Part::hand},        {"手捩", Part::arm, Part::arm},
    {"ひじ", Part::arm, Part::arm},          {"腕捩", Part::arm, Part::arm},
    {"腕", Part::shoulder, Part::arm},       {"肩", Part::shoulder, Part::shoulder},
    {"肩P", Part::shoulder, Part::shoulder}, {"肩C", Part::shoulder, Part::shoulder},
    {"足首", Part::foot, Part::foot},        {"つま先", Part::foot, Part::foot},
    {"ひざ", Part::knee, Part::knee},        {"足", Part::hip, Part::knee},
    {"下半身", Part::hip, Part::hip},        {"腰", Part::hip, Part::hip},
    {"グルーブ", Part::hip, Part::hip},      {"センター", Part::hip, Part::hip},
    {"上半身", Part::chest, Part::chest},    {"上半身2", Part::chest, Part::chest},
    {"上半身3", Part::chest, Part::chest},   {"首", Part::head, Part::head},
    {"頭", Part::head, Part::head},
};

/// A name's side, which is removed from it.
std::optional<Side> take_side(std::string_view& name) {
  for (const auto& [sign, side] : {std::pair{std::string_view("左"), Side::left}, {"右", Side::right}}) {
    if (name.substr(0, sign.size()) != sign) continue;
    name.remove_prefix(sign.size());
    return side;
  }
  return std::nullopt;
}

/// The bone's own part by its name; nullopt for a bone of no part.
std::optional<Grip> own_grip(const Model& model, std::int32_t bone, bool is_surface) {
  std::string_view name = model.bone(bone).name;
  const auto side = take_side(name);
  if (const std::int32_t chain = model.bone(bone).ik; chain != none)
    for (const Side of : {Side::left, Side::right}) {
      const std::int32_t foot = leg_of(model, of).end;
      if (foot != none && hangs_on(model, model.skeleton.ik_chains[at(chain)].effector, foot))
        return Grip{Part::foot, of, bone};
    }
  for (const DragRow& row : drag_rows)
    if (row.name == name)
      return Grip{is_surface ? row.of_surface : row.of_mark, side.value_or(Side::left), bone};
  return std::nullopt;
}

/// Whether the model has what the part needs.
bool is_whole(const Model& model, const Grip& grip) {
  switch (grip.part) {
    case Part::hand:
    case Part::arm:
      return arm_of(model, grip.side).is_whole();
    case Part::foot:
    case Part::knee:
      return leg_of(model, grip.side).is_whole();
    default:
      return true;
  }
}

/// The bones among `names` that the model has and that turn.
std::vector<std::int32_t> turnable(const Model& model, std::initializer_list<std::string_view> names) {
  std::vector<std::int32_t> out;
  for (const std::string_view name : names)
    if (const std::int32_t bone = model.find_bone(name); bone != none && model.bone(bone).rotatable)
      out.push_back(bone);
  return out;
}

/// The bone that moves the hip: センター, or what is movable above the lower body.
std::int32_t hip_mover(const Model& model, std::int32_t from) {
  const std::int32_t centre = model.find_bone("センター");
  if (centre != none && model.bone(centre).movable) return centre;
  for (std::int32_t b = from; b != none; b = model.bone(b).parent)
    if (model.bone(b).movable) return b;
  return none;
}

/// The point of the head that turns towards the pointer. A grabbed face turns left and right; a grabbed crown
/// tilts. Without a grabbed point the middle of the face.
vec3 face_lever(const PosedBones& bones, std::int32_t head, const std::optional<vec3>& grabbed) {
  const vec3 joint = bones.place(head);
  const quat turn = bones.rotation(head);
  vec3 own = grabbed ? glm::conjugate(turn) * (*grabbed - joint) : vec3(0.0f, 0.0f, 1.2f);
  constexpr float crown = 0.3f, face = 0.8f;  // share of the distance from the joint that goes to the front
  const float front = std::abs(own.z) / std::max(glm::length(own), 1e-3f);
  own.y *= 1.0f - std::clamp((front - crown) / (face - crown), 0.0f, 1.0f);
  return joint + turn * own;
}

/// A rotation by at most `most` radians.
quat limited(const quat& turn, float most) {
  const float angle = 2.0f * std::acos(std::clamp(std::abs(turn.w), 0.0f, 1.0f));
  return angle > most ? scaled_rotation(turn, most / angle) : turn;
}

}  // namespace

std::optional<Grip> grip_of(const Model& model, std::int32_t bone, bool is_surface) {
  std::int32_t nearest = none;
  for (std::int32_t b = bone, steps = 0; b != none && steps < 256; ++steps) {
    const Bone& here = model.bone(b);
    if (auto grip = own_grip(model, b, is_surface); grip && is_whole(model, *grip)) return grip;
    const bool poses = here.operable && !here.physics && (here.movable || here.rotatable);
    if (b == bone && poses && !is_surface) return Grip{Part::bone, Side::left, b};
    if (poses && nearest == none) nearest = b;
    // D-bones follow the bone that a pose turns.
    const bool follows = here.append.source != none && here.append.rotation && here.append.ratio > 0.5f;
    b = follows ? here.append.source : here.parent;
  }
  if (nearest == none) return std::nullopt;
  return Grip{Part::bone, Side::left, nearest};
}

std::int32_t pinnable(const Model& model, std::int32_t bone) {
  const auto grip = grip_of(model, bone, true);
  if (!grip) return none;
  if (grip->part == Part::hand) return arm_of(model, grip->side).end;
  return grip->part == Part::foot ? leg_of(model, grip->side).end : none;
}

LimbDrag::LimbDrag(std::shared_ptr<const Model> model, Pose pose, EvaluationSwitches switches,
                   const Grip& grip, const vec3& grabbed, bool is_surface, std::span<const std::int32_t> pins)
    : start_(std::move(pose)),
      bones_(std::move(model), start_, std::move(switches)),
      grip_(grip),
      grabbed_(grabbed),
      lever_(grabbed) {
  const Model& of = bones_.model();
  const auto place_if = [&](std::int32_t bone, const vec3& otherwise) {
    return bone != none ? bones_.place(bone) : otherwise;
  };
  const bool arm = grip_.part == Part::hand || grip_.part == Part::arm || grip_.part == Part::shoulder;
  limb_ = arm ? arm_of(of, grip_.side) : leg_of(of, grip_.side);
  is_pinned_ = std::find(pins.begin(), pins.end(), limb_.end) != pins.end();
  switch (grip_.part) {
    case Part::arm:
      turning_ = {limb_.upper};
      break;
    case Part::shoulder:
      turning_ = {limb_.shoulder != none ? limb_.shoulder : grip_.bone};
      if (!is_surface) lever_ = place_if(limb_.upper, grabbed);
      break;
    case Part::chest:
      turning_ = turnable(of, {"上半身", "上半身2"});
      if (!is_surface) lever_ = place_if(of.find_bone("首"), grabbed);
      break;
    case Part::head:
      turning_ = turnable(of, {"首", "頭"});
      if (const std::int32_t head = of.find_bone("頭"); head != none)
        lever_ = face_lever(bones_, head, is_surface ? std::optional(grabbed) : std::nullopt);
      break;
    case Part::hip:
      moving_ = hip_mover(of, grip_.bone);
      for (const Side side : {Side::left, Side::right})
        if (const Limb leg = leg_of(of, side); leg.is_whole() && !follows_goal(bones_, leg))
          feet_.push_back({leg, bones_.place(leg.end), bones_.rotation(leg.end)});
      break;
    case Part::bone:
      turning_ = {grip_.bone};
      break;
    default:
      break;
  }
}

SetBones LimbDrag::to(const vec3& point) {
  bones_.set_pose(start_);
  const vec3 offset = point - grabbed_;
  switch (grip_.part) {
    case Part::hand:
      reach_with_arm(offset);
      break;
    case Part::foot:
      move_foot(offset);
      break;
    case Part::knee:
      move_knee(offset);
      break;
    case Part::hip:
      move_hip(offset);
      break;
    case Part::bone:
      move_bone(offset);
      break;
    default:
      turn_all(offset);
      break;
  }
  return changes();
}

/// The shoulder and then the chest help an arm that is too short.
void LimbDrag::reach_with_arm(const vec3& offset) {
  const vec3 place = bones_.place(limb_.end) + offset;
  constexpr float most_shoulder = 15.0f * degree, most_chest = 12.0f * degree;
  if (limb_.shoulder != none) lean(bones_, limb_.shoulder, limb_, place, most_shoulder);
  for (const std::string_view name : {"上半身2", "上半身"})
    if (const std::int32_t bone = bones_.model().find_bone(name);
        bone != none && hangs_on(bones_.model(), limb_.upper, bone))
      lean(bones_, bone, limb_, place, most_chest);
  reach(bones_, limb_, place);
}

void LimbDrag::move_foot(const vec3& offset) {
  const quat rotation = bones_.rotation(limb_.end);
  reach(bones_, limb_, bones_.place(limb_.end) + offset);
  if (!follows_goal(bones_, limb_)) set_end_rotation(bones_, limb_, rotation);
}

void LimbDrag::move_knee(const vec3& offset) {
  const vec3 hip = bones_.place(limb_.upper), foot = bones_.place(limb_.end),
             knee = bones_.place(limb_.middle);
  const quat lower = bones_.rotation(limb_.middle), sole = bones_.rotation(limb_.end);
  const quat turn = turn_between(grabbed_ - hip, grabbed_ + offset - hip);
  bones_.turn(limb_.upper, turn);
  if (is_pinned_) return;  // the knee swings about the line from hip to foot
  if (follows_goal(bones_, limb_)) return reach(bones_, limb_, foot + (hip + turn * (knee - hip)) - knee);
  bones_.turn(limb_.middle, lower * glm::conjugate(bones_.rotation(limb_.middle)));
  set_end_rotation(bones_, limb_, sole);
}

/// The hip moves no farther than the feet's goals let it.
void LimbDrag::move_hip(const vec3& offset) {
  if (moving_ == none) return;
  const Model& model = bones_.model();
  float share = 1.0f;
  for (const Side side : {Side::left, Side::right}) {
    const Limb leg = leg_of(model, side);
    if (!leg.is_whole()) continue;
    const vec3 hip = bones_.place(leg.upper), foot = bones_.place(leg.end);
    const float length =
        glm::distance(hip, bones_.place(leg.middle)) + glm::distance(bones_.place(leg.middle), foot);
    // The point on the way where the leg is straight: |hip + s offset - foot| = length.
    const vec3 way = hip - foot;
    const float a = glm::dot(offset, offset), b = glm::dot(way, offset),
                c = std::min(glm::dot(way, way) - length * length, 0.0f);
    if (a > 1e-8f) share = std::min(share, (std::sqrt(b * b - a * c) - b) / a);
  }
  bones_.move(moving_, std::max(share, 0.0f) * offset);
  for (const Held& foot : feet_) {
    reach(bones_, foot.limb, foot.place);
    set_end_rotation(bones_, foot.limb, foot.rotation);
  }
}

/// Turns bones about their joints so that the lever points to the pointer, the first by a part of the way.
void LimbDrag::turn_all(const vec3& offset) {
  if (turning_.empty()) return;
  const vec3 target = lever_ + offset;
  const float most = (grip_.part == Part::head       ? 80.0f
                      : grip_.part == Part::chest    ? 70.0f
                      : grip_.part == Part::shoulder ? 40.0f
                                                     : 180.0f) *
                     degree;
  const quat last = bones_.rotation(turning_.back());
  const vec3 own = glm::conjugate(last) * (lever_ - bones_.place(turning_.back()));
  float left = most;
  for (std::size_t i = 0; i < turning_.size(); ++i) {
    const std::int32_t bone = turning_[i];
    const vec3 joint = bones_.place(bone),
               lever = bones_.place(turning_.back()) + bones_.rotation(turning_.back()) * own;
    const quat whole = limited(turn_between(lever - joint, target - joint), left);
    const bool is_last = i + 1 == turning_.size();
    const quat turn = is_last ? whole : scaled_rotation(whole, grip_.part == Part::head ? 0.35f : 0.5f);
    left = std::max(left - 2.0f * std::acos(std::clamp(std::abs(turn.w), 0.0f, 1.0f)), 0.0f);
    bones_.turn(bone, turn);
  }
}

void LimbDrag::move_bone(const vec3& offset) {
  if (bones_.model().bone(grip_.bone).movable) return bones_.move(grip_.bone, offset);
  if (glm::distance(lever_, bones_.place(grip_.bone)) > 0.05f) return turn_all(offset);
  // A mark at the joint itself turns what it hangs on.
  const std::int32_t parent = bones_.model().bone(grip_.bone).parent;
  if (parent == none || !bones_.model().bone(parent).rotatable) return;
  turning_ = {parent};
  turn_all(offset);
}

SetBones LimbDrag::changes() const {
  SetBones out;
  const Pose& now = bones_.pose();
  for (const std::int32_t bone : difference(start_, now).bones) {
    const std::size_t i = at(bone);
    SetBones::Entry entry{bone, std::nullopt, std::nullopt};
    if (now.translation[i] != start_.translation[i]) entry.translation = now.translation[i];
    if (now.rotation[i] != start_.rotation[i]) entry.rotation = now.rotation[i];
    out.bones.push_back(entry);
  }
  if (grip_.part == Part::hand || grip_.part == Part::arm || grip_.part == Part::foot)
    out.dragged = limb_.end;
  return out;
}

}  // namespace mmd::edit
