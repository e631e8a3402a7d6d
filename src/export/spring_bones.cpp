#include "export/spring_bones.h"

#include <algorithm>
#include <utility>

#include "base/rotations.h"
#include "export/make_exchange.h"

namespace mmd {
namespace {

const Affine& transform_of(const Actor& actor, std::int32_t bone) {
  return actor.palette()[static_cast<std::size_t>(bone)];
}
const vec3& head_of(const Model& model, std::int32_t bone) {
  return model.bone(bone).rest;
}

vec3 nearest_on(const PlacedCollider& collider, const vec3& point) {
  const vec3 way = collider.to - collider.from;
  const float length = glm::dot(way, way);
  const float at =
      length > 0.0f ? std::clamp(glm::dot(point - collider.from, way) / length, 0.0f, 1.0f) : 0.0f;
  return collider.from + at * way;
}

/// The place of a tail after a collider has pushed it away.
vec3 pushed(const vec3& tail, const vec3& head, float length, float hit_radius,
            const PlacedCollider& collider) {
  const vec3 centre = nearest_on(collider, tail);
  const vec3 away = tail - centre;
  const float room = collider.radius + hit_radius, distance = glm::length(away);
  if (distance >= room || distance <= 0.0f) return tail;
  return head + length * glm::normalize(centre + away * (room / distance) - head);
}

/// How many chains have to be placed before a chain, one after the other: it hangs on them, or on bones of
/// them hang its colliders.
class ChainDepths {
 public:
  ChainDepths(const VrmSprings& springs, const Model& model)
      : springs_(springs),
        model_(model),
        chain_of_(model.bone_count(), none),
        depths_(springs.chains.size(), none) {
    for (std::size_t c = 0; c < springs.chains.size(); ++c)
      for (const std::int32_t bone : springs.chains[c].bones)
        chain_of_[static_cast<std::size_t>(bone)] = static_cast<std::int32_t>(c);
  }
  std::int32_t of(std::size_t chain) {
    if (depths_[chain] != none) return depths_[chain];
    depths_[chain] = 0;  // find_springs() gives no chains that depend on each other
    const VrmSpring& spring = springs_.chains[chain];
    std::int32_t depth = after(parent_of(spring.bones.front()));
    for (const std::size_t c : spring.colliders) depth = std::max(depth, after(springs_.colliders[c].bone));
    return depths_[chain] = depth;
  }

 private:
  std::int32_t parent_of(std::int32_t bone) const { return model_.bone(bone).parent; }
  std::int32_t after(std::int32_t bone) {
    for (; bone != none; bone = parent_of(bone))
      if (const std::int32_t chain = chain_of_[static_cast<std::size_t>(bone)]; chain != none)
        return of(static_cast<std::size_t>(chain)) + 1;
    return 0;
  }

  const VrmSprings& springs_;
  const Model& model_;
  std::vector<std::int32_t> chain_of_;  ///< by bone
  std::vector<std::int32_t> depths_;    ///< by chain; none: not known yet
};

}  // namespace

PlacedCollider placed(const VrmCollider& collider, const Actor& actor) {
  const Affine& transform = transform_of(actor, collider.bone);
  const vec3& head = head_of(actor.model(), collider.bone);
  return {in_metres(transform_point(transform, head + collider.from)),
          in_metres(transform_point(transform, head + collider.to)),
          collider.radius * static_cast<float>(metres_per_unit)};
}

std::vector<vec3> rest_of(const VrmSpring& chain, const Model& model) {
  std::vector<vec3> out;
  for (const std::int32_t bone : chain.bones) out.push_back(in_metres(head_of(model, bone)));
  out.push_back(out.back() + in_metres(chain.tail));
  return out;
}

Affine anchor_of(const VrmSpring& chain, const Actor& actor) {
  const std::int32_t parent = actor.model().bone(chain.bones.front()).parent;
  Affine out = parent == none ? Affine() : transform_of(actor, parent);
  for (vec4& row : out.row) row.w *= static_cast<float>(metres_per_unit);
  return out;
}

SpringBones::SpringBones(const std::vector<vec3>& rest, const Affine& anchor) : head_(rest.front()) {
  for (std::size_t j = 0; j + 1 < rest.size(); ++j) {
    const vec3 bone = rest[j + 1] - rest[j];
    lengths_.push_back(glm::length(bone));
    axes_.push_back(bone / lengths_.back());
    tails_.push_back(transform_point(anchor, rest[j + 1]));
    ways_.push_back(transform_vector(anchor, axes_.back()));
  }
  before_ = tails_;
  turns_.assign(tails_.size(), rotation_of(anchor));
}

void SpringBones::step(const Affine& anchor, const SpringNumbers& numbers,
                       std::span<const PlacedCollider> colliders, std::span<const float> hit_radii) {
  constexpr float time = 1.0f / spring_rate;
  vec3 head = transform_point(anchor, head_);
  quat turn = rotation_of(anchor);
  for (std::size_t j = 0; j < tails_.size(); ++j) {
    const vec3 axis = turn * axes_[j];
    const vec3 next = tails_[j] + (tails_[j] - before_[j]) * (1.0f - numbers.drag) +
                      time * numbers.stiffness * axis - vec3(0.0f, time * numbers.gravity, 0.0f);
    ways_[j] = glm::normalize(next - head);
    vec3 tail = head + lengths_[j] * ways_[j];
    for (const PlacedCollider& collider : colliders)
      tail = pushed(tail, head, lengths_[j], hit_radii.empty() ? 0.0f : hit_radii[j], collider);
    if (!colliders.empty()) ways_[j] = glm::normalize(tail - head);
    before_[j] = std::exchange(tails_[j], tail);
    turn = turn_between(axis, ways_[j]) * turn;
    turns_[j] = turn;
    head = tail;
  }
}

float SpringBones::moved() const {
  float out = 0.0f;
  for (std::size_t j = 0; j < tails_.size(); ++j) out = std::max(out, glm::distance(tails_[j], before_[j]));
  return out;
}

SpringFigure::SpringFigure(VrmSprings springs, const Actor& actor) : springs_(std::move(springs)) {
  ChainDepths depths(springs_, actor.model());
  for (std::size_t c = 0; c < springs_.chains.size(); ++c) {
    const VrmSpring& spring = springs_.chains[c];
    Chain& chain = chains_.emplace_back(Chain{{rest_of(spring, actor.model()), anchor_of(spring, actor)},
                                              spring.hit_radii,
                                              std::vector<quat>(spring.bones.size(), identity_rotation()),
                                              static_cast<std::size_t>(depths.of(c))});
    for (float& radius : chain.hit_radii) radius *= static_cast<float>(metres_per_unit);
    depths_ = std::max(depths_, chain.depth + 1);
  }
}

void SpringFigure::step(Actor& actor) {
  for (std::size_t depth = 0; depth < depths_; ++depth) {
    actor.evaluate();
    std::vector<PlacedCollider> all;
    for (const VrmCollider& collider : springs_.colliders) all.push_back(placed(collider, actor));
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      Chain& chain = chains_[c];
      if (chain.depth != depth) continue;
      const VrmSpring& spring = springs_.chains[c];
      std::vector<PlacedCollider> met;
      for (const std::size_t collider : spring.colliders) met.push_back(all[collider]);
      const Affine anchor = anchor_of(spring, actor);
      chain.bones.step(anchor, spring.numbers, met, chain.hit_radii);
      quat above = rotation_of(anchor);
      for (std::size_t j = 0; j < chain.rotations.size(); ++j) {
        chain.rotations[j] = glm::normalize(glm::conjugate(above) * chain.bones.turns()[j]);
        above = chain.bones.turns()[j];
      }
    }
    rotate(actor.pose);
  }
}

void SpringFigure::rotate(Pose& pose) const {
  for (std::size_t c = 0; c < chains_.size(); ++c)
    for (std::size_t j = 0; j < chains_[c].rotations.size(); ++j)
      pose.rotation[static_cast<std::size_t>(springs_.chains[c].bones[j])] = chains_[c].rotations[j];
}

float SpringFigure::moved() const {
  float out = 0.0f;
  for (const Chain& chain : chains_) out = std::max(out, chain.bones.moved());
  return out;
}

}  // namespace mmd
