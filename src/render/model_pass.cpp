#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"
#include "render/framebuffer.h"

namespace mmd {
namespace {

/// Area of a box in the picture, in drawn pixels: its silhouette along the view direction at its middle.
float covered_pixels(const Frame& frame, const Bounds& box) {
  const mat4 rows = glm::transpose(frame.view_projection);
  const float depth = glm::dot(rows[3], vec4(box.centre(), 1.0f));
  // In the matrix of an off-centre tile, the up row contains a part of the forward row.
  const vec3 ahead_of_tile(rows[3]), up_and_ahead(rows[1]);
  const float squared = glm::dot(ahead_of_tile, ahead_of_tile);  // 0: orthographic
  const vec3 up = squared > 0.0f
                      ? up_and_ahead - ahead_of_tile * (glm::dot(up_and_ahead, ahead_of_tile) / squared)
                      : up_and_ahead;
  const float pixels_per_unit =
      0.5f * static_cast<float>(frame.tile.height) * glm::length(up) / std::max(depth, 1e-3f);
  const vec3 sides = box.max - box.min, ahead = glm::abs(glm::transpose(mat3(frame.view))[2]);
  const float outline =
      sides.y * sides.z * ahead.x + sides.x * sides.z * ahead.y + sides.x * sides.y * ahead.z;
  return outline * pixels_per_unit * pixels_per_unit;
}

static_assert(sizeof(MapFactor) == 2 * sizeof(vec4), "factors are uploaded as they are");

/// The uniform `material` of shaders/model.frag.
using MaterialConstants = std::array<vec4, 4>;

struct MaterialMaps {
  GLuint base = 0, sphere = 0, toon = 0;
  bool operator==(const MaterialMaps&) const = default;
};

/// Everything that determines a material's appearance except the size of points.
struct Look {
  unsigned features = feature_none;
  bool is_double_sided = false, is_sub_texture = false;
  bool blends = true;  ///< may be translucent somewhere
  MaterialMaps maps;
  MaterialConstants constants{};
  std::array<MapFactor, 3> factors;
  bool operator==(const Look&) const = default;
};

/// Adds the shaders' colours, which are premultiplied and have the light's strength as alpha.
void blend_additively() {
  glBlendFunc(GL_ONE, GL_ONE);
}

void set_blending(bool blends) {
  (blends ? glEnable : glDisable)(GL_BLEND);
}

GLuint toon_of(const Material& material, CommonTextures& common, const GpuTextures& textures) {
  if (material.shared_toon != none) return common.shared_toon(material.shared_toon);
  return textures.get(material.toon_texture);
}

/// The material's textures; 0 for those that it lacks or the settings disable.
MaterialMaps maps_of(const Material& material, const RenderSettings& settings, CommonTextures& common,
                     const GpuTextures& textures) {
  MaterialMaps maps{textures.get(material.texture), 0, 0};
  if (settings.shading == Shading::flat) return maps;
  if (settings.sphere && material.sphere_mode != SphereMode::off)
    maps.sphere = textures.get(material.sphere_texture);
  if (settings.toon) maps.toon = toon_of(material, common, textures);
  return maps;
}

/// Source: docs/dev/semantics.md, "The MMD look".
MaterialConstants constants_of(const Material& material, const MaterialState& state, const Frame& frame,
                               bool has_sphere, bool has_uv1) {
  const Light& light = frame.scene.light;
  const vec3 base = glm::clamp(vec3(state.diffuse) * light.colour + state.ambient, 0.0f, 1.0f);
  const bool shines = state.specular_power > 0.0f && frame.scene.settings.shading == Shading::mmd;
  float sphere_mode = 0.0f;
  if (has_sphere && material.sphere_mode == SphereMode::add) sphere_mode = 1.0f;
  if (has_sphere && material.sphere_mode == SphereMode::sub_texture) sphere_mode = 2.0f;
  const bool coloured = has_uv1 && material.has(pmx::material_vertex_colour);
  return {vec4(base, glm::clamp(state.diffuse.a, 0.0f, 1.0f)),
          shines ? vec4(state.specular * light.colour, state.specular_power) : vec4(0.0f, 0.0f, 0.0f, 1.0f),
          vec4(sphere_mode, coloured ? 1.0f : 0.0f, 0.0f, 0.0f), vec4(1.0f, 1.0f, 1.0f, 0.0f)};
}

/// The same for MMD's accessories. Source: docs/dev/semantics.md, "Accessories".
MaterialConstants accessory_constants(const Material& material, const MaterialState& state,
                                      const Frame& frame, bool has_sphere) {
  /// Light that reaches shadows, subtracted from the light's colour.
  constexpr float shadow_darkness = 0.3f;
  MaterialConstants out = constants_of(material, state, frame, has_sphere, false);
  const vec3 diffuse(state.diffuse);
  out[0] = vec4(diffuse, out[0].a);
  out[3] = vec4(state.ambient + diffuse * (frame.scene.light.colour - shadow_darkness), 1.0f);
  return out;
}

/// The colour that self shadow multiplies with: the toon's bottom row, which is constant for a material.
vec4 shade_of(const Material& material, const MaterialState& state, CommonTextures& common,
              const GpuTextures& textures) {
  const vec3 texel = material.shared_toon != none ? common.shared_toon_shade(material.shared_toon)
                                                  : textures.bottom_left(material.toon_texture);
  const MapFactor& factor = state.toon;
  const vec3 shade = texel * vec3(factor.multiply) + vec3(factor.add);
  return vec4(glm::mix(vec3(1.0f), shade, factor.multiply.a + factor.add.a), 1.0f);
}

/// Distance of the self shadow lookup from the surface at grazing light, as a share of the model's depth
/// along the light: half a centimetre on a figure. Smooth normals face the light before the flat faces below
/// them do, and these faces would shade each other. A larger value lets light in under hair; with a smaller
/// one noses shade cheeks whose normals are edited to avoid that.
constexpr float terminator = 0.0025f;

/// The uniform `shadow_offset` of shaders/model.vert.
vec2 shadow_offset(const Frame& frame, const Actor& actor) {
  if (frame.self_shadow.map == 0) return vec2(0.0f);
  const Bounds bounds = actor.enclosing_bounds();
  const float depth = glm::dot(glm::abs(frame.scene.light.direction), bounds.max - bounds.min);
  return {frame.self_shadow.offset, terminator * depth};
}

bool shines(const MaterialConstants& constants) {
  return vec3(constants[1]) != vec3(0.0f);
}

/// `constants`: from constants_of(). The toon's alpha is ignored.
bool may_be_translucent(const Material& material, const MaterialConstants& constants,
                        const MaterialMaps& maps, const GpuTextures& textures) {
  const bool coloured = constants[2].y > 0.0f;  // by vertex colours, which have an alpha
  return constants[0].a < 1.0f || coloured || textures.has_alpha(material.texture) ||
         (maps.sphere != 0 && textures.has_alpha(material.sphere_texture));
}

bool changes_texels(const MapFactor& factor) {
  return factor.multiply != vec4(1.0f) || factor.add != vec4(0.0f);
}

/// The uniform `factors` of shaders/model.frag. Morphs do not change missing textures.
std::array<MapFactor, 3> factors_of(const MaterialState& state, const MaterialMaps& maps) {
  return {maps.base != 0 ? state.texture : MapFactor{}, maps.sphere != 0 ? state.sphere : MapFactor{},
          maps.toon != 0 ? state.toon : MapFactor{}};
}

/// By Shading.
constexpr std::array<ProgramId, static_cast<std::size_t>(Shading::count)> program_of_shading = {
    ProgramId::model,   ProgramId::normals, ProgramId::wire,    ProgramId::model,
    ProgramId::inspect, ProgramId::inspect, ProgramId::inspect, ProgramId::inspect};
/// A colour that is visible on white and on black.
constexpr vec4 wire_colour(0.30f, 0.50f, 0.80f, 1.0f);

/// Draws the materials of one actor; changes the program only when a material needs another one.
class ModelPass {
 public:
  ModelPass(Programs& programs, CommonTextures& common, const Frame& frame, const ActorOnGpu& what)
      : programs_(programs),
        common_(common),
        frame_(frame),
        what_(what),
        shadow_offset_(shadow_offset(frame, what.actor)) {}

  /// Sets the colour of lines.
  void set_colour(const vec4& colour) {
    colour_ = colour;
    linked_ = nullptr;
  }

  Result<void> draw() {
    const auto look = [&](std::size_t i) -> std::optional<Look> {
      const MaterialState& state = what_.actor.materials()[i];
      if (is_hidden(state) || !what_.model.has_faces(i)) return std::nullopt;
      return look_of(what_.actor.model().materials[i], state);
    };
    if (is_added()) blend_additively();
    MMD_TRY(draw_materials(what_, &frame_, look, [&](const Look& next) { return take_on(next); }));
    set_blending(true);
    blend_over();
    return {};
  }

 private:
  ProgramId program() const {
    return program_of_shading[static_cast<std::size_t>(frame_.scene.settings.shading)];
  }

  bool is_added() const { return what_.actor.accessory.is_additive && program() == ProgramId::model; }

  bool lights_as_accessory() const {
    return what_.actor.model().is_accessory && frame_.scene.settings.shading == Shading::mmd;
  }

  Result<void> use(unsigned features) {
    if (linked_ != nullptr && features == features_) return {};
    MMD_TRY(linked_, programs_.get(program(), features));
    features_ = features;
    const Scene& scene = frame_.scene;
    glUseProgram(linked_->program.id());
    glUniformMatrix4fv(linked_->view_projection, 1, GL_FALSE, glm::value_ptr(frame_.view_projection));
    glUniformMatrix4fv(linked_->view, 1, GL_FALSE, glm::value_ptr(frame_.view));
    glUniform3fv(linked_->eye, 1, glm::value_ptr(scene.camera.eye));
    glUniform3fv(linked_->light_direction, 1, glm::value_ptr(scene.light.direction));
    glUniform4fv(linked_->colour, 1, glm::value_ptr(colour_));
    glUniform2i(linked_->inspect, static_cast<GLint>(scene.settings.shading),
                frame_.highlight_of(what_.actor));
    glUniformMatrix4fv(linked_->shadow_matrix, 1, GL_FALSE, glm::value_ptr(frame_.self_shadow.to_texture));
    glUniform4fv(linked_->shadow, 1, glm::value_ptr(frame_.self_shadow.constants));
    glUniform2fv(linked_->shadow_offset, 1, glm::value_ptr(shadow_offset_));
    return {};
  }

  Look look_of(const Material& material, const MaterialState& state) {
    Look look;
    look.features = what_.model.features();
    look.is_double_sided = material.has(pmx::material_double_sided);
    if (program() != ProgramId::model) return look;
    look.maps = maps_of(material, frame_.scene.settings, common_, what_.textures);
    look.factors = factors_of(state, look.maps);
    const bool has_sphere = look.maps.sphere != 0;
    if (lights_as_accessory()) {
      look.features |= feature_accessory;
      look.maps.toon = 0;
      look.constants = accessory_constants(material, state, frame_, has_sphere);
    } else {
      look.constants = constants_of(material, state, frame_, has_sphere, what_.model.has_uv1());
    }
    look.constants[2].z = is_added() ? 1.0f : 0.0f;
    look.is_sub_texture = material.sphere_mode == SphereMode::sub_texture;
    if (frame_.specialised) {
      look.blends = is_added() || may_be_translucent(material, look.constants, look.maps, what_.textures);
      if (look.maps.sphere == 0) look.features |= feature_no_sphere;
      if (!shines(look.constants)) look.features |= feature_no_specular;
    }
    if (std::any_of(look.factors.begin(), look.factors.begin() + 2, changes_texels))
      look.features |= feature_map_factors;
    if (frame_.self_shadow.map != 0 && material.has(pmx::material_receives_self_shadow)) {
      look.features |= feature_self_shadow;
      if (frame_.self_shadow.shares_taps) look.features |= feature_shared_taps;
      if (look.maps.toon != 0) look.constants[3] = shade_of(material, state, common_, what_.textures);
      look.maps.toon = 0;
    } else if (changes_texels(look.factors[2])) {
      look.features |= feature_map_factors;
    }
    return look;
  }

  Result<void> take_on(const Look& look) {
    MMD_TRY(use(look.features));
    set_culling(look.is_double_sided);
    set_blending(look.blends);
    if (program() != ProgramId::model) return {};
    bind_map(unit_base, look.maps.base, common_.white());
    bind_map(unit_sphere, look.maps.sphere, common_.white());
    bind_map(unit_toon, look.maps.toon, common_.white());
    common_.bind_sphere_sampler(look.is_sub_texture);
    glUniform4fv(linked_->material, static_cast<GLsizei>(look.constants.size()),
                 glm::value_ptr(look.constants[0]));
    if ((look.features & feature_map_factors) != 0)
      glUniform4fv(linked_->factors, 2 * static_cast<GLsizei>(look.factors.size()),
                   glm::value_ptr(look.factors[0].multiply));
    return {};
  }

  Programs& programs_;
  CommonTextures& common_;
  const Frame& frame_;
  const ActorOnGpu& what_;
  const vec2 shadow_offset_;
  vec4 colour_ = wire_colour;
  const LinkedProgram* linked_ = nullptr;
  unsigned features_ = feature_none;
};

Result<void> draw_lines(ModelPass& pass, const Frame& frame, const Actor& actor) {
  const float width = wire_width(frame, actor);
  pass.set_colour(vec4(vec3(wire_colour), alpha_of_width(width)));
  gl::draw_sides(true);
  glDepthMask(GL_FALSE);  // an edge of two faces is drawn twice
  set_line_width(width);
  auto drawn = pass.draw();
  glLineWidth(1.0f);
  glDepthMask(GL_TRUE);
  gl::draw_sides(false);
  return drawn;
}

}  // namespace

bool draws_lines(const Scene& scene) {
  if (scene.settings.shading == Shading::wire) return true;
  for (const auto& actor : scene.actors)
    for (const Material& material : actor->model().materials)
      if (material.has(pmx::material_lines)) return true;
  return false;
}

int reach_of_marks(const Frame& frame) {
  float widest = 0.0f;
  for (const auto& actor : frame.scene.actors) {
    if (!actor->visible) continue;
    if (frame.scene.settings.shading == Shading::wire) widest = std::max(widest, wire_width(frame, *actor));
    const auto& materials = actor->model().materials;
    for (std::size_t i = 0; i < materials.size(); ++i)
      if (!is_drawn_as_faces(materials[i]))
        widest = std::max(widest, point_size(frame, materials[i], actor->materials()[i]));
  }
  if (widest == 0.0f) return 0;
  return static_cast<int>(std::ceil(0.5f * std::min(widest, std::max(gl::max_point_size(), 1.0f)))) + 1;
}

float wire_width(const Frame& frame, const Actor& actor) {
  // A body fills about a third of its box, and half of its faces face the camera.
  constexpr float filled = 0.33f, facing = 0.5f, share_of_edge = 0.16f, thinnest = 0.12f;
  const float factor = static_cast<float>(frame.factor);
  const float triangles = std::max(static_cast<float>(actor.model().indices.size()) / 3.0f, 1.0f);
  const float area = covered_pixels(frame, actor.enclosing_bounds()) * filled / (triangles * facing);
  const float edge = 1.5f * std::sqrt(std::max(area, 0.0f));  // of an equilateral triangle of that area
  const float widest = factor * std::max(static_cast<float>(frame.height) / factor / 1024.0f, 1.0f);
  return std::clamp(edge * share_of_edge, thinnest * factor, widest);
}

void set_line_width(float width) {
  GLfloat range[2] = {1.0f, 1.0f};
  glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
  glLineWidth(std::clamp(width, 1.0f, std::max(range[1], 1.0f)));
}

float alpha_of_width(float width) {
  return width >= 1.0f ? 1.0f : 1.0f - std::sqrt(1.0f - width);
}

float point_size(const Frame& frame, const Material& material, const MaterialState& state) {
  if (!material.has(pmx::material_points)) return 1.0f;
  constexpr float pixels_per_size = 1.65f / 1024.0f;  // source: semantics, "The MMD look", edges
  const float size = state.edge_size * pixels_per_size * static_cast<float>(frame.height);
  return std::max(size, static_cast<float>(frame.factor));
}

void set_culling(bool is_double_sided) {
  (is_double_sided ? glDisable : glEnable)(GL_CULL_FACE);
}

AlphaState alpha_state(const Material& material, const GpuTextures& textures) {
  // Opaque textures need not be told apart, so that more neighbours are drawn together.
  const GLuint base = textures.has_alpha(material.texture) ? textures.get(material.texture) : 0;
  return {base, material.has(pmx::material_double_sided)};
}

void set_alpha_state(const AlphaState& state, const CommonTextures& common) {
  bind_map(unit_base, state.base, common.white());
  set_culling(state.is_double_sided);
}

void bind_map(TextureUnit unit, GLuint texture, GLuint otherwise) {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, texture != 0 ? texture : otherwise);
}

Result<void> draw_model_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what) {
  const bool wire = frame.scene.settings.shading == Shading::wire;
  // Uploads change bindings, so they must not happen within draw_materials().
  for (const Material& material : what.actor.model().materials)
    if (material.shared_toon != none) common.shared_toon(material.shared_toon);
  what.model.bind();
  common.bind_samplers();
  glActiveTexture(GL_TEXTURE0 + unit_shadow);
  glBindTexture(GL_TEXTURE_2D, frame.self_shadow.map);
  ModelPass pass(programs, common, frame, what);
  return wire ? draw_lines(pass, frame, what.actor) : pass.draw();
}

Result<void> draw_depth_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what) {
  what.model.bind();
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 1.0f);  // faces are behind their own lines
  auto drawn = ModelPass(programs, common, frame, what).draw();
  glDisable(GL_POLYGON_OFFSET_FILL);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  return drawn;
}

}  // namespace mmd
