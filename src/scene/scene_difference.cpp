#include "scene/scene_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/parallel_for.h"
#include "scene/triangle_tree.h"

namespace mmd {
namespace {

/// Smaller displacements are rounding, MMD units.
constexpr float stands_still = 1e-4f;

constexpr vec3 still_colour{0.82f, 0.82f, 0.82f};

/// White pictures with the textures' alpha, so that the heat map keeps cut-out shapes.
std::shared_ptr<const TextureSet> white_textures(const TextureSet& textures) {
  auto out = std::make_shared<TextureSet>(textures.size());
  for (std::size_t i = 0; i < textures.size(); ++i) {
    if (textures[i] == nullptr || !textures[i]->has_alpha) continue;
    auto white = std::make_shared<Image>();
    white->width = textures[i]->width, white->height = textures[i]->height;
    white->has_alpha = true;
    const std::size_t pixels = white->pixels();
    white->rgba = RawVector<std::uint8_t>(4 * pixels, 255);
    const AlphaBytes alpha = alpha_of(*textures[i]);
    for (std::size_t p = 0; p < pixels; ++p) white->rgba[4 * p + 3] = alpha[p];
    (*out)[i] = std::move(white);
  }
  return out;
}

/// A brightness by the light, so that the shape is visible.
float relief(const vec3& normal, const Light& light) {
  return 0.72f + 0.28f * std::max(0.0f, -glm::dot(normal, light.direction));
}

/// The morph reduced to hiding materials and changing edges and the size of points.
MaterialMorph without_colours(MaterialMorph morph) {
  for (pmx::MaterialOffset& o : morph.offsets) {
    const float nothing = o.operation == 0 ? 1.0f : 0.0f;
    o.diffuse = vec4(vec3(nothing), o.diffuse.a);
    o.specular = o.ambient = vec3(nothing);
    o.specular_power = nothing;
    o.texture = o.sphere = o.toon = vec4(nothing);
  }
  return morph;
}

/// The model with vertex colours in place of all other colours. Hidden parts stay hidden.
std::shared_ptr<const Model> colourable_model(const Model& model) {
  auto out = std::make_shared<Model>(model);
  out->vertices.uv1 = RawVector<vec4>(model.vertices.size());
  std::fill(out->vertices.uv1.begin(), out->vertices.uv1.end(), vec4(heat_colour(0.0f), 1.0f));
  for (Material& material : out->materials) {
    material.diffuse = vec4(vec3(1.0f), material.diffuse.a);
    material.ambient = vec3(1.0f);
    material.specular = vec3(0.0f);
    material.specular_power = 0.0f;
    material.sphere_mode = SphereMode::off;
    material.sphere_texture = material.toon_texture = material.shared_toon = none;
    constexpr unsigned kept =
        pmx::material_double_sided | pmx::material_edge | pmx::material_points | pmx::material_lines;
    material.flags = static_cast<std::uint8_t>((material.flags & kept) | pmx::material_vertex_colour);
  }
  for (Morph& morph : out->morphs) {
    const auto* uv = std::get_if<UvMorph>(&morph.data);
    const auto* materials = std::get_if<MaterialMorph>(&morph.data);
    if (uv != nullptr && uv->set != 0) morph.data = ImpulseMorph{};
    if (materials != nullptr) morph.data = without_colours(*materials);
  }
  return out;
}

/// An actor of the same shape for show_heat().
std::unique_ptr<Actor> heat_actor(const Actor& first) {
  return std::make_unique<Actor>(colourable_model(first.model()), white_textures(first.textures()));
}

/// The visible triangles of an actor as it is posed.
TriangleTree surface_of(const Actor& actor) {
  std::vector<TriangleTree::Corners> triangles;
  for (std::size_t m = 0; m < actor.model().materials.size(); ++m) {
    if (is_hidden(actor.materials()[m])) continue;
    const auto corners = actor.model().triangles_of(m);
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
      triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  }
  return {actor.posed_positions(), std::move(triangles)};
}

/// Distances of the vertices to the nearest point of another surface; 0 without one.
std::vector<float> surface_distances(std::span<const vec3> positions, const TriangleTree& surface) {
  std::vector<float> out(positions.size(), 0.0f);
  if (surface.empty()) return out;
  parallel_for(positions.size(), [&](std::size_t v) {
    const auto found = surface.nearest(positions[v], std::numeric_limits<float>::max());
    if (found) out[v] = found->distance;
  });
  return out;
}

/// How far each vertex is from the same one of another actor; or, if the models have other numbers of
/// vertices, from its surface.
std::vector<float> all_distances(const Actor& first, const Actor& second) {
  const auto a = first.posed_positions(), b = second.posed_positions();
  if (a.size() != b.size()) return surface_distances(a, surface_of(second));
  std::vector<float> out(a.size());
  for (std::size_t v = 0; v < a.size(); ++v) out[v] = glm::distance(a[v], b[v]);
  return out;
}

/// The distances between the actors' vertices that are visible in the first; 0 for the others.
std::vector<float> vertex_distances(const Actor& first, const Actor& second) {
  const std::vector<float> all = all_distances(first, second);
  std::vector<float> out(all.size(), 0.0f);
  const Model& model = first.model();
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    if (is_hidden(first.materials()[m])) continue;
    for (const std::uint32_t v : model.triangles_of(m)) {
      const float distance = all[v];
      out[v] = std::isfinite(distance) && distance > stands_still ? distance : 0.0f;
    }
  }
  return out;
}

/// Poses a heat_actor() as `first` is, and colours it. `largest`: the distance of the hottest colour.
void show_heat(const Actor& first, const Light& light, const std::vector<float>& distances, float largest,
               Actor& heat) {
  const auto normals = first.posed_normals();
  std::vector<vec4> colours(distances.size());
  for (std::size_t v = 0; v < colours.size(); ++v) {
    const float share = largest > 0.0f ? distances[v] / largest : 0.0f;
    colours[v] = vec4(heat_colour(share) * relief(normals[v], light), 1.0f);
  }
  copy_state(first, heat);
  heat.evaluate();
  heat.place(first.placement());
  heat.set_uv1(colours);
}

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

RenderSettings heat_settings(RenderSettings settings) {
  settings.shading = Shading::mmd;
  settings.skeleton = settings.bodies = settings.grid = settings.axes = settings.toon = settings.sphere =
      false;
  settings.highlight = none;
  settings.effects = {};
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

void SceneDifference::measure(const Scene& first, const Scene& second) {
  std::vector<std::vector<float>> distances;
  largest = 0.0f;
  moved = vertices = 0;
  for (std::size_t i = 0; i < first.actors.size(); ++i) {
    distances.push_back(vertex_distances(*first.actors[i], *second.actors[i]));
    vertices += distances.back().size();
    for (const float distance : distances.back()) {
      largest = std::max(largest, distance);
      moved += distance > 0.0f;
    }
  }
  heat.actors.resize(first.actors.size());
  sources_.resize(first.actors.size());
  for (std::size_t i = 0; i < first.actors.size(); ++i) {
    const Actor& actor = *first.actors[i];
    const Source source{actor.shared_model(), actor.shared_textures()};
    if (heat.actors[i] == nullptr || !(sources_[i] == source)) heat.actors[i] = heat_actor(actor);
    sources_[i] = source;
    heat.actors[i]->use_skin_plan(actor.skin_plan());
    show_heat(actor, first.light, distances[i], largest, *heat.actors[i]);
  }
  heat.attachments = first.attachments;
  heat.subject = first.subject;
  heat.settings = heat_settings(first.settings);
  heat.light = first.light;
  heat.camera = first.camera;
}

}  // namespace mmd
