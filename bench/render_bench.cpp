// The cost of drawing: each pass compared with drawing the same triangles with a trivial shader into the same
// target, in turn; the program's own part of a frame without the driver; and what each effect adds to a
// picture. Usage: render_bench [SIZE [SAMPLES [SHADERS [effects]]]]: only the effects

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <GL/glew.h>
#include <glm/gtc/type_ptr.hpp>

#include "bench/models.h"
#include "bench/muted_gl.h"
#include "bench/noise_textures.h"
#include "render/context.h"
#include "render/frame.h"
#include "render/framebuffer.h"
#include "render/renderer.h"
#include "render/shadow_map.h"
#include "render/software/ground_mask.h"

namespace mmd {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int map_size = 1024;  // the size for CPU drivers

double milliseconds(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// Draws all triangles of a model in one colour, material by material.
class TrivialPass {
 public:
  explicit TrivialPass(const Actor& actor) : model_(actor.model()), program_(gl::Program::create()) {
    attach(GL_VERTEX_SHADER,
           "#version 330 core\nlayout(location = 0) in vec3 p; uniform mat4 m;"
           "void main() { gl_Position = m * vec4(p, 1.0); }");
    attach(GL_FRAGMENT_SHADER,
           "#version 330 core\nout vec4 c; void main() { c = vec4(0.8, 0.7, 0.6, 1.0); }");
    glLinkProgram(program_.id());
    array_ = gl::VertexArray::create();
    vertices_ = gl::Buffer::create();
    indices_ = gl::Buffer::create();
    glBindVertexArray(array_.id());
    const auto positions = actor.posed_positions();
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(positions.size_bytes()), positions.data(),
                 GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(model_.indices.size() * 4),
                 model_.indices.data(), GL_STATIC_DRAW);
  }

  void draw(const mat4& matrix) const {
    glUseProgram(program_.id());
    glUniformMatrix4fv(glGetUniformLocation(program_.id(), "m"), 1, GL_FALSE, glm::value_ptr(matrix));
    glBindVertexArray(array_.id());
    for (const Material& material : model_.materials)
      glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(material.index_count), GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(std::uintptr_t{material.first_index} * 4));
  }

 private:
  void attach(GLenum stage, const char* text) const {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program_.id(), shader);
    glDeleteShader(shader);
  }

  const Model& model_;
  gl::Program program_;
  gl::VertexArray array_;
  gl::Buffer vertices_, indices_;
};

/// The objects that the passes need, as in the renderer.
class Stage {
 public:
  Stage(Scene& scene, int size, int samples, const std::string& shader_dir)
      : scene_(scene),
        programs_(shader_dir),
        gpu_(actor().model()),
        gpu_textures_(*actor().shared_textures()),
        trivial_(actor()),
        frame_{scene,
               size,
               size,
               1,
               view_matrix(scene.camera),
               mat4(1.0f),
               mat4(1.0f),
               {},
               {0, 0, size, size},
               scene.enclosing_bounds(),
               true} {
    frame_.view_projection = projection_matrix(scene.camera, 1.0f, scene.posed_bounds()) * frame_.view;
    const Bounds bounds = scene.posed_bounds();
    light_ = plan_shadows({&bounds, 1}, bounds, frame_.view_projection, scene.light.direction, map_size)
                 .maps.front();
    Diagnostics warnings;
    gpu_textures_.prepare(actor().model(), actor().textures(), scene.settings, cache_, warnings);
    gpu_.update(actor(), 1, draws_on_cpu() ? Posing::by_cpu : Posing::by_shader);
    if (!target_.prepare(size, size, usable_framebuffer_samples(samples))) std::exit(4);
  }

  /// The times of `pass` and of the trivial shader from the same view, from a cleared target to the last
  /// pixel.
  void compare(const char* name, bool into_map, bool back_faces, const std::function<void()>& pass) {
    const auto timed = [&](const std::function<void()>& draw) {
      begin(into_map);
      if (back_faces) {
        glEnable(GL_CULL_FACE);
        glCullFace(GL_FRONT);
      }
      glFinish();
      return milliseconds([&] {
        draw();
        glFinish();
      });
    };
    const auto trivial = [&] {
      if (!back_faces) glEnable(GL_CULL_FACE);
      trivial_.draw(into_map ? light_.to_clip : frame_.view_projection);
    };
    std::vector<double> ours, theirs;
    for (int i = 0; i < 17; ++i) {  // in turn, so that both run under the same conditions
      const double a = timed(pass), b = timed(trivial);
      if (i < 2) continue;  // the driver compiles
      ours.push_back(a);
      theirs.push_back(b);
    }
    std::printf("%-34s %8.2f ms   trivial %8.2f ms   ratio %.2f\n", name, median(ours), median(theirs),
                median(ours) / median(theirs));
  }

  void compare_all() {
    compare("colour, without self shadow", false, false,
            [&] { check(draw_model_pass(programs_, common_, frame_, what())); });
    frame_.self_shadow = filled_map();
    compare("colour", false, false, [&] { check(draw_model_pass(programs_, common_, frame_, what())); });
    compare("edge", false, true, [&] { check(draw_edge_pass(programs_, frame_, what())); });
    compare("shadow map", true, false, [&] { check(map_.draw(programs_, common_, light_, what(), true)); });
    compare("ground shadow", false, false,
            [&] { check(draw_ground_shadow_pass(programs_, common_, frame_, what())); });
    if (draws_on_cpu()) compare_ground_shadows();
  }

 private:
  /// CPU drivers draw pictures twice as large, with one sample.
  void compare_ground_shadows() {
    check(target_.prepare(frame_.width, frame_.height, 1));
    compare("ground shadow, one sample", false, false,
            [&] { check(draw_ground_shadow_pass(programs_, common_, frame_, what())); });
    compare("ground shadow, found here", false, false, [&] {
      const auto drawn = ground_mask_.draw(programs_, frame_);
      if (!drawn || !*drawn) std::exit(1);
    });
  }

  static void check(const Result<void>& drawn) {
    if (drawn) return;
    std::fprintf(stderr, "render_bench: %s\n", drawn.error().what.c_str());
    std::exit(1);
  }

  const Actor& actor() const { return *scene_.actors.front(); }
  ActorOnGpu what() { return {actor(), gpu_, gpu_textures_}; }

  SelfShadow filled_map() {
    check(map_.begin(map_size));
    check(map_.draw(programs_, common_, light_, what(), true));
    const Bounds bounds = scene_.posed_bounds();
    return map_.finished(frame_, light_, {&bounds, 1}, 0);
  }

  void begin(bool into_map) {
    if (into_map) {
      check(map_.begin(map_size));
      return;
    }
    target_.bind();
    set_draw_state(frame_.width, frame_.height);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  }

  Scene& scene_;
  Programs programs_;
  CommonTextures common_;
  TextureCache cache_;
  GpuModel gpu_;
  GpuTextures gpu_textures_;
  TrivialPass trivial_;
  ShadowMap map_;
  GroundMask ground_mask_;
  OffscreenTarget target_;
  Frame frame_;
  LightView light_;
};

/// The program's part of a window's frame: all passes without the driver.
void our_side(Scene& scene, int size, Skinning skinning, const char* name,
              const std::function<void(int)>& move) {
  scene.settings.skinning = skinning;
  auto renderer = Renderer::create();
  if (!renderer) std::exit(4);
  OffscreenTarget target;
  if (!target.prepare(size, size, 1)) std::exit(4);
  target.bind();
  (*renderer)->draw(scene, size, size);  // uploads
  glFinish();
  constexpr int frames = 200;
  std::vector<double> times;
  std::uint64_t calls = 0;
  {
    const bench::MutedGl muted;
    for (int i = 0; i < frames; ++i) {
      move(i);
      times.push_back(milliseconds([&] { (*renderer)->draw(scene, size, size); }));
    }
    calls = muted.calls() / frames;
  }
  std::printf("%-34s %8.3f ms   %llu OpenGL calls\n", name, median(times),
              static_cast<unsigned long long>(calls));
}

void our_sides(Scene& scene, int size) {
  Actor& actor = *scene.actors.front();
  const auto hold = [](int) {};
  const auto turn = [&](int i) {
    actor.pose.rotation[1] = glm::angleAxis(0.01f * static_cast<float>(i), vec3(0, 1, 0));
    actor.evaluate();
  };
  const auto morph = [&](int i) {
    for (float& weight : actor.pose.morph_weights) weight = 0.5f + 0.001f * static_cast<float>(i);
    actor.evaluate();
  };
  our_side(scene, size, Skinning::gpu, "frame, pose held", hold);
  our_side(scene, size, Skinning::gpu, "frame, pose moving", turn);
  our_side(scene, size, Skinning::gpu, "frame, 100 morphs moving", morph);
  our_side(scene, size, Skinning::cpu, "frame, moving, skinned on the CPU", turn);
  std::vector<double> evaluation;
  for (int i = 0; i < 100; ++i) evaluation.push_back(milliseconds([&] { morph(i); }));
  std::printf("%-34s %8.3f ms\n", "(bones and 100 morphs alone)", median(evaluation));
}

struct TimedEffect {
  const char* name;
  Effects effects;
};

std::array<TimedEffect, 7> timed_effects(const Camera& camera) {
  std::array<TimedEffect, 7> out{{{"occlusion", {}},
                                  {"rim", {}},
                                  {"fog", {}},
                                  {"depth of field", {}},
                                  {"glow", {}},
                                  {"lines", {}},
                                  {"grade", {}}}};
  out[0].effects.occlusion.strength = 1.0f;
  out[1].effects.rim.strength = 1.0f;
  out[2].effects.fog = {true, vec3(0.5f), camera.distance(), 2.0f * camera.distance()};
  out[3].effects.depth_of_field = {true, "", camera.distance(), 1.0f};
  out[4].effects.glow.strength = 1.0f;
  out[5].effects.lines = 1.0f;
  out[6].effects.grade.exposure = 0.5f;
  return out;
}

/// Wall-clock time, and that of all processors together.
struct Times {
  double wall = 0.0, processors = 0.0;
};

Times times_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  Times out;
  out.wall = milliseconds(work);
  out.processors = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return out;
}

/// What each effect adds to the time of an off-screen picture that the figure fills: pictures with and
/// without it in turn. The rest of the picture is cheap, so that its variation hides little.
void time_effects(Scene& scene, int size, int samples, const std::string& shader_dir) {
  auto renderer = Renderer::create(shader_dir);
  if (!renderer) return;
  zoom(scene.camera, 0.4f);
  scene.settings.self_shadow = scene.settings.ground_shadow = scene.settings.edge = false;
  scene.settings.shading = Shading::flat;
  for (const TimedEffect& one : timed_effects(scene.camera)) {
    std::vector<double> wall, processors, without;
    for (int i = 0; i < 16; ++i) {
      std::array<Times, 2> pair;
      for (const std::size_t on : {0u, 1u}) {
        scene.settings.effects = on == 1 ? one.effects : Effects();
        pair[on] = times_of([&] { static_cast<void>((*renderer)->render(scene, size, size, samples)); });
      }
      if (i == 0) continue;  // the driver compiles
      wall.push_back(pair[1].wall - pair[0].wall);
      processors.push_back(pair[1].processors - pair[0].processors);
      without.push_back(pair[0].wall);
    }
    std::printf("%-34s %8.2f ms more than %.2f ms   on the processors %8.2f ms more\n", one.name,
                median(wall), median(without), median(processors));
  }
}

int run(int size, int samples, const std::string& shader_dir, bool only_effects) {
  auto context = OffscreenContext::create();
  if (!context) {
    std::fprintf(stderr, "render_bench: %s\n", context.error().what.c_str());
    return 4;
  }
  const auto model = build_model(bench::dressed_body()).model;
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(model, bench::noise_textures()));
  scene.camera = fitted_camera(View::fit, scene.posed_bounds(), 1.0f, 30.0f);
  std::printf("%s\n%zu vertices, %zu triangles, %zu materials; %dx%d, %d samples\n",
              (*context)->description().c_str(), model->vertices.size(), model->indices.size() / 3,
              model->materials.size(), size, size, usable_framebuffer_samples(samples));
  if (!only_effects) {
    Stage(scene, size, samples, shader_dir).compare_all();
    our_sides(scene, size);
  }
  time_effects(scene, size, samples, shader_dir);
  return 0;
}

}  // namespace
}  // namespace mmd

int main(int argc, char** argv) {
#ifdef __GLIBC__  // keep freed memory, as the program does: half of the time was spent paging it in again
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
  const int size = argc > 1 ? std::atoi(argv[1]) : 1024, samples = argc > 2 ? std::atoi(argv[2]) : 4;
  return mmd::run(std::max(size, 16), samples, argc > 3 ? argv[3] : "", argc > 4);
}
