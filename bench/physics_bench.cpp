// The cost of a physics step: the same bodies and joints in this program's world and in unmodified Bullet, in
// one run.

#include <cmath>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <btBulletDynamicsCommon.h>

#include "bench/models.h"
#include "physics/body_transform.h"
#include "physics/model_physics.h"
#include "pose/pose.h"

namespace mmd {
namespace {

constexpr float dt = 1.0f / 60.0f;
/// About `count` dynamic bodies.
std::shared_ptr<const Model> skirt(int count) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.emplace_back();
  file.bones[0].position = {0, 12, 0};
  bench::add_skirt(file, 0, count);
  return build_model(std::move(file)).model;
}

/// Sways the root, so that no body comes to rest.
Affine sway(int step) {
  const float a = 0.3f * std::sin(0.1f * static_cast<float>(step));
  return affine_from(glm::angleAxis(a, vec3(0, 1, 0)), vec3(a, 0, 0));
}

void BM_Frame(benchmark::State& state) {
  const auto model = skirt(static_cast<int>(state.range(0)));
  const auto world = std::make_shared<PhysicsWorld>(PhysicsSettings{});
  ModelPhysics physics(model, world);
  BoneManager bones(skeleton_of(model));
  Pose pose(*model);
  const EvaluationSwitches switches;
  int step = 0;
  for (auto _ : state) {
    pose.rotation[0] = rotation_of(sway(++step));
    const BoneInputs inputs{pose.translation, pose.rotation, {}, {}};
    bones.evaluate_before_physics(inputs, switches);
    physics.follow(bones, {});
    world->step();
    bones.drive(inputs, switches, physics.driven_bones({}));
  }
  state.SetComplexityN(state.range(0));
}

/// A frame without the engine's step.
void BM_BonesAndReadBack(benchmark::State& state) {
  const auto model = skirt(static_cast<int>(state.range(0)));
  const auto world = std::make_shared<PhysicsWorld>(PhysicsSettings{});
  ModelPhysics physics(model, world);
  BoneManager bones(skeleton_of(model));
  Pose pose(*model);
  const EvaluationSwitches switches;
  for (int i = 0; i < 30; ++i) world->step();
  int step = 0;
  for (auto _ : state) {
    pose.rotation[0] = rotation_of(sway(++step));
    const BoneInputs inputs{pose.translation, pose.rotation, {}, {}};
    bones.evaluate_before_physics(inputs, switches);
    physics.follow(bones, {});
    bones.drive(inputs, switches, physics.driven_bones({}));
  }
}

void BM_World(benchmark::State& state) {
  const auto model = skirt(static_cast<int>(state.range(0)));
  PhysicsWorld world({});
  world.add(model->bodies, model->joints);
  int step = 0;
  for (auto _ : state) {
    const Affine at = sway(++step);
    for (std::size_t i = 0; i < 3; ++i)
      world.move(i, {transform_point(at, model->bodies[i].position), rotation_of(at)});
    world.step();
  }
  state.SetComplexityN(state.range(0));
}

btTransform to_bullet(const BodyTransform& t) {
  const btQuaternion q(t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w);
  return btTransform(q, btVector3(t.position.x, t.position.y, t.position.z));
}

/// The same world with Bullet's default settings.
class StockWorld {
 public:
  explicit StockWorld(const Model& model) {
    world_.setGravity({0, -98, 0});
    for (const RigidBody& body : model.bodies) {
      shapes_.push_back(std::make_unique<btCapsuleShape>(body.size.x, body.size.y));
      btVector3 inertia(0, 0, 0);
      if (body.is_dynamic()) shapes_.back()->calculateLocalInertia(body.mass, inertia);
      rests_.push_back(to_bullet(rest_transform(body.position, body.rotation)));
      states_.push_back(std::make_unique<btDefaultMotionState>(rests_.back()));
      btRigidBody::btRigidBodyConstructionInfo how(body.is_dynamic() ? body.mass : 0.0f, states_.back().get(),
                                                   shapes_.back().get(), inertia);
      how.m_linearDamping = body.linear_damping;
      how.m_angularDamping = body.angular_damping;
      how.m_additionalDamping = true;
      bodies_.push_back(std::make_unique<btRigidBody>(how));
      bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
      if (!body.is_dynamic()) bodies_.back()->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
      world_.addRigidBody(bodies_.back().get(), 1 << body.group, body.collides_with);
    }
    for (const Joint& joint : model.joints) add(joint);
  }
  void step(const Model& model, const Affine& at) {
    for (std::size_t i = 0; i < 3; ++i)
      states_[i]->setWorldTransform(
          to_bullet({transform_point(at, model.bodies[i].position), rotation_of(at)}));
    world_.stepSimulation(dt, 0);
  }

 private:
  void add(const Joint& joint) {
    const auto a = static_cast<std::size_t>(joint.body_a), b = static_cast<std::size_t>(joint.body_b);
    const btTransform at = to_bullet(rest_transform(joint.position, joint.rotation));
    joints_.push_back(std::make_unique<btGeneric6DofSpringConstraint>(
        *bodies_[a], *bodies_[b], rests_[a].inverse() * at, rests_[b].inverse() * at, true));
    btGeneric6DofSpringConstraint& j = *joints_.back();
    const auto vector = [](const vec3& v) { return btVector3(v.x, v.y, v.z); };
    j.setLinearLowerLimit(vector(joint.translation_lower));
    j.setLinearUpperLimit(vector(joint.translation_upper));
    j.setAngularLowerLimit(vector(joint.rotation_lower));
    j.setAngularUpperLimit(vector(joint.rotation_upper));
    for (int axis = 0; axis < 3; ++axis) {
      j.enableSpring(axis + 3, true);
      j.setStiffness(axis + 3, joint.spring_rotation[axis]);
    }
    world_.addConstraint(&j, false);
  }

  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btDefaultMotionState>> states_;
  std::vector<btTransform> rests_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btGeneric6DofSpringConstraint>> joints_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
};

void BM_StockWorld(benchmark::State& state) {
  const auto model = skirt(static_cast<int>(state.range(0)));
  StockWorld world(*model);
  int step = 0;
  for (auto _ : state) world.step(*model, sway(++step));
  state.SetComplexityN(state.range(0));
}

/// The time to pass the seven numbers of a bone-following body to the engine.
void BM_BodyTransform(benchmark::State& state) {
  ExactTransform at;
  at.translation = {1.23456789012, -12.3456789012, 0.0123456789012};
  at.rotation = glm::normalize(glm::dquat(0.9, 0.1, -0.2, 0.3));
  for (auto _ : state) {
    at.translation.x += 1e-7;
    benchmark::DoNotOptimize(body_transform(at));
  }
}

BENCHMARK(BM_StockWorld)->Arg(50)->Arg(100)->Arg(200)->Arg(300)->Arg(400)->Arg(800)->Complexity();
BENCHMARK(BM_World)->Arg(50)->Arg(100)->Arg(200)->Arg(300)->Arg(400)->Arg(800)->Complexity();
BENCHMARK(BM_Frame)->Arg(300);
BENCHMARK(BM_BonesAndReadBack)->Arg(300);
BENCHMARK(BM_BodyTransform);

}  // namespace
}  // namespace mmd
