#include "export/vrm_springs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/handedness.h"
#include "physics/body_transform.h"

namespace mmd {
namespace {

/// The tail of a bone that names none, MMD units: 7 cm, as VRM 0.x has it.
constexpr float usual_tail = static_cast<float>(0.07 / metres_per_unit);
/// Shorter bones have no direction, MMD units.
constexpr float shortest = 1e-3f;
/// Room between a chain at rest and its colliders, MMD units.
constexpr float room = static_cast<float>(0.001 / metres_per_unit);
/// A collider that would have to shrink to less than this share of its radius is left out.
constexpr float smallest_collider = 0.25f;

class ChainFinder {
 public:
  ChainFinder(const Model& model, std::span<const std::int32_t> human)
      : model_(model), body_of_(model.bone_count(), none), children_(model.bone_count()) {
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
      const RigidBody& body = model.bodies[b];
      if (!body.is_dynamic() || body.bone == none) continue;
      std::int32_t& first = body_of_[static_cast<std::size_t>(body.bone)];
      if (first == none) first = static_cast<std::int32_t>(b);
    }
    for (const std::int32_t bone : human) body_of_[static_cast<std::size_t>(bone)] = none;
    for (std::size_t b = 0; b < model.bone_count(); ++b)
      if (const std::int32_t parent = model.skeleton.bones[b].parent; parent != none)
        children_[static_cast<std::size_t>(parent)].push_back(static_cast<std::int32_t>(b));
  }

  /// A chain goes on with the first dynamic child; the others begin chains of their own.
  std::vector<VrmSpring> chains() const {
    std::vector<VrmSpring> out;
    for (std::size_t b = 0; b < model_.bone_count(); ++b) {
      const auto bone = static_cast<std::int32_t>(b);
      const std::int32_t parent = model_.skeleton.bones[b].parent;
      if (!swings(bone) || (parent != none && swings(parent) && next_of(parent) == bone)) continue;
      out.push_back(from(bone));
    }
    return out;
  }
  const RigidBody& body_of(std::int32_t bone) const {
    return model_.bodies[static_cast<std::size_t>(body_of_[static_cast<std::size_t>(bone)])];
  }

 private:
  bool swings(std::int32_t bone) const { return body_of_[static_cast<std::size_t>(bone)] != none; }
  /// None at the same place: the bone would have no direction.
  std::int32_t next_of(std::int32_t bone) const {
    const auto& children = children_[static_cast<std::size_t>(bone)];
    const auto found =
        std::find_if(children.begin(), children.end(), [&](std::int32_t c) { return swings(c); });
    if (found == children.end() ||
        glm::distance(model_.bone(*found).rest, model_.bone(bone).rest) <= shortest)
      return none;
    return *found;
  }
  vec3 end_of(std::int32_t bone) const {
    const Bone& from = model_.bone(bone);
    const vec3 named =
        from.tail_bone == none ? from.tail_offset : model_.bone(from.tail_bone).rest - from.rest;
    if (glm::length(named) > shortest) return named;
    const vec3 along = from.parent == none ? vec3(0.0f) : from.rest - model_.bone(from.parent).rest;
    return glm::length(along) > shortest ? glm::normalize(along) * usual_tail : vec3(0.0f, -usual_tail, 0.0f);
  }
  VrmSpring from(std::int32_t bone) const {
    VrmSpring out;
    for (std::int32_t next = bone; next != none; next = next_of(next)) out.bones.push_back(next);
    out.tail = end_of(out.bones.back());
    return out;
  }

  const Model& model_;
  std::vector<std::int32_t> body_of_;  ///< by bone: its first dynamic body
  std::vector<std::vector<std::int32_t>> children_;
};

/// The radius of the ball at the tail of a body's bone, for collisions. `along`: from the bone's head to its
/// tail. A box has a share of its half width, because the cloth of a wide panel hangs beside the bone:
/// smaller balls let legs through between the bones of a skirt, larger ones lift it off the legs.
float hit_radius(const RigidBody& body, const vec3& along) {
  constexpr float share = 0.75f;
  if (!body.is_solid) return 0.0f;
  if (body.shape != BodyShape::box) return body.size.x;
  const quat turn = rest_transform(body.position, body.rotation).rotation;
  std::array<std::pair<float, float>, 3> sides;  // how far a side points along the bone, half its length
  for (int i = 0; i < 3; ++i) {
    vec3 axis(0.0f);
    axis[i] = 1.0f;
    sides[static_cast<std::size_t>(i)] = {std::abs(glm::dot(mirror(turn * axis), along)), body.size[i]};
  }
  std::sort(sides.begin(), sides.end());
  return share * std::max(sides[0].second, sides[1].second);
}

/// A body's capsule. A box gives one along its longest side.
VrmCollider collider_of(const RigidBody& body, const vec3& head) {
  VrmCollider out{body.bone, {}, {}, body.size.x};
  vec3 axis(0.0f);
  if (body.shape == BodyShape::capsule) {
    axis.y = 0.5f * body.size.y;
  } else if (body.shape == BodyShape::box) {
    const int longest = body.size.x >= body.size.y && body.size.x >= body.size.z ? 0
                        : body.size.y >= body.size.z                             ? 1
                                                                                 : 2;
    const float half = body.size[longest];
    out.radius = 0.5f * (body.size.x + body.size.y + body.size.z - half);
    axis[longest] = std::max(half - out.radius, 0.0f);
  }
  const BodyTransform rest = rest_transform(body.position, body.rotation);
  const vec3 reach = mirror(rest.rotation * axis), centre = mirror(rest.position) - head;
  out.from = centre - reach;
  out.to = centre + reach;
  return out;
}

float distance_to_segment(const vec3& point, const vec3& a, const vec3& b) {
  const vec3 way = b - a;
  const float length = glm::dot(way, way);
  const float at = length > 0.0f ? std::clamp(glm::dot(point - a, way) / length, 0.0f, 1.0f) : 0.0f;
  return glm::length(point - (a + at * way));
}

/// Which chains others depend on: a chain moves with the chains above it and with those of its colliders.
/// Programs cannot place chains that depend on each other.
class ChainOrder {
 public:
  ChainOrder(const Skeleton& skeleton, const std::vector<VrmSpring>& chains)
      : skeleton_(skeleton), chain_of_(skeleton.bones.size(), no_chain), needed_(chains.size()) {
    for (std::size_t c = 0; c < chains.size(); ++c)
      for (const std::int32_t bone : chains[c].bones) chain_of_[static_cast<std::size_t>(bone)] = c;
    for (std::size_t c = 0; c < chains.size(); ++c)
      need(c, chain_above(skeleton.bones[static_cast<std::size_t>(chains[c].bones.front())].parent));
  }

  /// Notes that a chain collides with what hangs on a bone. False if the bone moves with the chain.
  bool add_collider(std::size_t chain, std::int32_t bone) {
    const std::size_t other = chain_above(bone);
    if (other != no_chain && depends(other, chain)) return false;
    need(chain, other);
    return true;
  }

 private:
  static constexpr std::size_t no_chain = static_cast<std::size_t>(-1);

  /// The chain of the bone, or of the nearest bone above that has one.
  std::size_t chain_above(std::int32_t bone) const {
    for (; bone != none; bone = skeleton_.bones[static_cast<std::size_t>(bone)].parent)
      if (const std::size_t chain = chain_of_[static_cast<std::size_t>(bone)]; chain != no_chain)
        return chain;
    return no_chain;
  }
  void need(std::size_t chain, std::size_t other) {
    auto& needed = needed_[chain];
    if (other != no_chain && std::find(needed.begin(), needed.end(), other) == needed.end())
      needed.push_back(other);
  }
  bool depends(std::size_t chain, std::size_t on) const {
    std::vector<bool> is_seen(needed_.size(), false);
    std::vector<std::size_t> waiting{chain};
    while (!waiting.empty()) {
      const std::size_t next = waiting.back();
      waiting.pop_back();
      if (next == on) return true;
      if (is_seen[next]) continue;
      is_seen[next] = true;
      waiting.insert(waiting.end(), needed_[next].begin(), needed_[next].end());
    }
    return false;
  }

  const Skeleton& skeleton_;
  std::vector<std::size_t> chain_of_;             ///< by bone
  std::vector<std::vector<std::size_t>> needed_;  ///< by chain
};

/// Whether a body of the chain and another one collide.
bool meets(const ChainFinder& finder, const VrmSpring& chain, const RigidBody& other) {
  return std::any_of(chain.bones.begin(), chain.bones.end(), [&](std::int32_t bone) {
    const RigidBody& body = finder.body_of(bone);
    return ((body.collides_with >> other.group) & 1) != 0 && ((other.collides_with >> body.group) & 1) != 0;
  });
}

/// The index of a copy of the collider with a radius smaller by `less`, or by a little more, so that chains
/// share it.
std::size_t smaller(VrmCollider collider, float less, std::vector<VrmCollider>& all) {
  constexpr float steps_per_unit = 100.0f;
  collider.radius = std::floor((collider.radius - less) * steps_per_unit) / steps_per_unit;
  const auto found = std::find_if(all.begin(), all.end(), [&](const VrmCollider& other) {
    return other.bone == collider.bone && other.from == collider.from && other.to == collider.to &&
           other.radius == collider.radius;
  });
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  all.push_back(collider);
  return all.size() - 1;
}

}  // namespace

VrmSprings find_springs(const Actor& t_pose, std::span<const std::int32_t> human) {
  const Model& model = t_pose.model();
  const ChainFinder finder(model, human);
  VrmSprings out{finder.chains(), {}};
  const auto placed = [&](std::int32_t bone, const vec3& from_head) {
    const vec3& rest = model.bone(bone).rest;
    return transform_point(t_pose.palette()[static_cast<std::size_t>(bone)], rest + from_head);
  };
  std::vector<const RigidBody*> bodies;  // of the colliders
  for (const RigidBody& body : model.bodies) {
    if (body.is_dynamic() || body.bone == none || !body.is_solid) continue;
    out.colliders.push_back(collider_of(body, model.bone(body.bone).rest));
    bodies.push_back(&body);
  }
  ChainOrder order(model.skeleton, out.chains);
  for (std::size_t s = 0; s < out.chains.size(); ++s) {
    VrmSpring& chain = out.chains[s];
    for (std::size_t j = 0; j < chain.bones.size(); ++j) {
      const auto rest = [&](std::size_t joint) { return model.bone(chain.bones[joint]).rest; };
      const vec3 along = j + 1 < chain.bones.size() ? rest(j + 1) - rest(j) : chain.tail;
      chain.hit_radii.push_back(hit_radius(finder.body_of(chain.bones[j]), along));
    }
    for (std::size_t c = 0; c < bodies.size(); ++c) {
      const VrmCollider collider = out.colliders[c];
      if (!meets(finder, chain, *bodies[c])) continue;
      const vec3 a = placed(collider.bone, collider.from), b = placed(collider.bone, collider.to);
      std::vector<float> gaps;  // by joint: between its tail at rest and the collider
      for (std::size_t j = 0; j < chain.bones.size(); ++j) {
        const vec3 tail = j + 1 < chain.bones.size() ? placed(chain.bones[j + 1], vec3(0.0f))
                                                     : placed(chain.bones[j], chain.tail);
        gaps.push_back(distance_to_segment(tail, a, b) - collider.radius - room);
      }
      // A collider that reaches into the chain at rest would push it away for good, so it becomes smaller.
      const float too_large = std::max(-*std::min_element(gaps.begin(), gaps.end()), 0.0f);
      if (collider.radius - too_large < smallest_collider * collider.radius ||
          !order.add_collider(s, collider.bone))
        continue;
      for (std::size_t j = 0; j < gaps.size(); ++j)
        chain.hit_radii[j] = std::max(std::min(chain.hit_radii[j], gaps[j] + too_large), 0.0f);
      chain.colliders.push_back(too_large > 0.0f ? smaller(collider, too_large, out.colliders) : c);
    }
  }
  return out;
}

}  // namespace mmd
