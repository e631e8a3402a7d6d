#include "scene/comparison.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/scene_difference.h"

namespace mmd {
namespace {

constexpr vec3 still_colour{0.82f, 0.82f, 0.82f};

}  // namespace

void copy_state(const Actor& from, Actor& to) {
  to.pose = from.pose;
  to.switches = from.switches;
  to.morphs_enabled = from.morphs_enabled;
  to.hidden_materials = from.hidden_materials;
  to.driven = from.driven;
  to.rest_blend = from.rest_blend;
  to.visible = from.visible;
  to.accessory = from.accessory;
  to.skin_level = from.skin_level;
}

Comparison::Comparison(const Actor& first)
    : other(std::make_unique<Actor>(first.shared_model(), first.shared_textures())),
      heat(heat_actor(first)),
      vertices(first.model().vertices.size()) {
  for (Actor* actor : {other.get(), heat.get()}) {
    copy_state(first, *actor);
    actor->evaluate();
    actor->use_skin_plan(first.skin_plan());
  }
}

void Comparison::measure_distances(const Actor& first) {
  distances_ = vertex_distances(first, *other);
  largest = 0.0f;
  moved = 0;
  for (const float distance : distances_) {
    largest = std::max(largest, distance);
    moved += distance > 0.0f;
  }
}

/// The subject's comparison, or another actor's.
Comparison& Comparison::of(std::size_t actor) {
  if (actor == subject_) return *this;
  return beside[actor < subject_ ? actor : actor - 1];
}

void Comparison::follow_scene(const Scene& scene) {
  subject_ = scene.subject;
  other->place(scene.actors[subject_]->placement());
  const auto is_of = [](const Comparison& c, const Actor& actor) {
    return c.other->shared_model() == actor.shared_model() &&
           c.other->shared_textures() == actor.shared_textures();
  };
  bool kept = beside.size() + 1 == scene.actors.size();
  for (std::size_t i = 0; i < scene.actors.size() && kept; ++i)
    kept = i == subject_ || is_of(of(i), *scene.actors[i]);
  if (!kept) {
    beside.clear();
    for (std::size_t i = 0; i < scene.actors.size(); ++i)
      if (i != subject_) beside.emplace_back(*scene.actors[i]);
  }
  for (std::size_t i = 0; i < scene.actors.size(); ++i) {
    if (i == subject_) continue;
    Actor& there = *of(i).other;
    copy_state(*scene.actors[i], there);
    there.switches.append = other->switches.append;
    there.switches.ik = other->switches.ik;
    if (other->driven.empty()) there.driven.clear();  // without physics
    there.evaluate();
    there.place(scene.actors[i]->placement());
    if (i > 0 && i <= scene.attachments.size())
      there.place(placement_on(*of(scene.attachments[i - 1].carrier).other, scene.attachments[i - 1]));
  }
}

void Comparison::measure(const Scene& scene) {
  float farthest = 0.0f;
  std::size_t all_moved = 0, all_vertices = 0;
  for (std::size_t i = 0; i <= beside.size(); ++i) {
    Comparison& c = of(i);
    c.measure_distances(*scene.actors[i]);
    farthest = std::max(farthest, c.largest);
    all_moved += c.moved;
    all_vertices += c.distances_.size();
  }
  for (std::size_t i = 0; i <= beside.size(); ++i) {
    of(i).largest = farthest;
    of(i).colour(*scene.actors[i], scene.light);
  }
  moved = all_moved;
  vertices = all_vertices;
}

void Comparison::exchange(Scene& scene, bool heat_map) {
  for (std::size_t i = 0; i <= beside.size(); ++i)
    std::swap(scene.actors[i], heat_map ? of(i).heat : of(i).other);
}

void Comparison::lend_others(Scene& scene) {
  for (std::size_t i = 0; i <= beside.size(); ++i) scene.actors.push_back(std::move(of(i).other));
}

void Comparison::take_others_back(Scene& scene) {
  const std::size_t first = scene.actors.size() - beside.size() - 1;
  for (std::size_t i = 0; i <= beside.size(); ++i) of(i).other = std::move(scene.actors[first + i]);
  scene.actors.resize(first);
}

void Comparison::measure(const Actor& first, const Light& light) {
  measure_distances(first);
  colour(first, light);
}

void Comparison::colour(const Actor& first, const Light& light) {
  show_heat(first, light, distances_, largest, *heat);
}

RenderSettings heat_settings(RenderSettings settings) {
  settings.shading = Shading::mmd;
  settings.skeleton = settings.bodies = settings.grid = settings.axes = settings.toon = settings.sphere =
      false;
  settings.highlight = none;
  return settings;
}

vec3 heat_colour(float share) {
  constexpr std::array<std::array<float, 3>, 5> stops{{{0.20f, 0.25f, 0.62f},
                                                       {0.13f, 0.62f, 0.80f},
                                                       {0.55f, 0.82f, 0.35f},
                                                       {0.98f, 0.76f, 0.15f},
                                                       {0.82f, 0.10f, 0.10f}}};
  if (!(share > 0.0f)) return still_colour;
  const float at = std::min(share, 1.0f) * static_cast<float>(stops.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const auto colour = [&](std::size_t i) { return vec3(stops[i][0], stops[i][1], stops[i][2]); };
  return glm::mix(colour(below), colour(below + 1), at - static_cast<float>(below));
}

std::string heat_text(float displacement) {
  return fmt::format("{:.{}f}", displacement, displacement > 0.0f && displacement < 0.01f ? 4 : 3);
}

std::array<HeatMark, 3> heat_marks(float largest) {
  return {{{0.0f, "0"}, {0.5f, heat_text(largest * 0.5f)}, {1.0f, heat_text(largest)}}};
}

}  // namespace mmd
