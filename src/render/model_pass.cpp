#include <algorithm>
#include <array>

#include <glm/gtc/type_ptr.hpp>

#include "render/frame.h"

namespace mmd {
namespace {

/// The uniform `material` of shaders/model.frag.
using MaterialConstants = std::array<vec4, 3>;

struct MaterialMaps {
  GLuint base = 0, sphere = 0, toon = 0;
};

GLuint toon_of(const Material& material, CommonTextures& common, const GpuTextures& textures) {
  if (material.shared_toon != none) return common.shared_toon(material.shared_toon);
  return textures.get(material.toon_texture);
}

/// What a material lacks, or the settings switch off, is white.
MaterialMaps maps_of(const Material& material, const RenderSettings& settings, CommonTextures& common,
                     const GpuTextures& textures) {
  MaterialMaps maps{textures.get(material.texture), 0, 0};
  if (settings.sphere && material.sphere_mode != SphereMode::off)
    maps.sphere = textures.get(material.sphere_texture);
  if (settings.toon) maps.toon = toon_of(material, common, textures);
  return maps;
}

/// docs/dev/semantics.md, "The MMD look".
MaterialConstants constants_of(const Material& material, const Light& light, bool has_sphere, bool has_uv1) {
  const vec3 base = glm::clamp(vec3(material.diffuse) * light.colour + material.ambient, 0.0f, 1.0f);
  const bool shines = material.specular_power > 0.0f;
  float sphere_mode = 0.0f;
  if (has_sphere && material.sphere_mode == SphereMode::add) sphere_mode = 1.0f;
  if (has_sphere && material.sphere_mode == SphereMode::sub_texture) sphere_mode = 2.0f;
  const bool coloured = has_uv1 && material.has(pmx::material_vertex_colour);
  return {
      vec4(base, glm::clamp(material.diffuse.a, 0.0f, 1.0f)),
      shines ? vec4(material.specular * light.colour, material.specular_power) : vec4(0.0f, 0.0f, 0.0f, 1.0f),
      vec4(sphere_mode, coloured ? 1.0f : 0.0f, 0.0f, 0.0f)};
}

void bind_map(GLint unit, GLuint texture, GLuint otherwise) {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, texture != 0 ? texture : otherwise);
}

void set_culling(const Material& material) {
  if (material.has(pmx::material_double_sided)) {
    glDisable(GL_CULL_FACE);
  } else {
    glEnable(GL_CULL_FACE);
  }
}

/// By Shading.
constexpr std::array<ProgramId, 3> program_of_shading = {ProgramId::model, ProgramId::normals,
                                                         ProgramId::wire};
/// Legible on white and on black.
constexpr vec4 wire_colour(0.30f, 0.50f, 0.80f, 1.0f);

}  // namespace

Result<void> draw_model_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what) {
  const RenderSettings& settings = frame.scene.settings;
  const auto program =
      programs.get(program_of_shading[static_cast<std::size_t>(settings.shading)], what.model.variant());
  if (!program) return tl::unexpected(program.error());
  const LinkedProgram& linked = **program;
  glUseProgram(linked.program.id());
  glUniformMatrix4fv(linked.view_projection, 1, GL_FALSE, glm::value_ptr(frame.view_projection));
  glUniformMatrix4fv(linked.view, 1, GL_FALSE, glm::value_ptr(frame.view));
  glUniform3fv(linked.eye, 1, glm::value_ptr(frame.scene.camera.eye));
  glUniform3fv(linked.light_direction, 1, glm::value_ptr(frame.scene.light.direction));
  glUniform4fv(linked.colour, 1, glm::value_ptr(wire_colour));

  what.model.bind();
  const bool textured = settings.shading == Shading::mmd;
  if (textured) common.bind_samplers();
  glPolygonMode(GL_FRONT_AND_BACK, settings.shading == Shading::wire ? GL_LINE : GL_FILL);
  for (const Material& material : what.actor.model().materials) {
    if (is_hidden(material)) continue;
    if (textured) {
      const MaterialMaps maps = maps_of(material, settings, common, what.textures);
      bind_map(unit_base, maps.base, common.white());
      bind_map(unit_sphere, maps.sphere, common.white());
      bind_map(unit_toon, maps.toon, common.white());
      const MaterialConstants constants =
          constants_of(material, frame.scene.light, maps.sphere != 0, what.model.has_uv1());
      glUniform4fv(linked.material, static_cast<GLsizei>(constants.size()), glm::value_ptr(constants[0]));
    }
    set_culling(material);
    GpuModel::draw(material);
  }
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  return {};
}

}  // namespace mmd
