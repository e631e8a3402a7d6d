#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "base/errors.h"
#include "render/frame.h"
#include "render/framebuffer.h"

namespace mmd {
namespace {

/// The textures and settings that determine a material's alpha.
struct AlphaMaps {
  GLuint base = 0, sphere = 0;
  float sphere_mode = 0.0f;  ///< 2: sub-texture with additional UV 1
  bool coloured = false;     ///< uses vertex colours, which have an alpha
};

AlphaMaps alpha_maps(const Material& material, const Frame& frame, const ActorOnGpu& what) {
  AlphaMaps maps;
  const auto if_translucent = [&](std::int32_t texture) {
    return what.textures.has_alpha(texture) ? what.textures.get(texture) : 0;
  };
  maps.base = if_translucent(material.texture);
  if (frame.scene.settings.sphere && material.sphere_mode != SphereMode::off)
    maps.sphere = if_translucent(material.sphere_texture);
  maps.sphere_mode = material.sphere_mode == SphereMode::sub_texture ? 2.0f : 0.0f;
  maps.coloured = what.model.has_uv1() && material.has(pmx::material_vertex_colour);
  return maps;
}

/// Copies a tile, rows from the bottom, to its place in the picture, rows from the top.
void put_tile(const RawVector<std::uint32_t>& numbers, const Tile& tile, SurfaceImage& image) {
  const auto columns = static_cast<std::size_t>(tile.width), width = static_cast<std::size_t>(image.width);
  for (int y = 0; y < tile.height; ++y) {
    const auto row = static_cast<std::size_t>(image.height - 1 - tile.y - y);
    std::copy_n(numbers.data() + static_cast<std::size_t>(y) * columns, columns,
                image.face.data() + row * width + static_cast<std::size_t>(tile.x));
  }
}

}  // namespace

Result<void> draw_surface_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                               const ActorOnGpu& what, float cutoff, std::uint32_t first) {
  what.model.bind();
  common.bind_samplers();
  const LinkedProgram* current = nullptr;
  const auto& materials = what.actor.model().materials;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    const MaterialState& state = what.actor.materials()[i];
    if (is_hidden(state) || !what.model.has_faces(i) || !is_drawn_as_faces(materials[i])) continue;
    const AlphaMaps maps = alpha_maps(materials[i], frame, what);
    const unsigned features = what.model.features() | (maps.sphere == 0 ? feature_no_sphere : feature_none);
    MMD_TRY(const auto* program, programs.get(ProgramId::surface, features));
    if (program != current) {
      current = program;
      glUseProgram(program->program.id());
      glUniformMatrix4fv(program->view_projection, 1, GL_FALSE, glm::value_ptr(frame.view_projection));
      glUniformMatrix4fv(program->view, 1, GL_FALSE, glm::value_ptr(frame.view));
      glUniform1f(program->cutoff, cutoff);
    }
    const std::array<vec4, 4> constants{vec4(0.0f, 0.0f, 0.0f, glm::clamp(state.diffuse.a, 0.0f, 1.0f)),
                                        vec4(0.0f), vec4(maps.sphere_mode, maps.coloured ? 1.0f : 0.0f, 0, 0),
                                        vec4(0.0f)};
    glUniform4fv(program->material, static_cast<GLsizei>(constants.size()), glm::value_ptr(constants[0]));
    bind_map(unit_base, maps.base, common.white());
    bind_map(unit_sphere, maps.sphere, common.white());
    common.bind_sphere_sampler(maps.sphere_mode > 0.0f);
    set_culling(materials[i].has(pmx::material_double_sided));
    glUniform1ui(program->first_face, first + materials[i].first_index / 3);
    what.model.draw(i, i + 1, 1.0f);
  }
  return {};
}

Result<void> SurfaceTarget::prepare(int width, int height) {
  if (framebuffer_ && width == width_ && height == height_) return {};
  *this = SurfaceTarget();
  take_out_of_memory();
  framebuffer_ = gl::Framebuffer::create();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  attach_renderbuffer(numbers_, GL_COLOR_ATTACHMENT0, GL_R32UI, width, height);
  attach_renderbuffer(depth_, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  if (take_out_of_memory() || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    *this = SurfaceTarget();
    return fail(fmt::format("the driver refuses labels of {} x {} pixels", width, height),
                "choose a smaller --size");
  }
  width_ = width;
  height_ = height;
  return {};
}

Result<SurfaceImage> SurfaceTarget::render(const Frame& frame, int side,
                                           const std::function<Result<void>(const Frame& tile)>& draw) {
  SurfaceImage image;
  image.width = frame.width;
  image.height = frame.height;
  image.face.resize(static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height));
  for (const Tile& tile : tiles_of(frame.width, frame.height, side)) {
    MMD_TRY(prepare(tile.width, tile.height));
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    Frame part = frame;
    part.tile = tile;
    part.view_projection = tile_matrix(tile, frame.width, frame.height) * frame.view_projection;
    set_draw_state(tile.width, tile.height);
    glDisable(GL_BLEND);
    const GLuint nothing[4] = {};
    glClearBufferuiv(GL_COLOR, 0, nothing);
    glClearBufferfi(GL_DEPTH_STENCIL, 0, 1.0f, 0);
    Result<void> drawn = draw(part);
    RawVector<std::uint32_t> numbers(
        static_cast<std::size_t>(tile.width) * static_cast<std::size_t>(tile.height), 0);
    if (drawn) glReadPixels(0, 0, tile.width, tile.height, GL_RED_INTEGER, GL_UNSIGNED_INT, numbers.data());
    leave_draw_state();
    if (!drawn) return fail(drawn.error());
    if (take_out_of_memory()) return fail("out of graphics memory while drawing", "choose a smaller --size");
    put_tile(numbers, tile, image);
  }
  return image;
}

}  // namespace mmd
