#include "render/shadow_map.h"

#include <optional>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/gl_state.h"

namespace mmd {
namespace {

/// How a mode (MMD's 1 and 2) draws its shadows.
struct ModeLook {
  float steepness;    ///< what visibility loses from one end of the light's depth to the other
  float softness;     ///< of outlines: 0 a texel wide, 1 three
  float off_surface;  ///< how far off the surface the lookup lies, texels: as far as the filter reaches
};
/// Semantics, "Self shadow". Mode 2's steepness is 8000 times the map's vertical coordinate, which says
/// nothing about ours: taken at the middle.
constexpr ModeLook mode_looks[] = {{1500.0f, 1.0f, 1.8f}, {4000.0f, 0.0f, 1.1f}};
/// What the light's depth is from one end to the other, model units. MMD's is not known; with this one, by
/// eye, shadows begin 2 mm behind what throws them and are full at 8.
constexpr float depth_range = 120.0f;

bool casts(const Material& material, const MaterialState& state) {
  return material.has(pmx::material_casts_self_shadow) && !is_hidden(state);
}

template <class Test>
bool any_material(const Actor& actor, Test test) {
  const auto& materials = actor.model().materials;
  for (std::size_t i = 0; i < materials.size(); ++i)
    if (test(materials[i], actor.materials()[i])) return true;
  return false;
}

}  // namespace

bool casts_self_shadow(const Actor& actor) {
  return any_material(actor, casts);
}

bool receives_self_shadow(const Actor& actor) {
  return any_material(actor, [](const Material& material, const MaterialState& state) {
    return material.has(pmx::material_receives_self_shadow) && !is_hidden(state);
  });
}

Result<void> ShadowMap::begin(int size) {
  if (size_ != size) {
    *this = ShadowMap();
    depth_ = gl::Texture::create();
    framebuffer_ = gl::Framebuffer::create();
    glActiveTexture(GL_TEXTURE0 + unit_shadow);
    glBindTexture(GL_TEXTURE_2D, depth_.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                 nullptr);
    const auto set = [](GLenum name, GLenum value) {
      glTexParameteri(GL_TEXTURE_2D, name, static_cast<GLint>(value));
    };
    set(GL_TEXTURE_MIN_FILTER, GL_NEAREST);  // the shader filters what it makes of the depths
    set(GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    if (take_out_of_memory() || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      *this = ShadowMap();
      return fail("the driver refuses a shadow map", "switch self shadow off: --no-self-shadow");
    }
    size_ = size;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  set_draw_state(size, size);
  glDisable(GL_BLEND);
  glClearDepth(1.0);
  glClear(GL_DEPTH_BUFFER_BIT);
  return {};
}

Result<void> ShadowMap::draw(Programs& programs, CommonTextures& common, const LightView& light,
                             const ActorOnGpu& what) {
  MMD_TRY(const auto* program, programs.get(ProgramId::shadow, what.model.features()));
  const LinkedProgram& linked = *program;
  glUseProgram(linked.program.id());
  glUniformMatrix4fv(linked.view_projection, 1, GL_FALSE, glm::value_ptr(light.to_clip));
  glUniform4f(linked.colour, 0.0f, 0.0f, 0.0f, 1.0f);
  glUniform1f(linked.cutoff, 0.5f);
  what.model.bind();
  common.bind_alpha_sampler();
  const auto& materials = what.actor.model().materials;
  DrawRun run(what.model);
  std::optional<AlphaState> current;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (!casts(materials[i], what.actor.materials()[i])) continue;
    const AlphaState state = alpha_state(materials[i], what.textures);  // what faces away throws no shadow
    if (state != current) {
      run.flush();
      set_alpha_state(state, common);
      current = state;
    }
    run.add(i, 1.0f);
  }
  run.flush();
  return {};
}

SelfShadow ShadowMap::finished(const LightView& light, int mode) const {
  const ModeLook& look = mode_looks[mode == 2 ? 1 : 0];
  const float steepness = look.steepness * light.depth / depth_range;
  return {depth_.id(), light.to_texture(), vec4(static_cast<float>(size_), steepness, look.softness, 0.0f),
          look.off_surface * light.texel};
}

}  // namespace mmd
