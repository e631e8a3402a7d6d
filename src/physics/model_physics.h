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

/// The bodies of one model in a world: they follow its bones and move them (semantics, "Physics: a frame").
class ModelPhysics {
 public:
  /// Adds the model's bodies to the world, at rest. `placement`: from the model's space to the scene's,
  /// right-handed.
  ModelPhysics(std::shared_ptr<const Model> model, std::shared_ptr<PhysicsWorld> world,
               const Similarity& placement = {});

  const Model& model() const { return *model_; }
  PhysicsWorld& world() { return *world_; }
  const PhysicsWorld& world() const { return *world_; }

  /// Takes the bodies that follow bones to where the bones are now (BoneManager::evaluate_before_physics),
  /// for the next step. `own`: what the pose has for each bone with more digits (Pose::exact), or empty.
  void follow(const BoneManager& bones, const Similarity& placement,
              std::span<const ExactTransform> own = {});

  /// What the bodies give their bones (BoneManager::drive), in the bones' order. Good until the next call;
  /// allocates nothing.
  std::span<const DrivenBone> driven_bones(const Similarity& placement);

  /// Whether the bone's body is the engine's to move; from the next step on. All are, to begin with. Several
  /// bodies of one bone go together.
  void set_simulated(std::int32_t bone, bool simulated);

  /// Pushes what impulse morphs push, once for the next step: velocity x weight x the length of the step as
  /// an impulse, torque x weight as one (unconfirmed; semantics, "Physics"). `weights`: by morph.
  void apply_impulse_morphs(std::span<const float> weights);

  /// A body of the model, in the scene's MMD space.
  BodyTransform body(std::size_t index) const { return world_->transform(first_ + index); }
  /// Its place in the scene's right-handed space.
  Affine body_in_scene(std::size_t index) const;
  /// How fast it moves, units per second.
  vec3 velocity(std::size_t index) const { return world_->velocity(first_ + index); }

 private:
  void place_bones(const BoneManager& bones, std::span<const ExactTransform> own);

  struct Follower {
    std::size_t body = 0;
    std::int32_t bone = none;
  };

  std::shared_ptr<const Model> model_;
  std::shared_ptr<PhysicsWorld> world_;
  std::size_t first_ = 0;             ///< of the model's bodies in the world
  std::vector<ExactTransform> rest_;  ///< of each body, in the model's MMD space
  std::vector<Follower> followers_;   ///< bodies that follow a bone by their mode
  std::vector<Follower> drivers_;  ///< dynamic bodies that move a bone: the last of each bone, parents first
  std::vector<std::uint8_t> is_held_;       ///< per body
  std::vector<std::int32_t> placed_bones_;  ///< that bodies follow and what these hang on, parents first
  /// Workspace, by bone, in the model's MMD space. Rotations are products of unit quaternions of floats, as
  /// they are.
  std::vector<ExactTransform> places_;
  std::vector<DrivenBone> driven_;  ///< workspace
};

}  // namespace mmd
