#include "commands/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "commands/corner_text.h"

namespace mmd {
namespace {

/// Rounding moves no vertex as far as this, MMD units.
constexpr float stands_still = 1e-4f;

bool names_a_switch(const Options& options) {
  return options.compare == "append" || options.compare == "ik";
}

/// Distance of every vertex in the two states, MMD units; 0 where no face uses it.
std::vector<float> displacements(const Actor& first, const Actor& second) {
  const auto a = first.posed_positions(), b = second.posed_positions();
  std::vector<float> out(a.size(), 0.0f);
  for (const std::uint32_t v : first.model().indices) {
    const float distance = glm::distance(a[v], b[v]);
    out[v] = std::isfinite(distance) && distance > stands_still ? distance : 0.0f;
  }
  return out;
}

/// A picture's alpha on white: what a texture cuts out stays cut out under the heat.
std::shared_ptr<const TextureSet> white_textures(const TextureSet& textures) {
  auto out = std::make_shared<TextureSet>(textures.size());
  for (std::size_t i = 0; i < textures.size(); ++i) {
    if (textures[i] == nullptr || !textures[i]->has_alpha) continue;
    auto white = std::make_shared<Image>(*textures[i]);
    for (std::size_t at = 0; at < white->rgba.size(); ++at) {
      if (at % 4 != 3) white->rgba[at] = 255;
    }
    (*out)[i] = std::move(white);
  }
  return out;
}

/// Brighter where the light falls, so that the form can be seen.
float relief(const vec3& normal, const Light& light) {
  return 0.72f + 0.28f * std::max(0.0f, -glm::dot(normal, light.direction));
}

RawVector<vec4> vertex_colours(const Actor& actor, const std::vector<float>& distances, float largest,
                               const Light& light) {
  const std::size_t count = distances.size();
  const auto normals = actor.posed_normals();
  RawVector<vec4> out(count);
  for (std::size_t v = 0; v < count; ++v) {
    const float share = largest > 0.0f ? distances[v] / largest : 0.0f;
    out[v] = vec4(heat_colour(share) * relief(normals[v], light), 1.0f);
  }
  return out;
}

/// The model with vertex colours for everything else that colours it.
std::shared_ptr<const Model> coloured_model(const Model& model, RawVector<vec4> colours) {
  auto out = std::make_shared<Model>(model);
  out->vertices.uv1 = std::move(colours);
  for (Material& material : out->materials) {
    material.diffuse = vec4(vec3(1.0f), material.diffuse.a);
    material.ambient = vec3(1.0f);
    material.specular = vec3(0.0f);
    material.specular_power = 0.0f;
    material.sphere_mode = SphereMode::off;
    material.sphere_texture = material.toon_texture = material.shared_toon = none;
    constexpr unsigned kept = pmx::material_double_sided | pmx::material_edge;
    material.flags = static_cast<std::uint8_t>((material.flags & kept) | pmx::material_vertex_colour);
  }
  for (Morph& morph : out->morphs) {
    const bool colours_things =
        std::holds_alternative<UvMorph>(morph.data) || std::holds_alternative<MaterialMorph>(morph.data);
    if (colours_things) morph.data = ImpulseMorph{};
  }
  return out;
}

std::unique_ptr<Actor> in_state_of(const Actor& actor, std::shared_ptr<const Model> model,
                                   std::shared_ptr<const TextureSet> textures) {
  auto out = std::make_unique<Actor>(std::move(model), std::move(textures));
  out->pose = actor.pose;
  out->switches = actor.switches;
  out->morphs_enabled = actor.morphs_enabled;
  out->visible = actor.visible;
  out->skin_level = actor.skin_level;
  out->use_skin_plan(actor.skin_plan());
  return out;
}

void copy_panel(const Image& panel, int index, Image& to) {
  const std::size_t row = static_cast<std::size_t>(panel.width) * 4;
  const std::size_t to_row = static_cast<std::size_t>(to.width) * 4;
  for (std::size_t y = 0; y < static_cast<std::size_t>(panel.height); ++y)
    std::copy_n(panel.rgba.data() + y * row, row,
                to.rgba.data() + y * to_row + static_cast<std::size_t>(index) * row);
  to.has_alpha = to.has_alpha || panel.has_alpha;
}

}  // namespace

vec3 heat_colour(float share) {
  constexpr std::array<std::array<float, 3>, 5> stops{{{0.20f, 0.25f, 0.62f},
                                                       {0.13f, 0.62f, 0.80f},
                                                       {0.55f, 0.82f, 0.35f},
                                                       {0.98f, 0.76f, 0.15f},
                                                       {0.82f, 0.10f, 0.10f}}};
  if (!(share > 0.0f)) return vec3(0.82f);
  const float at = std::min(share, 1.0f) * static_cast<float>(stops.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const auto colour = [&](std::size_t i) { return vec3(stops[i][0], stops[i][1], stops[i][2]); };
  return glm::mix(colour(below), colour(below + 1), at - static_cast<float>(below));
}

Result<std::optional<Session>> load_other_pose(const Options& options, const Session& session) {
  if (options.compare.empty() || names_a_switch(options)) return std::nullopt;
  auto inputs = sort_inputs({options.compare});
  if (!inputs) return fail(std::move(inputs.error()));
  if (!inputs->model.empty())
    return fail(in_file(make_error("--compare: a model cannot be compared with",
                                   "give append, ik, or a pose or motion (.vpd, .vmd)"),
                        options.compare));
  Session other;
  other.inputs = std::move(*inputs);
  other.loaded.model = session.loaded.model;
  Options asked = options;
  if (other.inputs.motions.empty()) asked.frame.reset();  // it is meant for the first state's motion
  if (auto applied = apply_poses(other, asked); !applied) return fail(std::move(applied.error()));
  return other;
}

Comparison compare(const Options& options, const Actor& actor, const Light& light,
                   std::optional<Session> other_pose) {
  Comparison out;
  out.other = in_state_of(actor, actor.shared_model(), actor.shared_textures());
  if (other_pose) {
    apply_session(*other_pose, options, *out.other);
  } else {
    bool& toggled = options.compare == "ik" ? out.other->switches.ik : out.other->switches.append;
    toggled = !toggled;
    out.other->evaluate();
  }
  const std::vector<float> distances = displacements(actor, *out.other);
  out.vertices = distances.size();
  for (const float distance : distances) {
    out.largest = std::max(out.largest, distance);
    out.moved += distance > 0.0f;
  }
  auto model = coloured_model(actor.model(), vertex_colours(actor, distances, out.largest, light));
  out.heat = in_state_of(actor, std::move(model), white_textures(actor.textures()));
  out.heat->evaluate();
  return out;
}

Result<Image> draw_comparison(Renderer& renderer, Scene& scene, Comparison& comparison, int width, int height,
                              int samples) {
  constexpr int panels = 3;
  const RenderSettings settings = scene.settings;
  std::array<std::unique_ptr<Actor>*, panels> actors{nullptr, &comparison.other, &comparison.heat};
  Image out;
  for (int i = 0; i < panels; ++i) {
    std::unique_ptr<Actor>* const shown = actors[static_cast<std::size_t>(i)];
    const bool is_heat = shown == &comparison.heat;
    if (is_heat) {
      scene.settings.shading = Shading::mmd;
      scene.settings.skeleton = scene.settings.toon = scene.settings.sphere = false;
      scene.settings.highlight = none;
    }
    if (shown != nullptr) std::swap(scene.actors.front(), *shown);
    place_attachments(scene);
    auto panel = renderer.render(scene, width, height, samples);
    if (shown != nullptr) std::swap(scene.actors.front(), *shown);
    scene.settings = settings;
    if (!panel) return fail(std::move(panel.error()));
    if (is_heat) draw_corner_text(*panel, fmt::format("max {:.3f}", comparison.largest));
    if (i == 0) {
      out.width = panel->width * panels;
      out.height = panel->height;
      out.rgba.resize(panel->rgba.size() * panels);
    }
    copy_panel(*panel, i, out);
  }
  place_attachments(scene);
  return out;
}

}  // namespace mmd
