#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/similarity.h"
#include "model/model.h"
#include "physics/physics_world.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// The bodies of one model in a world: they follow its bones and move them (semantics, "A frame"). Not
/// thread-safe.
class ModelPhysics {
 public:
  /// Adds the model's bodies at rest to the world. `placement`: from model space to the scene, right-handed.
  ModelPhysics(std::shared_ptr<const Model> model, std::shared_ptr<PhysicsWorld> world,
               const Similarity& placement = {});

  const Model& model() const { return *model_; }
  PhysicsWorld& world() { return *world_; }
  const PhysicsWorld& world() const { return *world_; }

  /// Moves the bodies that follow bones to the bones' transforms (after
  /// BoneManager::evaluate_before_physics), for the next step. `own`: Pose::exact, one entry per bone, or
  /// empty.
  void follow(const BoneManager& bones, const Similarity& placement,
              std::span<const ExactTransform> own = {});

  /// The transforms that bodies give their bones, for BoneManager::drive, in the bones' order. Valid until
  /// the next call; does not allocate.
  std::span<const DrivenBone> driven_bones(const Similarity& placement);

  /// Sets whether the engine simulates the bone's dynamic bodies (initially true) or they follow the bone,
  /// from the next step on.
  void set_simulated(std::int32_t bone, bool simulated);

  /// Applies impulse morphs once for the next step (unconfirmed; semantics, "Impulse morphs"). `weights`:
  /// effective weights, one per morph.
  void apply_impulse_morphs(std::span<const float> weights);

  /// The transform of Model::bodies[index] in the scene, MMD's left-handed space.
  BodyTransform body(std::size_t index) const { return world_->transform(first_ + index); }
  /// The same in the scene's right-handed space.
  Affine body_in_scene(std::size_t index) const;
  /// The body's velocity, MMD units per second, MMD's left-handed space.
  vec3 velocity(std::size_t index) const { return world_->velocity(first_ + index); }

 private:
  void place_bones(const BoneManager& bones, std::span<const ExactTransform> own);

  struct Follower {
    std::size_t body = 0;
    std::int32_t bone = none;
  };

  std::shared_ptr<const Model> model_;
  std::shared_ptr<PhysicsWorld> world_;
  std::size_t first_ = 0;              ///< index of the model's first body in the world
  std::vector<ExactTransform> rest_;   ///< by body: at rest, MMD's model space
  std::vector<Follower> followers_;    ///< bodies whose mode is to follow a bone
  std::vector<Follower> drivers_;      ///< dynamic bodies that move a bone: the last per bone, parents first
  std::vector<std::uint8_t> is_held_;  ///< per body
  std::vector<std::int32_t> placed_bones_;  ///< bones that bodies follow and all above them, parents first
  /// Workspace, by bone, MMD's model space. Rotations are products of float quaternions, not normalised.
  std::vector<ExactTransform> places_;
  std::vector<DrivenBone> driven_;  ///< workspace
};

}  // namespace mmd
