#include "render/renderer.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "render/effects/effect_chain.h"
#include "render/frame.h"
#include "render/framebuffer.h"
#include "render/overlays.h"
#include "render/readback.h"
#include "render/shadows.h"
#include "render/textures.h"
#include "scene/ground_shadow.h"

namespace mmd {
namespace {

/// Samples per pixel of a target twice as wide and high that give `wanted` samples per pixel of the picture.
int samples_drawn_twice_as_large(int wanted) {
  return usable_framebuffer_samples(wanted / 4);
}

/// Whether a picture is drawn twice as wide and high, for more samples than the driver has or for speed.
bool is_drawn_larger(int wanted, int usable) {
  return wanted > usable || (usable > 1 && prefers_supersampling());
}

Diagnostic out_of_memory() {
  return make_error("out of memory while drawing", "choose a smaller --size");
}

/// Where a drawn tile's pixels are in the bound framebuffer.
struct DrawnPart {
  int x = 0, y = 0;  ///< of its lower left corner
  int factor = 1;    ///< pixels there per pixel of the tile, along each axis
};

Tile enlarged(const Tile& tile, int factor) {
  return {tile.x * factor, tile.y * factor, tile.width * factor, tile.height * factor};
}

}  // namespace

struct Renderer::Impl {
  explicit Impl(const std::string& shader_dir) : programs(shader_dir), can_specialise(shader_dir.empty()) {}

  Result<void> draw_scene(const Scene& scene, const Placement& placement, int factor);
  Result<void> draw_scene_with_effects(const Scene& scene, const Placement& placement, int factor);
  Diagnostic forget_uploads(Diagnostic error = out_of_memory());
  Frame begin_frame(const Scene& scene, int width, int height, int factor);
  /// Draws at the bottom left of the bound framebuffer, or at `placement`.
  Result<void> draw_tile(const Frame& whole, const Tile& tile, const Placement* placement = nullptr);
  Result<int> prepare_target(const Scene& scene, int width, int height, int samples, int tile_size);
  Result<Frame> begin_picture(const Scene& scene, int width, int height, int samples, int side);
  Result<DrawnPart> draw_into_target(const Frame& frame, const Tile& tile);
  Result<void> draw_actor(const Frame& frame, const Actor& actor);
  GpuModel& model_of(const Actor& actor, Posing posing) {
    GpuModel& model = models.get(actor.shared_model());
    model.update(actor, frame_number, posing);
    return model;
  }
  /// Uploads an actor for the passes.
  ActorOnGpu on_gpu(const Frame& frame, const Actor& actor);
  Shadows::OnGpu uploaded(const Frame& frame) {
    return [this, &frame](const Actor& actor) { return on_gpu(frame, actor); };
  }

  Programs programs;
  CommonTextures common;
  WeakCache<Model, GpuModel> models;
  TextureCache texture_cache;
  WeakCache<TextureSet, GpuTextures> textures;
  std::vector<TextureCache::Shared> ahead;  ///< from upload_ahead(), kept for the next frame
  Overlays overlays;
  BackgroundPass background;
  GroundGrid grid;
  Shadows shadows;  ///< of the current picture
  OffscreenTarget target;
  EffectCanvas effects;
  SurfaceTarget surfaces;
  ReadbackRing ring;
  Diagnostics warnings;
  std::uint64_t frame_number = 0;
  const bool can_specialise;  ///< the built-in shaders keep opaque materials opaque; others may not
};

Renderer::Renderer() = default;
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(const std::string& shader_dir) {
  auto renderer = std::unique_ptr<Renderer>(new Renderer());
  renderer->impl_ = std::make_unique<Impl>(shader_dir);
  Programs& programs = renderer->impl_->programs;
  // Built-in shaders are known to compile, so most of them wait until a scene needs them.
  if (shader_dir.empty()) {
    const unsigned features = draws_on_cpu() ? feature_posed : feature_none;
    MMD_TRY(programs.get(ProgramId::model, features));
  } else {
    MMD_TRY(programs.compile_all());
  }
  return renderer;
}

/// Without memory an uploaded object may be empty, so the next picture uploads everything again.
Diagnostic Renderer::Impl::forget_uploads(Diagnostic error) {
  models = {};
  textures = {};
  texture_cache.forget();
  common.forget_shared_toons();
  shadows.free_working_memory();
  return error;
}

ActorOnGpu Renderer::Impl::on_gpu(const Frame& frame, const Actor& actor) {
  const RenderSettings& settings = frame.scene.settings;
  const bool posed = settings.skinning == Skinning::cpu || actor.posed_level() != SkinLevel::full ||
                     (settings.skinning == Skinning::automatic && draws_on_cpu());
  GpuModel& model = model_of(actor, posed ? posing_on_cpu(settings.shading) : Posing::by_shader);
  GpuTextures& images = textures.get(actor.shared_textures());
  if (frame.needs_alpha || settings.shading == Shading::mmd || settings.shading == Shading::flat)
    images.prepare(actor.model(), actor.textures(), settings, texture_cache, warnings);
  return {actor, model, images};
}

Result<void> Renderer::Impl::draw_actor(const Frame& whole, const Actor& actor) {
  Frame frame = whole;
  if (const SelfShadow* own = shadows.of(actor)) frame.self_shadow = *own;
  const RenderSettings& settings = frame.scene.settings;
  const ActorOnGpu what = on_gpu(frame, actor);
  MMD_TRY(draw_model_pass(programs, common, frame, what));
  if (settings.edge && settings.shading == Shading::mmd) return draw_edge_pass(programs, frame, what);
  return {};
}

/// Returns the size of the target relative to the picture or its tile: 1 or 2.
Result<int> Renderer::Impl::prepare_target(const Scene& scene, int width, int height, int samples,
                                           int tile_size) {
  const int usable = usable_framebuffer_samples(samples);
  const Effects& asked = scene.settings.effects;
  const int columns = largest_side(asked, height, width, tile_size > 0 ? tile_size : width);
  const int rows = largest_side(asked, height, height, tile_size > 0 ? tile_size : height);
  const bool with_maps = asked.any();
  const bool small = columns > 0 && rows > 0 && std::max(columns, rows) <= max_framebuffer_size() / 2;
  if (is_drawn_larger(samples, usable) && small && !draws_lines(scene) &&
      target.prepare(columns * 2, rows * 2, samples_drawn_twice_as_large(samples), with_maps))
    return 2;
  MMD_TRY(target.prepare(columns, rows, usable, with_maps));
  return 1;
}

Frame Renderer::Impl::begin_frame(const Scene& scene, int width, int height, int factor) {
  models.drop_expired();
  textures.drop_expired();
  texture_cache.drop_expired();
  ++frame_number;
  shadows.begin();
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  Frame frame{scene,
              width,
              height,
              factor,
              view_matrix(scene.camera),
              mat4(1.0f),
              mat4(1.0f),
              {},
              {0, 0, width, height},
              scene.enclosing_bounds(),
              can_specialise && is_worth_programs(width, height, frame_number == 1)};
  Bounds bounds = frame.bounds;
  if (shades_ground(scene)) bounds = with_ground_shadow(bounds, scene.light.direction);
  for (const Ghost& ghost : scene.ghosts) {
    const Bounds its = ghost.actor->enclosing_bounds();
    bounds = {glm::min(bounds.min, its.min), glm::max(bounds.max, its.max)};
  }
  frame.projection = projection_matrix(scene.camera, aspect, bounds);
  frame.view_projection = frame.projection * frame.view;
  return frame;
}

Result<void> Renderer::Impl::draw_tile(const Frame& whole, const Tile& tile, const Placement* placement) {
  const Scene& scene = whole.scene;
  Frame frame = whole;
  set_draw_state(tile.width, tile.height);
  if (placement != nullptr) restrict_drawing(placement->picture, placement->seen);
  if (placement == nullptr && (tile.width != whole.width || tile.height != whole.height)) {
    // Points and lines beside the tile may reach into it.
    frame.tile = widened(tile, reach_of_marks(whole), whole.width, whole.height);
    frame.view_projection = tile_matrix(frame.tile, whole.width, whole.height) * whole.view_projection;
    restrict_drawing({frame.tile.x - tile.x, frame.tile.y - tile.y, frame.tile.width, frame.tile.height},
                     {0, 0, tile.width, tile.height});
  }
  clear_picture(scene.settings.background);
  Result<void> drawn = background.draw(programs, texture_cache, frame);
  if (drawn) drawn = grid.draw(programs, frame);
  if (drawn) drawn = shadows.draw_on_ground(programs, common, frame, uploaded(frame));
  const auto for_each_actor = [&](bool wanted, auto draw_one) {
    if (wanted && drawn) drawn = for_visible_actors(scene, draw_one);
  };
  for_each_actor(scene.settings.shading == Shading::wire, [&](const Actor& actor) {
    return draw_depth_pass(programs, common, frame, on_gpu(frame, actor));
  });
  for_each_actor(true, [&](const Actor& actor) { return draw_actor(frame, actor); });
  for (const Ghost& ghost : scene.ghosts)
    if (drawn) drawn = draw_ghost_pass(programs, common, frame, on_gpu(frame, *ghost.actor), ghost.colour);
  if (drawn && !scene.settings.effects.any()) drawn = overlays.draw(programs, frame);
  leave_draw_state();
  ahead.clear();
  return drawn;
}

Result<void> Renderer::Impl::draw_scene(const Scene& scene, const Placement& placement, int factor) {
  if (scene.settings.effects.any()) return draw_scene_with_effects(scene, placement, factor);
  const Tile& picture = placement.picture;
  Frame frame = begin_frame(scene, picture.width, picture.height, factor);
  const Tile drawn_area = around(picture, placement.seen);
  if (drawn_area != picture) {
    frame.tile = {drawn_area.x - picture.x, drawn_area.y - picture.y, drawn_area.width, drawn_area.height};
    frame.view_projection = tile_matrix(frame.tile, picture.width, picture.height) * frame.view_projection;
  }
  const Placement whole{drawn_area, placement.seen};
  const Result<void> shadowed = shadows.fill(programs, common, frame, true, uploaded(frame));
  Result<void> drawn = draw_tile(frame, frame.tile, &whole);
  return shadowed ? drawn : shadowed;
}

/// The same through a target of its own, with the samples of the bound framebuffer.
Result<void> Renderer::Impl::draw_scene_with_effects(const Scene& scene, const Placement& placement,
                                                     int factor) {
  const Tile& picture = placement.picture;
  const auto in_picture = [&](const Tile& t) {
    return Tile{(t.x - picture.x) / factor, (t.y - picture.y) / factor, t.width / factor, t.height / factor};
  };
  const int width = picture.width / factor, height = picture.height / factor;
  const Tile seen = in_picture(placement.seen);
  const Tile tile = is_within(seen, width, height) ? seen : in_picture(around(picture, placement.seen));
  GLint samples = 0;
  if (factor == 1) glGetIntegerv(GL_SAMPLES, &samples);
  const Frame frame = begin_frame(scene, width * factor, height * factor, factor);
  DrawnPart part;
  {
    const FramebufferGuard bound;
    const Effects& asked = scene.settings.effects;
    const int columns = std::max(largest_side(asked, height, width, tile.width), tile.width);
    const int rows = std::max(largest_side(asked, height, height, tile.height), tile.height);
    MMD_TRY(target.prepare(columns * factor, rows * factor, samples, true));
    target.bind();
    const bool whole = tile == Tile{0, 0, width, height};
    MMD_TRY(shadows.fill(programs, common, frame, whole, uploaded(frame)));
    MMD_TRY(part, draw_into_target(frame, tile));
  }
  return effects.copy(programs, {part.x + seen.x - tile.x, part.y + seen.y - tile.y, seen.width, seen.height},
                      placement.seen);
}

void Renderer::draw(const Scene& scene, int width, int height) {
  const Tile all{0, 0, width, height};
  draw(scene, {all, all});
}

void Renderer::draw(const Scene& scene, const Placement& placement, int factor) {
  if (placement.picture.width < 1 || placement.picture.height < 1) return;
  if (placement.seen.width < 1 || placement.seen.height < 1) return;
  try {
    // A window has no place for errors; render() returns them.
    static_cast<void>(impl_->draw_scene(scene, placement, factor));
  } catch (const std::bad_alloc&) {
    leave_draw_state();
    static_cast<void>(impl_->forget_uploads());
  }
}

int Renderer::tile_size(int width, int height, int samples) const {
  const int scale = is_drawn_larger(samples, usable_framebuffer_samples(samples)) ? 2 : 1;
  return tile_size_for(width, height, usable_samples(samples), max_framebuffer_size() / scale,
                       draws_on_cpu() ? own_memory : graphics_memory);
}

std::size_t Renderer::tiles_needed(int width, int height, int samples) const {
  return count_tiles(width, height, tile_size(width, height, samples));
}

Result<Frame> Renderer::Impl::begin_picture(const Scene& scene, int width, int height, int samples,
                                            int side) {
  if (std::max(width, height) > max_picture_size)
    return fail(fmt::format("a picture of {} x {} pixels is too large: the limit is {} x {}", width, height,
                            max_picture_size, max_picture_size),
                "choose a smaller --size");
  MMD_TRY(const int factor, prepare_target(scene, width, height, samples, side));
  Frame frame = begin_frame(scene, width * factor, height * factor, factor);
  target.bind();
  MMD_TRY(shadows.fill(programs, common, frame, side == 0, uploaded(frame)));
  return frame;
}

/// Draws a tile and leaves it bound for reading. `tile`: in pixels of the finished picture.
Result<DrawnPart> Renderer::Impl::draw_into_target(const Frame& frame, const Tile& tile) {
  target.bind();
  const int factor = frame.factor, width = frame.width / factor, height = frame.height / factor;
  const Effects& asked = frame.scene.settings.effects;
  const Tile wide = widened_for(asked, tile, width, height);
  if (is_within(wide, width, height)) {
    MMD_TRY(draw_tile(frame, enlarged(wide, factor)));
  } else {  // also what is around the picture
    Frame moved = frame;
    moved.tile = enlarged(wide, factor);
    moved.view_projection = tile_matrix(moved.tile, frame.width, frame.height) * frame.view_projection;
    const Tile all{0, 0, moved.tile.width, moved.tile.height};
    const Placement whole{all, all};
    MMD_TRY(draw_tile(moved, moved.tile, &whole));
  }
  target.resolve();
  if (!asked.any()) return DrawnPart{0, 0, factor};
  const EffectView view{frame, width, height, wide, target.colour_map(), target.depth_map(), target.size()};
  MMD_TRY(effects.begin(programs, view));
  MMD_TRY(draw_effects(effects));
  MMD_TRY(effects.bind_picture());
  MMD_TRY(overlays.draw_on_finished(programs, frame, wide));
  return DrawnPart{tile.x - wide.x, tile.y - wide.y, 1};
}

Result<Image> Renderer::render(const Scene& scene, int width, int height, int samples, int max_in_tile,
                               const TileProgress& progress) try {
  const FramebufferGuard guard;
  const int side = max_in_tile > 0 ? max_in_tile : tile_size(width, height, samples);
  MMD_TRY(const Frame frame, impl_->begin_picture(scene, width, height, samples, side));
  Image image;
  const std::vector<Tile> tiles = tiles_of(width, height, side);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Tile& tile = tiles[i];
    if (progress) progress(i, tiles.size());
    MMD_TRY(const DrawnPart drawn, impl_->draw_into_target(frame, tile));
    Image part = read_picture(tile.width, tile.height, drawn.factor, scene.settings.has_opaque_background(),
                              drawn.x, drawn.y);
    if (take_out_of_memory())
      return fail(impl_->forget_uploads(
          make_error("out of graphics memory while drawing", "choose a smaller --size")));
    if (tile.width == width && tile.height == height) return part;
    put_tile(part, tile, width, height, image);
  }
  return image;
} catch (const std::bad_alloc&) {
  leave_draw_state();
  return fail(impl_->forget_uploads());
}

Result<void> Renderer::start_picture(const Scene& scene, int width, int height, int samples) try {
  if (tile_size(width, height, samples) > 0) {
    MMD_TRY(Image image, render(scene, width, height, samples));
    impl_->ring.add(std::move(image));
    return {};
  }
  const FramebufferGuard guard;
  MMD_TRY(const Frame frame, impl_->begin_picture(scene, width, height, samples, 0));
  MMD_TRY(const DrawnPart drawn, impl_->draw_into_target(frame, {0, 0, width, height}));
  // Large supersampled pictures are averaged at once; in the ring they would take four times the memory.
  constexpr std::int64_t large = std::int64_t{1024} * 1024;
  if (drawn.factor > 1 && static_cast<std::int64_t>(width) * height > large) {
    Image image = read_picture(width, height, drawn.factor, scene.settings.has_opaque_background());
    if (take_out_of_memory()) return fail(impl_->forget_uploads());
    impl_->ring.add(std::move(image));
    return {};
  }
  auto started = impl_->ring.start(width, height, drawn.factor, scene.settings.has_opaque_background());
  if (!started) return fail(impl_->forget_uploads(std::move(started.error())));
  return started;
} catch (const std::bad_alloc&) {
  leave_draw_state();
  return fail(impl_->forget_uploads());
}

Result<DrawnPicture> Renderer::take_picture() {
  return impl_->ring.finish();
}

void Renderer::add_picture(Image image) {
  impl_->ring.add(std::move(image));
}

std::size_t Renderer::pictures_started() const {
  return impl_->ring.waiting();
}

Result<SurfaceImage> Renderer::render_surfaces(const Scene& scene, int width, int height, float cutoff,
                                               int max_in_tile) try {
  const FramebufferGuard guard;
  Frame frame = impl_->begin_frame(scene, width, height, 1);
  frame.needs_alpha = true;
  const auto draw = [&](const Frame& tile) -> Result<void> {
    std::uint32_t first = 1;
    for (const auto& actor : scene.actors) {
      if (actor->visible)
        MMD_TRY(draw_surface_pass(impl_->programs, impl_->common, tile, impl_->on_gpu(tile, *actor), cutoff,
                                  first));
      first += static_cast<std::uint32_t>(actor->model().indices.size() / 3);
    }
    return {};
  };
  auto image =
      impl_->surfaces.render(frame, max_in_tile > 0 ? max_in_tile : tile_size(width, height, 1), draw);
  if (!image) return fail(impl_->forget_uploads(std::move(image.error())));
  return image;
} catch (const std::bad_alloc&) {
  leave_draw_state();
  return fail(impl_->forget_uploads());
}

void Renderer::upload_ahead(const std::shared_ptr<Image>& image) {
  try {
    auto texture = impl_->texture_cache.add(image);
    // Without memory, drawing tries again and reports the error.
    if (take_out_of_memory()) return;
    if (texture != nullptr) impl_->texture_cache.take_colours(image);
    impl_->ahead.push_back(std::move(texture));
  } catch (const std::bad_alloc&) {
    // The same applies.
  }
}

Diagnostics Renderer::take_warnings() {
  return std::exchange(impl_->warnings, {});
}

void Renderer::free_working_memory() {
  impl_->target = OffscreenTarget();
  impl_->effects = EffectCanvas();
  impl_->shadows.free_working_memory();
}

int Renderer::usable_samples(int wanted) const {
  const int usable = usable_framebuffer_samples(wanted);
  return wanted > usable ? std::max(usable, 4 * samples_drawn_twice_as_large(wanted)) : usable;
}

int Renderer::usable_samples(const Scene& scene, int wanted) const {
  return draws_lines(scene) ? usable_framebuffer_samples(wanted) : usable_samples(wanted);
}

}  // namespace mmd
