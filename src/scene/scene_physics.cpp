#include "scene/scene_physics.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "physics/model_physics.h"
#include "scene/attachment.h"

namespace mmd {
namespace {

bool has_dynamic_bodies(const Model& model) {
  return std::any_of(model.bodies.begin(), model.bodies.end(),
                     [](const RigidBody& b) { return b.is_dynamic(); });
}

bool is_simulated(const Actor& actor) {
  return actor.accessory.has_physics && has_dynamic_bodies(actor.model());
}

}  // namespace

int PhysicsChoice::total_steps() const {
  if (steps) return *steps;
  return warm_up_steps + static_cast<int>(std::lround(settle_seconds * settings.rate));
}

ScenePhysics::ScenePhysics(Scene& scene, const PhysicsChoice& choice) : scene_(scene) {
  const bool any = std::any_of(scene.actors.begin(), scene.actors.end(),
                               [](const auto& actor) { return is_simulated(*actor); });
  if (!any) return;
  for (std::size_t i = 0; i < scene.actors.size(); ++i) {
    if (!carries(scene, i)) continue;
    scene.actors[i]->rest_blend = 0.0;
    scene.actors[i]->evaluate_before_physics();
  }
  place_attachments(scene);
  for (std::size_t i = 0; i < scene.actors.size(); ++i) {
    const Actor& actor = *scene.actors[i];
    if (!actor.accessory.has_physics || (!choice.shared && !is_simulated(actor))) continue;
    if (!choice.shared || worlds_.empty()) worlds_.push_back(std::make_shared<PhysicsWorld>(choice.settings));
    models_.push_back(
        {i, std::make_unique<ModelPhysics>(actor.shared_model(), worlds_.back(), actor.placement())});
  }
}

ScenePhysics::~ScenePhysics() = default;

ModelPhysics* ScenePhysics::simulated(std::size_t actor) const {
  for (const Simulated& s : models_)
    if (s.actor == actor) return s.physics.get();
  return nullptr;
}

const ModelPhysics* ScenePhysics::of(std::size_t actor) const {
  return simulated(actor);
}

void ScenePhysics::reset() {
  for (const auto& world : worlds_) world->reset();
}

/// Sets the actor's driven bones from its bodies; none once the world is overfull.
void ScenePhysics::drive(std::size_t actor) {
  ModelPhysics* physics = simulated(actor);
  if (physics == nullptr) return;
  if (physics->world().is_overfull()) return scene_.actors[actor]->driven.clear();
  const auto driven = physics->driven_bones(scene_.actors[actor]->placement());
  scene_.actors[actor]->driven.assign(driven.begin(), driven.end());
}

/// Sets the actor's body transforms.
void ScenePhysics::show_bodies(std::size_t actor) {
  const ModelPhysics* physics = simulated(actor);
  if (physics == nullptr || physics->world().is_overfull()) return;
  std::vector<Affine>& bodies = scene_.actors[actor]->bodies;
  bodies.resize(physics->model().bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i] = physics->body_in_scene(i);
}

void ScenePhysics::follow(double rest_blend) {
  for (std::size_t i = 0; i < scene_.actors.size(); ++i) {
    Actor& actor = *scene_.actors[i];
    actor.rest_blend = rest_blend;
    actor.evaluate_before_physics();
    if (ModelPhysics* physics = simulated(i))
      physics->follow(actor.bones(), actor.placement(), actor.blended_pose().exact);
    if (!carries(scene_, i)) continue;
    // Attached models follow bones that bodies may move.
    drive(i);
    actor.drive_bones();
    place_attachments(scene_);
  }
}

/// Simulates a step. Returns false if a world was reset: all its bodies are at rest, also those that follow
/// bones.
bool ScenePhysics::advance() {
  for (Simulated& s : models_) s.physics->apply_impulse_morphs(scene_.actors[s.actor]->morph_weights());
  const int resets_before = reset_count_;
  for (const auto& world : worlds_)
    if (!world->step()) ++reset_count_;
  return reset_count_ == resets_before;
}

void ScenePhysics::step(double rest_blend) {
  follow(rest_blend);
  advance();
}

void ScenePhysics::set_simulated(std::size_t actor, std::int32_t bone, bool is_simulated) {
  if (ModelPhysics* physics = simulated(actor)) physics->set_simulated(bone, is_simulated);
}

void ScenePhysics::lead(int warm_up) {
  for (int s = 1; s <= warm_up && !is_empty() && keeps_going(); ++s) step(static_cast<double>(s) / warm_up);
  for (const auto& actor : scene_.actors) actor->rest_blend = 1.0;  // also if warm_up is 0
}

void ScenePhysics::settle(int warm_up, int steps) {
  const bool hangs = std::any_of(scene_.attachments.begin(), scene_.attachments.end(),
                                 [](const Attachment& a) { return a.bone != none; });
  const auto rest_blend = [&](int step) {
    return step < warm_up ? static_cast<double>(step) / warm_up : 1.0;
  };
  bool in_place = false;
  for (int s = 1; s <= steps && !is_empty() && keeps_going(); ++s) {
    // In the complete pose, bodies that follow bones no longer move.
    if (s <= warm_up || hangs || !in_place) follow(rest_blend(s));
    in_place = advance();
  }
  if (steps == 0 && !is_empty())
    for (const auto& actor : scene_.actors) actor->rest_blend = rest_blend(0);
  show();
}

void ScenePhysics::show() {
  for (std::size_t i = 0; i < scene_.actors.size(); ++i) {
    drive(i);
    scene_.actors[i]->evaluate();
    show_bodies(i);
    if (carries(scene_, i)) place_attachments(scene_);
  }
}

float ScenePhysics::mean_speed() const {
  float sum = 0.0f;
  std::size_t count = 0;
  for (const Simulated& s : models_)
    for (std::size_t i = 0; i < s.physics->model().bodies.size(); ++i) {
      if (!s.physics->model().bodies[i].is_dynamic()) continue;
      sum += glm::length(s.physics->velocity(i));
      ++count;
    }
  return count > 0 ? sum / static_cast<float>(count) : 0.0f;
}

std::vector<ScenePhysics::Restless> ScenePhysics::restless(float slowest) const {
  std::vector<Restless> out;
  for (const Simulated& s : models_)
    for (std::size_t i = 0; i < s.physics->model().bodies.size(); ++i) {
      const float speed = glm::length(s.physics->velocity(i));
      if (speed > slowest) out.push_back({s.physics->model().bodies[i].name, speed});
    }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.speed > b.speed; });
  return out;
}

Diagnostics ScenePhysics::warnings() const {
  Diagnostics out;
  for (const auto& world : worlds_) {
    if (!world->is_overfull()) continue;
    out.push_back(make_warning(
        fmt::format("more than {} pairs of rigid bodies overlap: physics is off", PhysicsWorld::max_pairs),
        "`mmdview check MODEL` lists bodies that overlap"));
  }
  if (reset_count_ == 0) return out;
  out.push_back(make_warning(fmt::format("physics became unstable {} and was reset",
                                         reset_count_ == 1 ? "once" : fmt::format("{} times", reset_count_)),
                             "`mmdview check MODEL` lists joints and masses that cause this"));
  return out;
}

void ScenePhysics::set_gravity(const vec3& gravity) {
  for (const auto& world : worlds_) world->set_gravity(gravity);
}

}  // namespace mmd
