#include "document/touching_hands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/bone_turns.h"
#include "model/body_parts.h"
#include "pose/limb_reach.h"
#include "scene/triangle_tree.h"

namespace mmd {
namespace {

constexpr float touches = 0.15f, touches_floor = 0.1f;  ///< MMD units
constexpr std::size_t max_pairs = 48;                   ///< that say where a hand touches
constexpr float max_shoulder = 10.0f * pi / 180.0f, max_chest = 20.0f * pi / 180.0f;

/// The bones between which a part of the body lies. Rows with 左 also apply to the right side.
struct PartAxis {
  std::string_view part, from, to;
};
constexpr PartAxis part_axes[] = {{"head", "頭", {}},
                                  {"neck", "首", {}},
                                  {"torso", "上半身", "首"},
                                  {"hips", "下半身", {}},
                                  {"left upper arm", "左腕", "左ひじ"},
                                  {"left forearm", "左ひじ", "左手首"},
                                  {"left hand", "左手首", "左中指１"},
                                  {"left thigh", "左足", "左ひざ"},
                                  {"left shin", "左ひざ", "左足首"},
                                  {"left foot", "左足首", {}}};

/// A part of a model at rest: places in it are shares of its box along its bone, so that they can be compared
/// with those of another model.
struct PartBox {
  vec3 origin{0.0f};
  quat to_box = identity_rotation();
  vec3 min{std::numeric_limits<float>::max()}, max{std::numeric_limits<float>::lowest()};
  std::vector<std::uint32_t> vertices;

  vec3 in_box(const vec3& p) const { return to_box * (p - origin); }
  vec3 share(const vec3& p) const { return (in_box(p) - min) / glm::max(max - min, vec3(1e-4f)); }
};

/// The seen vertices of a model without hair and skirts, by the part that moves them.
class Surface {
 public:
  explicit Surface(const Model& model)
      : model_(model), part_of_(model.vertices.size(), 0), mover_(model.vertices.size(), none) {
    const auto parts = parts_of_bones(model);
    for (const PartAxis& axis : part_axes) {
      lay_axis(axis.part, axis.from, axis.to);
      if (const std::string right = right_of(axis.part); right != axis.part)
        lay_axis(right, right_of(axis.from), right_of(axis.to));
    }
    for (std::size_t m = 0; m < model.materials.size(); ++m) {
      if (!(model.materials[m].diffuse.a > 0.5f)) continue;
      const auto corners = model.triangles_of(m);
      for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const TriangleTree::Corners t{corners[i], corners[i + 1], corners[i + 2]};
        if (add(t[0], parts) && add(t[1], parts) && add(t[2], parts)) triangles_.push_back(t);
      }
    }
  }

  const std::vector<TriangleTree::Corners>& triangles() const { return triangles_; }
  std::uint8_t part_of(std::uint32_t vertex) const { return part_of_[vertex]; }
  std::int32_t mover(std::uint32_t vertex) const { return mover_[vertex]; }
  const std::vector<std::uint32_t>& vertices_of(std::uint8_t part) const {
    static const std::vector<std::uint32_t> nothing;
    const auto found = boxes_.find(part);
    return found == boxes_.end() ? nothing : found->second.vertices;
  }

  /// The vertex at the place of another model's vertex; nullopt: that part has no vertices here.
  std::optional<std::uint32_t> like(const Surface& other, std::uint32_t vertex) const {
    const std::uint8_t part = other.part_of_[vertex];
    const auto here = boxes_.find(part), there = other.boxes_.find(part);
    if (here == boxes_.end() || there == other.boxes_.end()) return std::nullopt;
    const vec3 size = here->second.max - here->second.min,
               wanted = there->second.share(other.model_.vertices.position[vertex]) * size;
    std::optional<std::uint32_t> best;
    float nearest = std::numeric_limits<float>::max();
    for (const std::uint32_t v : here->second.vertices) {
      const float distance = glm::distance(here->second.share(model_.vertices.position[v]) * size, wanted);
      if (distance >= nearest) continue;
      nearest = distance;
      best = v;
    }
    return best;
  }

 private:
  void lay_axis(std::string_view part, std::string_view from, std::string_view to) {
    const std::int32_t a = model_.find_bone(from), b = to.empty() ? none : model_.find_bone(to);
    if (a == none) return;
    PartBox& box = boxes_[body_part(part)];
    box.origin = model_.bone(a).rest;
    const vec3 along = b == none ? vec3(0.0f) : model_.bone(b).rest - box.origin;
    if (glm::length(along) > 1e-3f) box.to_box = rotation_between(along, vec3(0, 1, 0));
  }

  bool add(std::uint32_t v, const std::vector<std::uint8_t>& parts) {
    if (part_of_[v] != 0) return true;
    const std::uint32_t bone = strongest_bone(model_, v);
    if (bone >= model_.bone_count() || model_.skeleton.bones[bone].physics) return false;
    const auto box = boxes_.find(parts[bone]);
    if (box == boxes_.end()) return false;
    part_of_[v] = box->first;
    mover_[v] = static_cast<std::int32_t>(bone);
    const vec3 p = box->second.in_box(model_.vertices.position[v]);
    box->second.min = glm::min(box->second.min, p);
    box->second.max = glm::max(box->second.max, p);
    box->second.vertices.push_back(v);
    return true;
  }

  const Model& model_;
  std::vector<std::uint8_t> part_of_;
  std::vector<std::int32_t> mover_;
  std::map<std::uint8_t, PartBox> boxes_;
  std::vector<TriangleTree::Corners> triangles_;
};

struct Pair {
  std::uint32_t hand = 0, body = 0;
  vec3 gap{0.0f};  ///< from the body to the hand
  float distance = 0.0f;
};

/// Where a hand touches. Pairs nearest first; without any the floor may be touched.
struct Contact {
  std::vector<Pair> pairs;
  std::uint8_t part = 0;        ///< that the nearest pair touches
  std::optional<float> lowest;  ///< height of the hand on the floor
};

/// The triangles of a hand's own arm are left out; of other parts all count, or only one part's.
TriangleTree body_without(const Actor& actor, const Surface& surface, const Limb& arm,
                          std::optional<std::uint8_t> part) {
  const Model& model = actor.model();
  std::vector<bool> own(model.bone_count());
  const std::int32_t root = arm.shoulder != none ? arm.shoulder : arm.upper;
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = hangs_on(model, static_cast<std::int32_t>(i), root);
  std::vector<TriangleTree::Corners> out;
  for (const auto& t : surface.triangles())
    if (!own[static_cast<std::size_t>(surface.mover(t[0]))] && (!part || surface.part_of(t[0]) == *part))
      out.push_back(t);
  return {actor.posed_positions(), std::move(out)};
}

std::uint8_t hand_of(std::size_t side) {
  return body_part(side == 0 ? "left hand" : "right hand");
}

float lowest_point(const Actor& actor, const std::vector<std::uint32_t>& vertices) {
  float out = std::numeric_limits<float>::max();
  for (const std::uint32_t v : vertices) out = std::min(out, actor.posed_positions()[v].y);
  return out;
}

Contact contact_of(const Actor& actor, const Surface& surface, const Limb& arm, std::size_t side) {
  const auto positions = actor.posed_positions();
  const TriangleTree body = body_without(actor, surface, arm, std::nullopt);
  const auto& hand = surface.vertices_of(hand_of(side));
  Contact out;
  for (const std::uint32_t v : hand) {
    const auto near = body.nearest(positions[v], touches);
    if (!near) continue;
    const vec3& shares = near->shares;
    const std::size_t corner = shares.x >= shares.y && shares.x >= shares.z ? 0
                               : shares.y >= shares.z                       ? 1
                                                                            : 2;
    const std::uint32_t other = body[near->triangle][corner];
    out.pairs.push_back({v, other, positions[v] - positions[other], near->distance});
  }
  std::stable_sort(out.pairs.begin(), out.pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  if (!out.pairs.empty()) {
    out.part = surface.part_of(out.pairs.front().body);
    if (out.pairs.size() > max_pairs) out.pairs.resize(max_pairs);
  } else if (const float lowest = lowest_point(actor, hand); std::abs(lowest) < touches_floor) {
    out.lowest = lowest;
  }
  return out;
}

/// The same places of another model.
Contact moved_to(const Surface& to, const Surface& from, Contact contact) {
  std::erase_if(contact.pairs, [&](Pair& pair) {
    const auto hand = to.like(from, pair.hand), body = to.like(from, pair.body);
    if (!hand || !body) return true;
    pair.hand = *hand, pair.body = *body;
    return false;
  });
  return contact;
}

/// A bone that helps an arm to reach, and the angle that it may still turn.
struct Helper {
  std::int32_t bone = none;
  float left = 0.0f;
};

/// Shoulder first, then the chest, which both arms share.
using Helpers = std::array<Helper*, 3>;

/// Leans the helper so far that the arm comes within reach of a place.
void lean(PosedBones& bones, Helper& helper, const Limb& arm, const vec3& wrist) {
  if (helper.bone == none || helper.left <= 0.0f) return;
  const quat before = bones.rotation(helper.bone);
  lean(bones, helper.bone, arm, wrist, helper.left);
  const float same = std::abs(glm::dot(before, bones.rotation(helper.bone)));
  helper.left -= 2.0f * std::acos(std::min(same, 1.0f));
}

/// Moves a wrist, with helpers where the arm is too short; the hand keeps its direction.
void reach(Actor& actor, const Limb& arm, const vec3& wrist, const Helpers& helpers) {
  PosedBones bones(actor.shared_model(), actor.pose, actor.switches);
  const quat hand = bones.rotation(arm.end);
  for (Helper* helper : helpers) lean(bones, *helper, arm, wrist);
  reach(bones, arm, wrist);
  set_end_rotation(bones, arm, hand);
  actor.pose = bones.pose();
  actor.evaluate();
}

/// How far a hand must go to touch as in the source.
vec3 way_to(const Actor& actor, const Contact& contact, const Surface& surface, std::size_t side) {
  const auto positions = actor.posed_positions();
  vec3 out(0.0f);
  for (const Pair& pair : contact.pairs) out += positions[pair.body] + pair.gap - positions[pair.hand];
  if (!contact.pairs.empty()) return out / static_cast<float>(contact.pairs.size());
  if (contact.lowest) out.y = *contact.lowest - lowest_point(actor, surface.vertices_of(hand_of(side)));
  return out;
}

/// The way of a hand to the part that it touches, where the places of both models differ a little.
vec3 last_gap(const Actor& actor, const Contact& contact, const Surface& surface, const Limb& arm,
              std::size_t side) {
  if (contact.pairs.empty()) return vec3(0.0f);
  const auto positions = actor.posed_positions();
  const TriangleTree body = body_without(actor, surface, arm, contact.part);
  float nearest = 1.0f;
  vec3 out(0.0f);
  for (const std::uint32_t v : surface.vertices_of(hand_of(side))) {
    const auto near = body.nearest(positions[v], nearest);
    if (!near) continue;
    nearest = near->distance;
    out = near->point - positions[v];
  }
  const float beyond = nearest - contact.pairs.front().distance;
  return beyond > 0.0f && nearest > 1e-4f ? out * (beyond / nearest) : vec3(0.0f);
}

}  // namespace

void touch_again(const Actor& source, Actor& target) {
  if (source.model().vertices.size() == 0 || target.model().vertices.size() == 0) return;
  const Surface from(source.model()), to(target.model());
  constexpr int rounds = 6;  // each hand moves what the other one touches
  std::array<Contact, 2> contacts;
  std::array<Limb, 2> arms;
  Helper upper_chest{target.model().find_bone("上半身2"), max_chest},
      chest{target.model().find_bone("上半身"), max_chest};
  std::array<Helper, 2> shoulders;
  for (std::size_t i = 0; i < 2; ++i) {
    const Side side = i == 0 ? Side::left : Side::right;
    const Limb arm = arm_of(source.model(), side);
    arms[i] = arm_of(target.model(), side);
    shoulders[i] = {arms[i].shoulder, max_shoulder};
    if (arm.is_whole() && arms[i].is_whole())
      contacts[i] = moved_to(to, from, contact_of(source, from, arm, i));
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < 2; ++i) {
      if (contacts[i].pairs.empty() && !contacts[i].lowest) continue;
      const vec3 to_go = round + 1 < rounds ? way_to(target, contacts[i], to, i)
                                            : last_gap(target, contacts[i], to, arms[i], i);
      if (glm::length(to_go) < 1e-4f) continue;
      reach(target, arms[i], place_of(target, arms[i].end) + to_go, {&shoulders[i], &upper_chest, &chest});
    }
}

}  // namespace mmd
