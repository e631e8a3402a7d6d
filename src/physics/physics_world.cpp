#include "physics/physics_world.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <LinearMath/btAlignedAllocator.h>

#include "physics/body_transform.h"
#include "physics/bullet_profile.h"

namespace mmd {

namespace {

constexpr btScalar ground_friction = btScalar(0.5);
constexpr int ground_group = 1 << 15;
constexpr int all_groups = 0xffff;

btTransform bullet_transform(const BodyTransform& t) {
  btQuaternion q(t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w);
  q.normalize();
  return btTransform(q, to_bullet(t.position));
}

BodyTransform from_bullet(const btTransform& t) {
  const btVector3& p = t.getOrigin();
  const btQuaternion q = t.getRotation();
  return {{p.x(), p.y(), p.z()}, glm::normalize(quat(q.w(), q.x(), q.y(), q.z()))};
}

std::unique_ptr<btCollisionShape> make_shape(const RigidBody& body, float scale) {
  const vec3 size = body.size * scale;
  if (body.shape == BodyShape::box) {
    auto box = std::make_unique<btBoxShape>(to_bullet(size));
    box->setMargin(old_margin);  // Bullet 3 uses a smaller margin for thin boxes
    return box;
  }
  if (body.shape == BodyShape::capsule) return std::make_unique<MarginCapsule>(size.x, size.y);
  return std::make_unique<btSphereShape>(size.x);
}

bool is_inside(const btVector3& p) {
  // In this form NaN gives false.
  return btFabs(p.x()) <= PhysicsWorld::farthest && btFabs(p.y()) <= PhysicsWorld::farthest &&
         btFabs(p.z()) <= PhysicsWorld::farthest;
}

/// Gives the engine the transform of a body that follows its bone.
class Place final : public btMotionState {
 public:
  explicit Place(const btTransform& at) : at_(at) {}
  void getWorldTransform(btTransform& out) const override { out = at_; }
  void setWorldTransform(const btTransform&) override {}  // dynamic bodies store their transform
  void move(const btTransform& to) { at_ = to; }

 private:
  btTransform at_;
};

/// Accepts pairs of bodies by their masks, as Bullet does, until there are too many.
class PairFilter final : public btOverlapFilterCallback {
 public:
  explicit PairFilter(btOverlappingPairCache& pairs) : pairs_(pairs) { pairs.setOverlapFilterCallback(this); }
  bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
    if ((a->m_collisionFilterGroup & b->m_collisionFilterMask) == 0 ||
        (b->m_collisionFilterGroup & a->m_collisionFilterMask) == 0)
      return false;
    if (pairs_.getNumOverlappingPairs() >= PhysicsWorld::max_pairs) overfull_ = true;
    return !overfull_;
  }
  bool is_overfull() const { return overfull_; }

 private:
  btOverlappingPairCache& pairs_;
  mutable bool overfull_ = false;
};

/// Limits the memory for contacts, which Bullet allocates and writes with the world: four megabytes by
/// default. Further contacts use the heap.
btDefaultCollisionConstructionInfo room_for(std::size_t bodies) {
  constexpr std::size_t pairs_per_body = 8, min_pool = 64, max_pool = 4096;  // 4096: Bullet's default
  btDefaultCollisionConstructionInfo how;
  how.m_defaultMaxPersistentManifoldPoolSize = how.m_defaultMaxCollisionAlgorithmPoolSize =
      static_cast<int>(std::clamp(bodies * pairs_per_body, min_pool, max_pool));
  return how;
}

/// Bullet's world and its parts.
struct Dynamics {
  Dynamics(const PhysicsSettings& settings, std::size_t bodies) : configuration(room_for(bodies)) {
    use_profile(world);
    if (settings.ground) world.addRigidBody(&ground, ground_group, all_groups);
  }

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  PairFilter filter{*broadphase.getOverlappingPairCache()};
  ContactSolver solver;
  btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
  btRigidBody ground = make_ground(&plane);
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};

 private:
  static btRigidBody::btRigidBodyConstructionInfo make_ground(btCollisionShape* shape) {
    btRigidBody::btRigidBodyConstructionInfo how(0, nullptr, shape);
    how.m_friction = ground_friction;
    return how;
  }
};

/// A body's description, from which a reset rebuilds it, and its engine objects.
struct Body {
  Body(const RigidBody& made_of, const BodyTransform& at, float lengths)
      : description(made_of), rest(bullet_transform(at)), shape(make_shape(made_of, lengths)) {}

  void make();
  void set_held(bool value);
  bool moves_freely() const { return description.is_dynamic() && !held; }

  RigidBody description;
  btTransform rest;
  std::unique_ptr<btCollisionShape> shape;
  std::unique_ptr<Place> place;
  std::unique_ptr<btRigidBody> body;
  StepDamping damping;
  bool held = false;
};

void Body::make() {
  btVector3 inertia(0, 0, 0);
  const float mass = description.is_dynamic() ? description.mass : 0.0f;
  if (mass > 0.0f) shape->calculateLocalInertia(mass, inertia);
  place = std::make_unique<Place>(rest);
  btRigidBody::btRigidBodyConstructionInfo how(mass, place.get(), shape.get(), inertia);
  how.m_friction = description.friction;
  how.m_restitution = description.restitution;
  body = std::make_unique<btRigidBody>(how);
  body->setFlags(0);  // no gyroscopic forces
  body->setActivationState(DISABLE_DEACTIVATION);
  int flags = body->getCollisionFlags();
  if (!description.is_dynamic()) flags |= btCollisionObject::CF_KINEMATIC_OBJECT;
  if (!description.is_solid) flags |= btCollisionObject::CF_NO_CONTACT_RESPONSE;
  body->setCollisionFlags(flags);
  if (held) set_held(true);
}

/// Makes a dynamic body follow its bone (mass 0, the engine's kinematic flag), or undoes that.
void Body::set_held(bool value) {
  held = value;
  btVector3 inertia(0, 0, 0);
  if (!held) shape->calculateLocalInertia(description.mass, inertia);
  body->setMassProps(held ? 0.0f : description.mass, inertia);
  const int kinematic = btCollisionObject::CF_KINEMATIC_OBJECT;
  const int others = body->getCollisionFlags() & ~(kinematic | btCollisionObject::CF_STATIC_OBJECT);
  body->setCollisionFlags(held ? others | kinematic : others);
  body->setLinearVelocity(btVector3(0, 0, 0));
  body->setAngularVelocity(btVector3(0, 0, 0));
  body->updateInertiaTensor();
  place->move(body->getWorldTransform());
}

struct Tie {
  Joint description;  ///< with the world's numbers of bodies
  btTransform rest;
  float scale;
  std::unique_ptr<btTypedConstraint> constraint;
};

}  // namespace

struct PhysicsWorld::Engine {
  explicit Engine(const PhysicsSettings& settings) {
    // Without this, Bullet continues with a null pointer when out of memory.
    static const bool throws = [] {
      btAlignedAllocSetCustom([](std::size_t size) { return ::operator new(size); },
                              [](void* block) { ::operator delete(block); });
      return true;
    }();
    static_cast<void>(throws);
    make(settings);
  }
  ~Engine() { destroy(); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void make(const PhysicsSettings& settings);
  void destroy();
  void put(Body& body);
  void put(Tie& tie);

  std::vector<Body> bodies;
  std::vector<Tie> ties;
  std::unique_ptr<Dynamics> dynamics;
  /// True while Bullet allocates, and forever after an allocation failed: Bullet's incomplete objects are
  /// neither used nor destroyed.
  bool is_incomplete = false;
};

void PhysicsWorld::Engine::destroy() {
  if (is_incomplete) {
    static_cast<void>(dynamics.release());
    for (Tie& tie : ties) static_cast<void>(tie.constraint.release());
    for (Body& body : bodies) {
      static_cast<void>(body.body.release());
      static_cast<void>(body.place.release());
      static_cast<void>(body.shape.release());
    }
    return;
  }
  dynamics.reset();  // points at the objects below
  for (Tie& tie : ties) tie.constraint.reset();
  for (Body& body : bodies) body.body.reset();
}

void PhysicsWorld::Engine::make(const PhysicsSettings& settings) {
  destroy();
  is_incomplete = true;
  dynamics = std::make_unique<Dynamics>(settings, bodies.size());
  for (Body& body : bodies) {
    const auto kept = [&](float damping) {
      return btPow(btScalar(1) - damping, btScalar(1) / settings.rate);
    };
    const RigidBody& d = body.description;
    body.damping = {d.linear_damping, d.angular_damping, kept(d.linear_damping), kept(d.angular_damping)};
    put(body);
  }
  if (!dynamics->filter.is_overfull())
    for (Tie& tie : ties) put(tie);
  is_incomplete = false;
}

void PhysicsWorld::Engine::put(Body& body) {
  body.make();
  if (!dynamics->filter.is_overfull())
    dynamics->world.addRigidBody(body.body.get(), 1 << body.description.group,
                                 body.description.collides_with);
}

void PhysicsWorld::Engine::put(Tie& tie) {
  Body& a = bodies[static_cast<std::size_t>(tie.description.body_a)];
  Body& b = bodies[static_cast<std::size_t>(tie.description.body_b)];
  tie.constraint = make_constraint(tie.description, tie.rest, *a.body, a.rest, *b.body, b.rest, tie.scale);
  dynamics->world.addConstraint(tie.constraint.get(), false);
}

PhysicsWorld::PhysicsWorld(const PhysicsSettings& settings)
    : settings_(settings), engine_(std::make_unique<Engine>(settings_)) {}
PhysicsWorld::~PhysicsWorld() = default;

std::size_t PhysicsWorld::add(std::span<const RigidBody> bodies, std::span<const Joint> joints,
                              const BodyTransform& origin, float scale) {
  const std::size_t first = engine_->bodies.size();
  const auto placed = [&](const vec3& position, const vec3& rotation) {
    const BodyTransform rest = rest_transform(position, rotation);
    return BodyTransform{origin.position + origin.rotation * (rest.position * scale),
                         origin.rotation * rest.rotation};
  };
  for (const RigidBody& body : bodies)
    engine_->bodies.emplace_back(body, placed(body.position, body.rotation), scale);
  for (const Joint& joint : joints) {
    Tie tie{joint, bullet_transform(placed(joint.position, joint.rotation)), scale, nullptr};
    tie.description.body_a += static_cast<std::int32_t>(first);
    tie.description.body_b += static_cast<std::int32_t>(first);
    engine_->ties.push_back(std::move(tie));
  }
  reset();
  return first;
}

std::size_t PhysicsWorld::body_count() const {
  return engine_->bodies.size();
}

void PhysicsWorld::reset() {
  if (!engine_->is_incomplete) engine_->make(settings_);
}

void PhysicsWorld::move(std::size_t body, const BodyTransform& to) {
  engine_->bodies[body].place->move(bullet_transform(to));
}

void PhysicsWorld::hold(std::size_t body, bool held) {
  Body& b = engine_->bodies[body];
  if (!b.description.is_dynamic() || b.held == held) return;
  b.set_held(held);
  Dynamics& d = *engine_->dynamics;
  d.broadphase.getOverlappingPairCache()->cleanProxyFromPairs(b.body->getBroadphaseProxy(), &d.dispatcher);
}

void PhysicsWorld::push(std::size_t body, const vec3& impulse, const vec3& torque_impulse) {
  Body& b = engine_->bodies[body];
  if (!b.moves_freely()) return;
  b.body->applyCentralImpulse(to_bullet(impulse));
  b.body->applyTorqueImpulse(to_bullet(torque_impulse));
}

void PhysicsWorld::stop(std::size_t body) {
  Body& b = engine_->bodies[body];
  if (!b.moves_freely()) return;
  b.body->setLinearVelocity(btVector3(0, 0, 0));
  b.body->setAngularVelocity(btVector3(0, 0, 0));
}

bool PhysicsWorld::step() {
  if (engine_->bodies.empty() || is_overfull()) return true;
  const btScalar dt = btScalar(1) / settings_.rate;
  const btVector3 gravity = to_bullet(settings_.gravity);
  for (Body& body : engine_->bodies)
    if (body.moves_freely()) start_step(*body.body, body.damping, gravity, dt);
  engine_->is_incomplete = true;
  engine_->dynamics->world.stepSimulation(dt, 0);
  engine_->is_incomplete = false;
  for (const Body& body : engine_->bodies) {
    if (!body.moves_freely() || is_inside(body.body->getWorldTransform().getOrigin())) continue;
    reset();
    return false;
  }
  return true;
}

bool PhysicsWorld::is_overfull() const {
  return engine_->is_incomplete || engine_->dynamics->filter.is_overfull();
}

BodyTransform PhysicsWorld::transform(std::size_t body) const {
  return from_bullet(engine_->bodies[body].body->getWorldTransform());
}

vec3 PhysicsWorld::velocity(std::size_t body) const {
  const Body& b = engine_->bodies[body];
  if (!b.moves_freely()) return vec3(0.0f);
  const btVector3& v = b.body->getLinearVelocity();
  return {v.x(), v.y(), v.z()};
}

}  // namespace mmd
