#include "physics/model_physics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/handedness.h"
#include "base/math.h"
#include "physics/body_transform.h"

namespace mmd {

namespace {

/// Mirrors a model's placement.
Similarity mirror_placement(const Similarity& s) {
  return {mirror(s.rotation), mirror(s.translation), s.scale};
}

BodyTransform placed(const Similarity& placement, const BodyTransform& t) {
  return {transform_point(placement, t.position), placement.rotation * t.rotation};
}

/// Converts from the scene to the model's space.
BodyTransform to_model_space(const Similarity& placement, const BodyTransform& t) {
  const quat back = glm::conjugate(placement.rotation);
  return {back * (t.position - placement.translation) / placement.scale, back * t.rotation};
}

}  // namespace

ModelPhysics::ModelPhysics(std::shared_ptr<const Model> model, std::shared_ptr<PhysicsWorld> world,
                           const Similarity& placement)
    : model_(std::move(model)), world_(std::move(world)) {
  const Similarity origin = mirror_placement(placement);
  first_ = world_->add(model_->bodies, model_->joints, {origin.translation, origin.rotation}, origin.scale);
  std::vector<std::size_t> driver(model_->bone_count(), model_->bodies.size());
  for (std::size_t i = 0; i < model_->bodies.size(); ++i) {
    const RigidBody& body = model_->bodies[i];
    rest_.push_back(exact_rest(body.position, body.rotation));
    if (body.bone == none) continue;
    followers_.push_back({i, body.bone});
    if (body.is_dynamic()) driver[at(body.bone)] = i;  // the last body wins
  }
  for (std::size_t bone = 0; bone < driver.size(); ++bone)
    if (driver[bone] < model_->bodies.size())
      drivers_.push_back({driver[bone], static_cast<std::int32_t>(bone)});
  std::vector<std::uint8_t> is_placed(model_->bone_count(), 0);
  for (const Follower& f : followers_) {
    std::vector<std::int32_t> up;
    for (std::int32_t b = f.bone; b != none && is_placed[at(b)] == 0;
         b = model_->skeleton.bones[at(b)].parent) {
      is_placed[at(b)] = 1;
      up.push_back(b);
    }
    placed_bones_.insert(placed_bones_.end(), up.rbegin(), up.rend());
  }
  places_.resize(model_->bone_count());
  driven_.reserve(drivers_.size());
  is_held_.assign(model_->bodies.size(), 0);
}

/// Places the bones again in double precision: the engine computes velocities from differences of positions,
/// for which the palette's floats are too imprecise. A bone that only the pose turns takes the digits of
/// `own`.
void ModelPhysics::place_bones(const BoneManager& bones, std::span<const ExactTransform> own) {
  for (const std::int32_t b : placed_bones_) {
    const Bone& bone = model_->skeleton.bones[at(b)];
    ExactTransform local{glm::dvec3(bones.local_translation(b)), glm::dquat(bones.local_rotation(b))};
    if (!own.empty()) {
      const ExactTransform& exact = own[at(b)];
      if (vec3(exact.translation) == bones.local_translation(b)) local.translation = exact.translation;
      if (quat(exact.rotation) == bones.local_rotation(b)) local.rotation = exact.rotation;
    }
    local = mirror(local);
    ExactTransform& place = places_[at(b)];
    const glm::dvec3 rest(mirror(bone.rest));
    if (bone.parent == none) {
      place = {rest + local.translation, local.rotation};
      continue;
    }
    const ExactTransform& parent = places_[at(bone.parent)];
    const glm::dvec3 parent_rest(mirror(model_->skeleton.bones[at(bone.parent)].rest));
    const glm::dvec3 offset = rest - parent_rest + local.translation;
    place = {parent.translation + glm::normalize(parent.rotation) * offset, parent.rotation * local.rotation};
  }
}

void ModelPhysics::follow(const BoneManager& bones, const Similarity& placement,
                          std::span<const ExactTransform> own) {
  const Similarity scene = mirror_placement(placement);
  place_bones(bones, own);
  for (const Follower& f : followers_) {
    if (model_->bodies[f.body].is_dynamic() && is_held_[f.body] == 0) continue;
    const ExactTransform& bone = places_[at(f.bone)];
    const ExactTransform& rest = rest_[f.body];
    const glm::dvec3 offset = rest.translation - glm::dvec3(mirror(model_->skeleton.bones[at(f.bone)].rest));
    const ExactTransform in_model{bone.translation + glm::normalize(bone.rotation) * offset,
                                  bone.rotation * rest.rotation};
    world_->move(first_ + f.body, placed(scene, body_transform(in_model)));
  }
}

std::span<const DrivenBone> ModelPhysics::driven_bones(const Similarity& placement) {
  const Similarity scene = mirror_placement(placement);
  driven_.clear();
  for (const Follower& d : drivers_) {
    if (is_held_[d.body] != 0) continue;
    const BodyTransform now = to_model_space(scene, body(d.body));
    const BodyTransform rest = body_transform(rest_[d.body]);
    const quat rotation = now.rotation * glm::conjugate(rest.rotation);
    const vec3 bone_rest = mirror(model_->skeleton.bones[at(d.bone)].rest);
    const vec3 position = now.position - rotation * (rest.position - bone_rest);
    driven_.push_back({d.bone, glm::normalize(mirror(rotation)), mirror(position),
                       model_->bodies[d.body].mode == BodyMode::dynamic});
  }
  return driven_;
}

void ModelPhysics::set_simulated(std::int32_t bone, bool simulated) {
  for (const Follower& f : followers_) {
    if (f.bone != bone || !model_->bodies[f.body].is_dynamic()) continue;
    is_held_[f.body] = simulated ? 0 : 1;
    world_->hold(first_ + f.body, !simulated);
  }
}

void ModelPhysics::apply_impulse_morphs(std::span<const float> weights) {
  const float dt = 1.0f / world_->settings().rate;
  for (std::size_t m = 0; m < model_->morphs.size(); ++m) {
    const auto* morph = std::get_if<ImpulseMorph>(&model_->morphs[m].data);
    if (morph == nullptr || weights[m] == 0.0f) continue;
    for (const ImpulseMorph::Push& push : morph->pushes) {
      const auto index = at(push.body);
      if (push.velocity == vec3(0.0f) && push.torque == vec3(0.0f)) {
        world_->stop(first_ + index);
        continue;
      }
      const quat turn = push.local ? body(index).rotation : identity_rotation();
      world_->push(first_ + index, turn * (push.velocity * weights[m] * dt),
                   turn * (push.torque * weights[m]));
    }
  }
}

Affine ModelPhysics::body_in_scene(std::size_t index) const {
  const BodyTransform t = body(index);
  return affine_from(mirror(t.rotation), mirror(t.position));
}

namespace {

/// Powers of ten that a double holds exactly.
constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                           1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                           1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr double min_of_nine = 1e8, min_of_ten = 1e9;

}  // namespace

float nine_digits(double value) {
  const double size = std::abs(value);
  // The engine ignores smaller numbers and rejects larger ones. NaN is neither.
  if (!(size >= 1e-13 && size < min_of_nine)) return static_cast<float>(value);
  // 0.30103 is log10(2): the number of digits before the point, or one less.
  const int before = static_cast<int>(std::floor(0.30103 * std::ilogb(size)));
  auto shift = static_cast<std::size_t>(8 - before);
  if (size * powers[shift] >= min_of_ten) --shift;
  return static_cast<float>(std::nearbyint(value * powers[shift]) / powers[shift]);
}

BodyTransform body_transform(const ExactTransform& exact) {
  const glm::dvec3& p = exact.translation;
  const glm::dquat& q = exact.rotation;
  return {{nine_digits(p.x), nine_digits(p.y), nine_digits(p.z)},
          quat(nine_digits(q.w), nine_digits(q.x), nine_digits(q.y), nine_digits(q.z))};
}

}  // namespace mmd
