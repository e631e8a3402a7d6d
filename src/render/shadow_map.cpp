#include "render/shadow_map.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/type_ptr.hpp>

#include "render/gl_state.h"

namespace mmd {
namespace {

/// Texels on each side that nothing is drawn into: room for the filter and for moving in whole texels.
constexpr int margin = 4;
/// By mode (MMD's 1 and 2): how far the taps of the filter lie apart, texels.
constexpr float filter_radius[] = {1.5f, 0.6f};

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

/// The next of four steps to an octave.
float rounded_up(float extent) {
  return std::exp2(std::ceil(std::log2(std::max(extent, 1e-3f)) * 4.0f) / 4.0f);
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

mat4 LightView::to_texture() const {
  mat4 half(0.5f);
  half[3] = vec4(0.5f, 0.5f, 0.5f, 1.0f);
  return half * to_clip;
}

LightView fit_light(const Bounds& bounds, const vec3& direction, int size) {
  const vec3 ahead = glm::normalize(direction);
  const vec3 up = std::abs(ahead.y) < 0.9f ? vec3(0.0f, 1.0f, 0.0f) : vec3(0.0f, 0.0f, 1.0f);
  const vec3 right = glm::normalize(glm::cross(ahead, up));
  const vec3 axes[3] = {right, glm::cross(right, ahead), ahead};
  vec3 low(std::numeric_limits<float>::max()), high(-std::numeric_limits<float>::max());
  for (int corner = 0; corner < 8; ++corner) {
    const vec3 p((corner & 1) != 0 ? bounds.max.x : bounds.min.x,
                 (corner & 2) != 0 ? bounds.max.y : bounds.min.y,
                 (corner & 4) != 0 ? bounds.max.z : bounds.min.z);
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], glm::dot(axes[a], p));
      high[a] = std::max(high[a], glm::dot(axes[a], p));
    }
  }
  const float extent = rounded_up(std::max(high.x - low.x, high.y - low.y));
  LightView view;
  view.texel = extent / static_cast<float>(size - 2 * margin);
  const float half_width = view.texel * static_cast<float>(size) * 0.5f;
  const float depth = std::max(high.z - low.z, 1e-3f) * 1.02f;
  const vec3 middle = (low + high) * 0.5f;
  const vec3 centre(std::round(middle.x / view.texel) * view.texel,
                    std::round(middle.y / view.texel) * view.texel, middle.z);
  const vec3 scale(1.0f / half_width, 1.0f / half_width, 2.0f / depth);
  for (int a = 0; a < 3; ++a) {
    for (int column = 0; column < 3; ++column) view.to_clip[column][a] = axes[a][column] * scale[a];
    view.to_clip[3][a] = -centre[a] * scale[a];
  }
  return view;
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
    set(GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    set(GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    set(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);  // the margin is far away
    set(GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    set(GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    set(GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
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
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(2.0f, 2.0f);
  glClearDepth(1.0);
  glClear(GL_DEPTH_BUFFER_BIT);
  return {};
}

Result<void> ShadowMap::draw(Programs& programs, CommonTextures& common, const LightView& light,
                             const ActorOnGpu& what) {
  const auto program = programs.get(ProgramId::shadow, what.model.features());
  if (!program) return tl::unexpected(program.error());
  const LinkedProgram& linked = **program;
  glUseProgram(linked.program.id());
  glUniformMatrix4fv(linked.view_projection, 1, GL_FALSE, glm::value_ptr(light.to_clip));
  glUniform4f(linked.colour, 0.0f, 0.0f, 0.0f, 1.0f);
  glUniform1f(linked.cutoff, 0.5f);
  what.model.bind();
  common.bind_alpha_sampler();
  const auto& materials = what.actor.model().materials;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (!casts(materials[i], what.actor.materials()[i])) continue;
    bind_map(unit_base, what.textures.get(materials[i].texture), common.white());
    set_culling(materials[i]);  // what the light cannot see throws no shadow
    what.model.draw(i, 1.0f);
  }
  return {};
}

SelfShadow ShadowMap::finished(const LightView& light, int mode) const {
  const float radius = filter_radius[mode == 2 ? 1 : 0];
  const float uv = radius / static_cast<float>(size_);
  return {depth_.id(), light.to_texture(), vec4(uv, uv, light.texel * (radius * 0.8f + 0.6f), 0.0f)};
}

}  // namespace mmd
