#include "render/renderer.h"

#include <algorithm>
#include <new>
#include <unordered_map>

#include "render/frame.h"
#include "render/framebuffer.h"
#include "render/gl_state.h"
#include "render/readback.h"
#include "render/skeleton_overlay.h"

namespace mmd {
namespace {

/// What was made on the GPU for a shared value, as long as the value lives.
template <class Key, class Value>
class WeakCache {
 public:
  Value& get(const std::shared_ptr<const Key>& key) {
    Entry& entry = entries_[key.get()];
    if (entry.value == nullptr || entry.owner.lock() != key) entry = {key, std::make_unique<Value>(*key)};
    return *entry.value;
  }
  void drop_expired() {
    for (auto i = entries_.begin(); i != entries_.end();)
      i = i->second.owner.expired() ? entries_.erase(i) : ++i;
  }

 private:
  struct Entry {
    std::weak_ptr<const Key> owner;
    std::unique_ptr<Value> value;
  };
  std::unordered_map<const Key*, Entry> entries_;
};

void clear(const vec4& background) {
  const vec4 colour = glm::clamp(background, 0.0f, 1.0f);
  glClearColor(colour.r * colour.a, colour.g * colour.a, colour.b * colour.a, colour.a);
  glClearDepth(1.0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

}  // namespace

struct Renderer::Impl {
  explicit Impl(const std::string& shader_dir) : programs(shader_dir) {}

  /// `factor`: Frame::factor.
  Result<void> draw_scene(const Scene& scene, int width, int height, int factor);
  Result<int> prepare_target(const Scene& scene, int width, int height, int samples);
  Result<void> draw_actor(const Frame& frame, const Actor& actor);
  GpuModel& model_of(const Actor& actor) {
    GpuModel& model = models.get(actor.shared_model());
    model.update(actor);
    return model;
  }

  Programs programs;
  CommonTextures common;
  WeakCache<Model, GpuModel> models;
  WeakCache<TextureSet, GpuTextures> textures;
  SkeletonOverlay skeleton;
  OffscreenTarget target;
};

Renderer::Renderer() = default;
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(const std::string& shader_dir) try {
  auto renderer = std::unique_ptr<Renderer>(new Renderer());
  renderer->impl_ = std::make_unique<Impl>(shader_dir);
  Programs& programs = renderer->impl_->programs;
  // The built-in ones are known to be right: all but the first are compiled when a scene wants them.
  if (shader_dir.empty()) {
    if (auto program = programs.get(ProgramId::model, SkinningVariant::linear); !program)
      return tl::unexpected(program.error());
  } else if (auto compiled = programs.compile_all(); !compiled) {
    return tl::unexpected(compiled.error());
  }
  return renderer;
} catch (const std::bad_alloc&) {
  return fail("out of memory while preparing to draw");
}

Result<void> Renderer::Impl::draw_actor(const Frame& frame, const Actor& actor) {
  const RenderSettings& settings = frame.scene.settings;
  const GpuModel& model = model_of(actor);
  GpuTextures& images = textures.get(actor.shared_textures());
  if (settings.shading == Shading::mmd) images.prepare(actor.model(), actor.textures(), settings);
  const ActorOnGpu what{actor, model, images};
  if (auto drawn = draw_model_pass(programs, common, frame, what); !drawn) return drawn;
  if (settings.edge && settings.shading == Shading::mmd) return draw_edge_pass(programs, frame, what);
  return {};
}

/// Returns how many times wider and higher than the picture the target is.
Result<int> Renderer::Impl::prepare_target(const Scene& scene, int width, int height, int samples) {
  const int usable = usable_framebuffer_samples(samples);
  const bool small = width > 0 && height > 0 && std::max(width, height) <= max_framebuffer_size() / 2;
  // Lines of the wire picture are one drawn pixel wide.
  if (usable > 1 && small && scene.settings.shading != Shading::wire && prefers_supersampling() &&
      target.prepare(width * 2, height * 2, 1))
    return 2;
  if (auto prepared = target.prepare(width, height, usable); !prepared)
    return tl::unexpected(prepared.error());
  return 1;
}

Result<void> Renderer::Impl::draw_scene(const Scene& scene, int width, int height, int factor) {
  models.drop_expired();
  textures.drop_expired();
  set_draw_state(width, height);
  clear(scene.settings.background);
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  Frame frame{scene, width, height, factor, view_matrix(scene.camera), mat4(1.0f)};
  frame.view_projection = projection_matrix(scene.camera, aspect, scene.posed_bounds()) * frame.view;
  Result<void> drawn;
  for (const auto& actor : scene.actors)
    if (drawn) drawn = draw_actor(frame, *actor);
  if (scene.settings.skeleton || scene.settings.highlight != none)
    for (const auto& actor : scene.actors)
      if (drawn) drawn = skeleton.draw(programs, frame, *actor);
  leave_draw_state();
  return drawn;
}

void Renderer::draw(const Scene& scene, int width, int height) {
  if (width < 1 || height < 1) return;
  try {
    // Nowhere to report to: what could not be drawn is missing from the window. `render` reports it.
    static_cast<void>(impl_->draw_scene(scene, width, height, 1));
  } catch (const std::bad_alloc&) {
    leave_draw_state();
  }
}

Result<Image> Renderer::render(const Scene& scene, int width, int height, int samples) try {
  const FramebufferGuard guard;
  const auto factor = impl_->prepare_target(scene, width, height, samples);
  if (!factor) return tl::unexpected(factor.error());
  impl_->target.bind();
  if (auto drawn = impl_->draw_scene(scene, width * *factor, height * *factor, *factor); !drawn)
    return tl::unexpected(drawn.error());
  impl_->target.resolve();
  Image image = read_picture(width, height, *factor, scene.settings.background.a >= 1.0f);
  if (take_out_of_memory()) return fail("out of graphics memory while drawing", "choose a smaller --size");
  return image;
} catch (const std::bad_alloc&) {
  leave_draw_state();
  return fail("out of memory while drawing", "choose a smaller --size");
}

int Renderer::max_size() const {
  return max_framebuffer_size();
}

int Renderer::usable_samples(int wanted) const {
  return usable_framebuffer_samples(wanted);
}

Result<Renderer::SkinnedVertices> Renderer::read_back_skinning(const Actor& actor) try {
  struct Pair {
    vec3 position, normal;
  };
  const GpuModel& model = impl_->model_of(actor);
  const auto program = impl_->programs.get(ProgramId::feedback, model.variant());
  if (!program) return tl::unexpected(program.error());
  const std::size_t count = actor.model().vertices.size();
  std::vector<Pair> pairs(count);
  const auto bytes = static_cast<GLsizeiptr>(count * sizeof(Pair));

  const auto buffer = gl::Buffer::create();
  glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer.id());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
  glUseProgram((*program)->program.id());
  model.bind();
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, pairs.data());
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  leave_draw_state();
  if (take_out_of_memory()) return fail("out of graphics memory while skinning");

  SkinnedVertices result;
  result.positions.reserve(count);
  result.normals.reserve(count);
  for (const Pair& pair : pairs) {
    result.positions.push_back(pair.position);
    result.normals.push_back(pair.normal);
  }
  return result;
} catch (const std::bad_alloc&) {
  return fail("out of memory while reading vertices back");
}

}  // namespace mmd
