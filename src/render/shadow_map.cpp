#include "render/shadow_map.h"

#include <algorithm>
#include <optional>

#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/framebuffer.h"
#include "render/software/raster.h"

namespace mmd {
namespace {

/// Parameters of self shadow modes 1 and 2 of MMD.
struct ModeLook {
  float steepness;    ///< loss of visibility over the whole depth of the light
  float softness;     ///< of outlines: 0: one texel wide, 1: three texels
  float off_surface;  ///< distance of the lookup from the surface in texels: the reach of the filter
  /// Distance in texels of a sample's two taps from the lookup, where samples share the filter. Together with
  /// a texel's own variance, 1/12, the taps have the filter's variance along each axis: 1/4 or 1/6.
  float spread;
};
/// Source: semantics, "Self shadow". In mode 2 the steepness is 8000 times the vertical coordinate in MMD's
/// map, which differs from this one; the table has its middle.
constexpr ModeLook mode_looks[] = {{1500.0f, 1.0f, 1.8f, 0.577f}, {4000.0f, 0.0f, 1.1f, 0.408f}};
/// Depth range of the light in MMD units. MMD's is unknown; this one was chosen by eye: shadows begin 2 mm
/// behind their caster and are full after 8 mm.
constexpr float depth_range = 120.0f;

/// Indices per lot of a thread.
constexpr std::size_t lot = std::size_t{3} * 2048;

/// Texels with a smaller alpha cast no self shadow.
constexpr float alpha_cutoff = 0.5f;

bool casts(const Material& material, const MaterialState& state) {
  return material.has(pmx::material_casts_self_shadow) && !is_hidden(state);
}

int texels_along_side(const Frame& frame, std::span<const Bounds> shaded, bool supersampled) {
  return shadow_map_size(shaded, frame.view_projection, frame.width / frame.factor,
                         frame.height / frame.factor, supersampled);
}

/// Whether the four samples of a pixel may share the filter's taps: if texels are no larger than pixels,
/// single taps are invisible. `shaded`: box around the receiver.
bool may_share_taps(const Frame& frame, const LightView& light, const Bounds& shaded) {
  return frame.factor == 2 &&
         light.texel <= finest_line(shaded, frame.view_projection, frame.height / frame.factor);
}

}  // namespace

bool can_fill_on_cpu(const Scene& scene) {
  if (!draws_shadows_itself(scene)) return false;
  return std::none_of(scene.actors.begin(), scene.actors.end(), [](const auto& actor) {
    return any_material(*actor, [](const Material& material, const MaterialState& state) {
      return casts(material, state) && !is_drawn_as_faces(material);
    });
  });
}

int self_shadow_size(const Frame& frame, std::span<const Bounds> shaded) {
  const int set = frame.scene.settings.self_shadow_size;
  const int size = set > 0 ? set : texels_along_side(frame, shaded, frame.factor > 1);
  return std::clamp(size, 16, max_framebuffer_size());
}

bool casts_self_shadow(const Actor& actor) {
  return actor.accessory.has_self_shadow && any_material(actor, casts);
}

bool receives_self_shadow(const Actor& actor) {
  if (!actor.accessory.has_self_shadow) return false;
  return any_material(actor, [](const Material& material, const MaterialState& state) {
    return material.has(pmx::material_receives_self_shadow) && !is_hidden(state);
  });
}

Result<void> ShadowMap::allocate(int size, bool on_cpu) {
  for (OfThread& one : of_threads_) one.has_drawn = false;
  if (size_ == size && on_cpu_ == on_cpu) return {};
  *this = ShadowMap();
  depth_ = gl::Texture::create();
  glActiveTexture(GL_TEXTURE0 + unit_shadow);
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  if (on_cpu)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, size, size, 0, GL_RED, GL_FLOAT, nullptr);
  else
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                 nullptr);
  const auto set = [](GLenum name, GLenum value) {
    glTexParameteri(GL_TEXTURE_2D, name, static_cast<GLint>(value));
  };
  set(GL_TEXTURE_MIN_FILTER, GL_NEAREST);  // the shader filters visibilities instead of depths
  set(GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  bool refused = take_out_of_memory();
  if (!on_cpu) {
    framebuffer_ = gl::Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
    constexpr GLenum no_colours = GL_NONE;
    glDrawBuffers(1, &no_colours);
    glReadBuffer(GL_NONE);
    refused = refused || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE;
  }
  if (refused) {
    *this = ShadowMap();
    return fail("the driver refuses a shadow map", "switch self shadow off: --no-self-shadow");
  }
  size_ = size;
  on_cpu_ = on_cpu;
  return {};
}

Result<void> ShadowMap::begin(int size) {
  MMD_TRY(allocate(size, false));
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  set_draw_state(size, size);
  glDisable(GL_BLEND);
  gl::clear_depth_to_one();
  glClear(GL_DEPTH_BUFFER_BIT);
  return {};
}

void ShadowMap::raster(const LightView& light, const Scene& scene, std::size_t thread, OwnLots& lots) {
  auto& [raster, has_drawn] = of_threads_[thread];
  for (const auto& actor : scene.actors) {
    if (!actor->visible || !casts_self_shadow(*actor)) continue;
    const Model& model = actor->model();
    bool has_vertices = false;
    for (std::size_t i = 0; i < model.materials.size(); ++i) {
      const Material& material = model.materials[i];
      if (!casts(material, actor->materials()[i])) continue;
      const auto image = translucent_image(*actor, material.texture);
      const Cutout cutout{image.get(), actor->uv(), alpha_cutoff};
      const auto triangles = model.triangles_of(i);
      for (std::size_t first = 0; first < triangles.size(); first += lot) {
        if (!lots.next_is_mine()) continue;
        if (!has_drawn) raster.begin(size_);
        has_drawn = true;
        if (!has_vertices) raster.set_vertices(actor->posed_positions(), light.to_clip);
        has_vertices = true;
        raster.draw(triangles.subspan(first, std::min(lot, triangles.size() - first)),
                    material.has(pmx::material_double_sided), image != nullptr ? &cutout : nullptr);
      }
    }
  }
}

void ShadowMap::upload() {
  DepthRaster* all = nullptr;
  for (auto& [raster, has_drawn] : of_threads_) {
    if (!has_drawn) continue;
    if (all == nullptr)
      all = &raster;
    else
      all->take_nearer(raster);
  }
  if (all == nullptr) {
    all = &of_threads_[0].raster;
    all->begin(size_);
  }
  set_draw_state(size_, size_);
  glActiveTexture(GL_TEXTURE0 + unit_shadow);
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size_, size_, GL_RED, GL_FLOAT, all->depths().data());
}

Result<void> ShadowMap::draw(Programs& programs, CommonTextures& common, const LightView& light,
                             const ActorOnGpu& what, bool specialised) {
  const auto state_of = [&](std::size_t i) -> std::optional<AlphaState> {
    const Material& material = what.actor.model().materials[i];
    if (!casts(material, what.actor.materials()[i])) return std::nullopt;
    return alpha_state(material, what.textures);  // culls faces that look away from the light: they cast none
  };
  const auto use = [&](const AlphaState& state) -> Result<void> {
    MMD_TRY(const auto* linked,
            programs.get(ProgramId::shadow_map, what.model.features() | alpha_features(state, specialised)));
    glUseProgram(linked->program.id());
    glUniformMatrix4fv(linked->view_projection, 1, GL_FALSE, glm::value_ptr(light.to_clip));
    glUniform1f(linked->cutoff, alpha_cutoff);
    set_alpha_state(state, common);
    return {};
  };
  what.model.bind();
  common.bind_alpha_sampler();
  return draw_materials(what, nullptr, state_of, use);
}

SelfShadow ShadowMap::finished(const Frame& frame, const LightView& light, std::span<const Bounds> shaded,
                               std::size_t receiver) const {
  const RenderSettings& settings = frame.scene.settings;
  const ModeLook& look = mode_looks[settings.self_shadow_mode == 2 ? 1 : 0];
  const float steepness = look.steepness * light.depth / depth_range;
  // Supersampling may halve the map's size. The lookup distance still uses the texel size of a picture
  // without supersampling, because the shared filter's two taps reach less far.
  const int usual = settings.self_shadow_size > 0 ? size_ : texels_along_side(frame, shaded, false);
  const float texel = light.texel * std::min(static_cast<float>(size_) / static_cast<float>(usual), 1.0f);
  return {depth_.id(), light.to_texture(),
          vec4(static_cast<float>(size_), steepness, look.softness, look.spread), look.off_surface * texel,
          may_share_taps(frame, light, shaded[receiver])};
}

}  // namespace mmd
