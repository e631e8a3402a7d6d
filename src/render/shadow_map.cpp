#include "render/shadow_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

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

/// What of a convex polygon is on the side of the plane where dot(plane, (p, 1)) >= 0.
std::vector<vec3> clipped(const std::vector<vec3>& polygon, const vec4& plane) {
  std::vector<vec3> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const float side_a = glm::dot(plane, vec4(a, 1.0f)), side_b = glm::dot(plane, vec4(b, 1.0f));
    if (side_a >= 0.0f) out.push_back(a);
    if ((side_a >= 0.0f) != (side_b >= 0.0f)) out.push_back(glm::mix(a, b, side_a / (side_a - side_b)));
  }
  return out;
}

/// Where the sides of a camera's picture meet; nullopt for an orthographic one, whose sides never do. `rows`:
/// of the view projection.
std::optional<vec3> eye_of(const mat4& rows) {
  const mat3 sides = glm::transpose(mat3(vec3(rows[0]), vec3(rows[1]), vec3(rows[3])));
  const vec3 eye = glm::inverse(sides) * -vec3(rows[0].w, rows[1].w, rows[3].w);
  return is_finite(eye) ? std::optional(eye) : std::nullopt;
}

bool contains(const Bounds& bounds, const vec3& p) {
  return glm::min(bounds.min, p) == bounds.min && glm::max(bounds.max, p) == bounds.max;
}

/// Corners of the convex hull of what a camera sees of a box between the four sides of its picture. They are
/// on the faces of the box, but for the eye of a camera that stands in it. Depth does not count.
std::vector<vec3> seen_part(const Bounds& bounds, const mat4& view_projection) {
  const std::array<vec3, 8> box = corners_of(bounds);
  constexpr std::size_t faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
  const mat4 rows = glm::transpose(view_projection);
  const vec4 sides[4] = {rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1]};
  std::vector<vec3> out;
  for (const auto& face : faces) {
    std::vector<vec3> polygon;
    for (const std::size_t corner : face) polygon.push_back(box[corner]);
    for (const vec4& side : sides) polygon = clipped(polygon, side);
    out.insert(out.end(), polygon.begin(), polygon.end());
  }
  if (const auto eye = eye_of(rows); eye && contains(bounds, *eye)) out.push_back(*eye);
  return out;
}

/// Across the light `seen` counts, along it `all`, for what is out of sight throws shadows too.
LightView fit(std::span<const vec3> all, std::span<const vec3> seen, const vec3& direction, int size) {
  const vec3 ahead = glm::normalize(direction);
  const vec3 up = std::abs(ahead.y) < 0.9f ? vec3(0.0f, 1.0f, 0.0f) : vec3(0.0f, 0.0f, 1.0f);
  const vec3 right = glm::normalize(glm::cross(ahead, up));
  const vec3 axes[3] = {right, glm::cross(right, ahead), ahead};
  LightView view;
  for (int a = 0; a < 3; ++a) {
    float low = std::numeric_limits<float>::max(), high = -low;
    for (const vec3& p : a < 2 ? seen : all) {
      low = std::min(low, glm::dot(axes[a], p));
      high = std::max(high, glm::dot(axes[a], p));
    }
    float centre = (low + high) * 0.5f, half = std::max(high - low, 1e-3f) * 0.51f;
    if (a < 2) {
      const float texel = rounded_up(high - low) / static_cast<float>(size - 2 * margin);
      half = texel * static_cast<float>(size) * 0.5f;
      centre = std::round(centre / texel) * texel;
      view.texel = std::max(view.texel, texel);
    }
    for (int column = 0; column < 3; ++column) view.to_clip[column][a] = axes[a][column] / half;
    view.to_clip[3][a] = -centre / half;
  }
  return view;
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
  const auto corners = corners_of(bounds);
  return fit(corners, corners, direction, size);
}

LightView fit_light(const Bounds& bounds, const mat4& view_projection, const vec3& direction, int size) {
  const auto corners = corners_of(bounds);
  const std::vector<vec3> seen = seen_part(bounds, view_projection);
  return fit(corners, seen.empty() ? std::span<const vec3>(corners) : seen, direction, size);
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
  const float radius = filter_radius[mode == 2 ? 1 : 0];
  const float uv = radius / static_cast<float>(size_);
  return {depth_.id(), light.to_texture(), vec4(uv, uv, light.texel * (radius * 0.8f + 0.6f), 0.0f)};
}

}  // namespace mmd
