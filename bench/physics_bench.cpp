// What a step of physics costs: the same bodies and joints in our world and in Bullet as it comes, in one
// run.

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <btBulletDynamicsCommon.h>

#include "physics/model_physics.h"
#include "physics/rest_transform.h"
#include "pose/pose.h"

namespace mmd {
namespace {

constexpr float dt = 1.0f / 60.0f;
constexpr int rows = 4;  // bodies below each other in a strand

pmx::RigidBody raw_body(std::int32_t bone, std::uint8_t mode, const vec3& position, const vec3& size) {
  pmx::RigidBody b;
  b.bone = bone;
  b.mode = mode;
  b.shape = 2;
  b.position = position;
  b.size = size;
  b.group = mode == 0 ? 0 : 1;
  b.collision_mask = mode == 0 ? 2 : 1;
  b.mass = 1.0f;
  b.linear_damping = b.angular_damping = 0.9f;
  b.friction = 0.5f;
  return b;
}

/// A skirt of strands around two legs, joined to their neighbours: about `count` dynamic bodies.
std::shared_ptr<const Model> skirt(int count) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  const auto bone = [&](std::int32_t parent, const vec3& at) {
    pmx::Bone b;
    b.parent = parent;
    b.position = at;
    file.bones.push_back(b);
    return static_cast<std::int32_t>(file.bones.size()) - 1;
  };
  const std::int32_t root = bone(-1, {0, 12, 0});
  file.rigid_bodies.push_back(raw_body(root, 0, {0, 12, 0}, {0.8f, 0.5f, 0}));
  for (const float side : {-1.0f, 1.0f})
    file.rigid_bodies.push_back(raw_body(root, 0, {side, 8, 0}, {0.7f, 5, 0}));
  const int columns = count / rows;
  const auto joint = [&](std::size_t a, std::size_t b, const vec3& at, float swing) {
    pmx::Joint j;
    j.body_a = static_cast<std::int32_t>(a);
    j.body_b = static_cast<std::int32_t>(b);
    j.position = at;
    j.rotation_lower = vec3(-swing);
    j.rotation_upper = vec3(swing);
    j.spring_rotation = vec3(20.0f);
    file.joints.push_back(j);
  };
  for (int c = 0; c < columns; ++c) {
    const float angle = 2.0f * pi * static_cast<float>(c) / static_cast<float>(columns);
    std::int32_t parent = root;
    for (int r = 0; r < rows; ++r) {
      const float radius = 1.6f + 0.35f * static_cast<float>(r);
      const vec3 at(radius * std::cos(angle), 11.0f - static_cast<float>(r), radius * std::sin(angle));
      parent = bone(parent, at + vec3(0, 0.5f, 0));
      const std::size_t body = file.rigid_bodies.size();
      file.rigid_bodies.push_back(raw_body(parent, 1, at, {0.15f, 0.7f, 0}));
      joint(r == 0 ? 0 : body - 1, body, at + vec3(0, 0.5f, 0), 0.6f);
      if (c > 0) joint(body - rows, body, at, 0.3f);
    }
  }
  return build_model(std::move(file)).model;
}

/// The root sways, so that nothing rests.
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

/// All of a frame but the engine's step.
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

/// The same world as Bullet makes it when it is asked for nothing special.
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

BENCHMARK(BM_StockWorld)->Arg(50)->Arg(100)->Arg(200)->Arg(300)->Arg(400)->Arg(800)->Complexity();
BENCHMARK(BM_World)->Arg(50)->Arg(100)->Arg(200)->Arg(300)->Arg(400)->Arg(800)->Complexity();
BENCHMARK(BM_Frame)->Arg(300);
BENCHMARK(BM_BonesAndReadBack)->Arg(300);

}  // namespace
}  // namespace mmd
