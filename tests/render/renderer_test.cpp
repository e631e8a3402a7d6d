#include "render/renderer.h"

#include <functional>
#include <iterator>
#include <new>

#include "render/context.h"
#include "render/framebuffer.h"
#include "render/readback.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::centre_pixel;
using test::ModelBuilder;
using test::Pixel;

class RendererTest : public test::RenderTest {
 protected:
  void show_figure() {
    ModelBuilder builder;
    builder.ball(0.6f);
    Material& ball = builder.material();
    ball.flags = test::shadows_and_edge;
    ball.edge_size = 2.0f;
    ball.shared_toon = 0;
    ball.texture = 0;
    builder.square(vec3(0.0f, 0.0f, 0.8f), 0.5f);
    builder.material().diffuse = vec4(1.0f, 0.5f, 0.2f, 0.5f);
    builder.model().textures = {"a.png"};
    add(builder.finish(), test::texture_set({test::solid_image(8, 8, {200, 150, 100, 255})}));
  }
  void show_square(const vec4& diffuse) {
    show_only(test::square_model(vec3(0.0f), 0.5f, [&](Material& m) {
      m.diffuse = vec4(vec3(0.0f), diffuse.a);
      m.ambient = vec3(diffuse);
    }));
  }
};

TEST_F(RendererTest, EmptySceneIsTransparent) {
  const Image image = render(8);
  EXPECT_TRUE(image.has_alpha);
  for (const std::uint8_t value : image.rgba) ASSERT_EQ(value, 0);
}

/// tests/app/viewer_motion_test.cpp tests that the memory is freed.
TEST_F(RendererTest, FreeingMemoryDoesNotChangePictures) {
  show_figure();
  const Image first = render(64, 4);
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k <= i; ++k) renderer_->free_working_memory();
    EXPECT_EQ(render(64, 4).rgba, first.rgba);
  }
}

TEST_F(RendererTest, KeepsOutlineColoursOnTransparency) {
  add(test::ball_model(0.7f));
  const Image image = render(64, 4);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4)
    if (image.rgba[i + 3] != 0) {
      ASSERT_GE(image.rgba[i], 254);
    }
}

TEST_F(RendererTest, TransparentPicturesBlendLikeABackground) {
  ModelBuilder builder;
  builder.ball(0.7f);
  Material& ball = builder.material();
  ball.flags = pmx::material_edge | pmx::material_receives_self_shadow | pmx::material_casts_self_shadow;
  ball.edge_size = 3.0f;
  ball.edge_colour = vec4(0.4f, 0.0f, 0.0f, 0.7f);
  builder.square(vec3(0.3f, 0.2f, 0.8f), 0.5f);
  builder.material().diffuse = vec4(0.2f, 0.5f, 0.9f, 0.4f);
  add(builder.finish());
  for (const int samples : {1, 4}) {
    scene_.settings.background = vec4(0.0f);
    const Image clear = render(96, samples);
    scene_.settings.background = vec4(0.2f, 0.6f, 0.4f, 1.0f);
    const Image on_colour = render(96, samples);
    for (std::size_t i = 0; i < clear.rgba.size(); i += 4) {
      const double alpha = clear.rgba[i + 3] / 255.0;
      for (std::size_t c = 0; c < 3; ++c) {
        const double laid =
            clear.rgba[i + c] * alpha + 255.0 * scene_.settings.background[static_cast<int>(c)] * (1 - alpha);
        ASSERT_NEAR(laid, on_colour.rgba[i + c], 2.5) << "pixel " << i / 4 << ", " << samples << " samples";
      }
    }
  }
}

TEST_F(RendererTest, DrawsTheRequestedBackground) {
  scene_.settings.background = vec4(0.2f, 0.4f, 0.6f, 1.0f);
  const Image image = render(8, 4);
  EXPECT_EQ(centre_pixel(image), (Pixel{51, 102, 153, 255}));
  EXPECT_FALSE(image.has_alpha);
  show_square(vec4(0.0f, 0.0f, 0.0f, 0.25f));
  EXPECT_FALSE(render(8, 4).has_alpha) << "a translucent material does not change that";
  scene_.actors.clear();
  scene_.settings.background = vec4(0.2f, 0.4f, 0.6f, 0.5f);
  const Pixel p = centre_pixel(render(8));
  test::expect_near(p, {51, 102, 153, 128}, 2);
  EXPECT_NEAR(p[3], 128, 1);
}

TEST_F(RendererTest, IsDeterministic) {
  show_figure();
  scene_.settings.skeleton = true;
  const Image first = render(128, 4);
  EXPECT_EQ(first.rgba, render(128, 4).rgba);
  render(64, 1);
  EXPECT_EQ(first.rgba, render(128, 4).rgba);
  auto other = Renderer::create();
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ(first.rgba, (*other)->render(scene_, 128, 128, 4)->rgba);
}

/// Each feature of a material, on a ball in front of a square.
TEST_F(RendererTest, FirstPictureEqualsLaterOnes) {
  const auto opaque = test::solid_image(4, 4, {200, 150, 100, 255});
  const auto translucent = test::solid_image(4, 4, {90, 150, 210, 130});
  const std::function<void(Material&)> kinds[] = {
      [](Material&) {},
      [](Material& m) { m.texture = 0; },
      [](Material& m) { m.texture = 1; },
      [](Material& m) { m.diffuse.a = 0.4f; },
      [](Material& m) { m.specular = vec3(0.7f), m.specular_power = 8.0f; },
      [](Material& m) { m.sphere_texture = 0, m.sphere_mode = SphereMode::multiply; },
      [](Material& m) { m.sphere_texture = 0, m.sphere_mode = SphereMode::add; },
      [](Material& m) { m.sphere_texture = 1, m.sphere_mode = SphereMode::multiply; },
      [](Material& m) { m.sphere_texture = 1, m.sphere_mode = SphereMode::sub_texture; },
      [](Material& m) { m.shared_toon = 2; },
      [](Material& m) { m.flags |= pmx::material_receives_self_shadow | pmx::material_casts_self_shadow; }};
  for (const vec4& background : {vec4(0.0f), vec4(0.2f, 0.4f, 0.6f, 1.0f)}) {
    scene_.settings.background = background;
    for (std::size_t kind = 0; kind < std::size(kinds); ++kind) {
      ModelBuilder builder;
      builder.square(vec3(0.1f, 0.0f, -0.7f), 0.6f);
      builder.material().ambient = vec3(0.3f, 0.6f, 0.4f);
      builder.ball(0.6f);
      Material& material = builder.material();
      material.ambient = vec3(0.5f);
      kinds[kind](material);
      builder.model().textures = {"opaque.png", "translucent.png"};
      show_only(builder.finish(), test::texture_set({opaque, translucent}));
      for (const int samples : {1, 4}) {
        auto fresh = Renderer::create();
        ASSERT_TRUE(fresh);
        const auto first = (*fresh)->render(scene_, 64, 64, samples);
        const auto second = (*fresh)->render(scene_, 64, 64, samples);
        ASSERT_TRUE(first && second);
        EXPECT_EQ(first->rgba, second->rgba) << "kind " << kind << ", " << samples << " samples";
      }
    }
  }
}

TEST_F(RendererTest, DrawsLargePicturesInTiles) {
  if (!prefers_supersampling()) return;  // otherwise a tile has the samples of the driver
  const int half = max_framebuffer_size() / 2;
  EXPECT_EQ(renderer_->tiles_needed(half, 8, 4), 1u);
  EXPECT_GT(renderer_->tiles_needed(half + 1, 8, 4), 1u);
  EXPECT_EQ(renderer_->tiles_needed(half + 1, 8, 1), 1u);
}

TEST_F(RendererTest, FailedPicturesDoNotAffectTheNext) {
  show_figure();
  scene_.camera.eye = vec3(0.5f, 2.0f, 3.0f);  // the shadow on the ground is visible
  auto fresh = Renderer::create();
  ASSERT_TRUE(fresh.has_value());
  const auto failed =
      (*fresh)->render(scene_, 64, 64, 4, 0, [](std::size_t, std::size_t) { throw std::bad_alloc(); });
  EXPECT_FALSE(failed.has_value());
  scene_.camera.eye = vec3(-1.5f, 3.0f, 2.0f);
  EXPECT_EQ((*fresh)->render(scene_, 64, 64, 4)->rgba, render(64, 4).rgba);
}

TEST_F(RendererTest, IgnoresForeignOpenGlState) {
  show_figure();
  scene_.settings.skeleton = true;
  const Image before = render(64);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 3, 3);
  glEnable(GL_STENCIL_TEST);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT_AND_BACK);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_NEVER);
  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
  glBlendFunc(GL_ZERO, GL_ZERO);
  glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
  glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
  glFrontFace(GL_CW);
  glViewport(1, 2, 3, 4);
  glDepthRange(0.7, 0.2);
  glPixelStorei(GL_PACK_ROW_LENGTH, 100);
  glActiveTexture(GL_TEXTURE0 + 5);
  EXPECT_EQ(before.rgba, render(64).rgba);
}

/// A bound target that replaces the framebuffer of a window.
OffscreenTarget bound_target(int size) {
  OffscreenTarget target;
  EXPECT_TRUE(target.prepare(size, size, 1));
  target.bind();
  return target;
}

TEST_F(RendererTest, DrawingIntoTheBoundFramebufferEqualsThePicture) {
  show_figure();
  scene_.settings.background = vec4(0.5f, 0.5f, 0.5f, 1.0f);
  const Image picture = render(32);
  const OffscreenTarget window = bound_target(32);
  for (int i = 0; i < 2; ++i) {
    renderer_->draw(scene_, 32, 32);
    EXPECT_EQ(read_picture(32, 32, 1, true).rgba, picture.rgba);
  }
}

TEST_F(RendererTest, DrawingRaisesNoOpenGlErrors) {
  show_figure();
  scene_.settings.skeleton = true;
  const OffscreenTarget window = bound_target(32);
  ASSERT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  for (int shading = 0; shading < static_cast<int>(Shading::count); ++shading) {
    scene_.settings.shading = static_cast<Shading>(shading);
    renderer_->draw(scene_, 32, 32);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
}

TEST_F(RendererTest, RestoresTheBoundFramebuffer) {
  const auto framebuffer = gl::Framebuffer::create();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
  render(16, 4);
  GLint draw = 0, read = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
  EXPECT_EQ(draw, static_cast<GLint>(framebuffer.id()));
  EXPECT_EQ(read, static_cast<GLint>(framebuffer.id()));
}

TEST_F(RendererTest, RemovedModelsLeaveNothing) {
  // A new model may have the address of an old one; uploads of the old one must not be drawn.
  for (int i = 1; i <= 8; ++i) {
    show_square(vec4(static_cast<float>(i) / 8.0f, 0.0f, 0.0f, 1.0f));
    EXPECT_NEAR(centre_pixel(render(16))[0], i * 255 / 8, 1);
  }
}

TEST_F(RendererTest, DrawsEachActorInItsOwnPose) {
  const auto model = test::square_model(vec3(0.0f), 0.3f);
  Actor& left = add(model);
  Actor& right = add(model);
  left.pose.translation[0] = vec3(-0.5f, 0.0f, 0.0f);
  right.pose.translation[0] = vec3(0.5f, 0.0f, 0.0f);
  left.evaluate();
  right.evaluate();
  const Image image = render(64);
  EXPECT_EQ(test::pixel(image, 16, 32)[3], 255);
  EXPECT_EQ(test::pixel(image, 48, 32)[3], 255);
  EXPECT_EQ(centre_pixel(image)[3], 0);
}

TEST_F(RendererTest, ModelsBehindTheCameraCauseNoDepthFighting) {
  add(test::squares_model(
      {{vec3(0.0f), 1.5f}, {{0.0f, 0.0f, -0.004f}, 1.4f, [](Material& m) { m.ambient = vec3(0.0f); }}}));
  add(test::square_model(vec3(0.0f, 0.0f, 20.0f), 1.0f));
  scene_.camera.fov_degrees = 15.0f;
  for (const vec3& eye : {vec3(0, 0, 9), vec3(3, 2, 8), vec3(5, 0, 7.5f)})
    for (const bool orthographic : {false, true}) {
      scene_.camera.eye = eye;
      scene_.camera.orthographic = orthographic;
      const Image image = render(128);
      for (int y = 40; y < 88; ++y)
        for (int x = 40; x < 88; ++x) ASSERT_EQ(test::pixel(image, x, y)[0], 255) << x << ',' << y;
    }
}

class Placed : public test::RenderTest {
 protected:
  static std::shared_ptr<const Model> small_square() { return test::square_model(vec3(0.0f), 0.2f); }
  void add_twice(const std::shared_ptr<const Model>& model, float scale_of_second = 1.0f) {
    add(model).place({identity_rotation(), vec3(-0.5f, 0.0f, 0.0f), 1.0f});
    add(model).place({identity_rotation(), vec3(0.5f, 0.0f, 0.0f), scale_of_second});
  }
};

TEST_F(Placed, DrawsActorsAtTheirPlaces) {
  add_twice(small_square(), 2.0f);
  for (const Skinning skinning : {Skinning::gpu, Skinning::cpu}) {
    scene_.settings.skinning = skinning;
    const Image image = render(100);
    EXPECT_EQ(test::pixel(image, 25, 50)[3], 255);
    EXPECT_EQ(test::pixel(image, 25, 35)[3], 0) << "0.2 units high, not 0.4 as the other";
    EXPECT_EQ(test::pixel(image, 75, 35)[3], 255);
    EXPECT_EQ(test::centre_pixel(image)[3], 0);
  }
}

TEST_F(Placed, ShaderPlacesEveryWeightTypeLikeTheCpu) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f, 1.0f, 0.0f));
  const auto add_type = [&](WeightType type, const vec3& p) {
    const vec4 weights = type == WeightType::bdef1 ? vec4(1, 0, 0, 0) : vec4(0.4f, 0.6f, 0.0f, 0.0f);
    builder.vertex(p, glm::normalize(vec3(1, 2, -1)), vec2(0.0f), {type, {0, 1, 0, 0}, weights});
    if (type == WeightType::sdef) builder.sdef({vec3(0, 1, 0), vec3(0.1f, 0.7f, 0), vec3(-0.1f, 1.4f, 0)});
  };
  for (const WeightType type : test::all_weight_types) {
    add_type(type, vec3(0.5f, 0.8f, 0.2f));
    add_type(type, vec3(-0.5f, 1.3f, -0.2f));
  }
  const auto none_at_all = static_cast<std::uint32_t>(builder.model().bone_count());
  builder.vertex(vec3(1, 2, 3), vec3(0, 1, 0), vec2(0.0f),
                 {WeightType::bdef1, {none_at_all, 0, 0, 0}, vec4(1, 0, 0, 0)});
  Actor& actor = add(builder.finish());
  actor.pose.rotation[1] = glm::angleAxis(1.7f, glm::normalize(vec3(0.2f, 0.5f, 1.0f)));
  actor.evaluate();
  for (const float scale : {0.05f, 1.0f, 4.0f}) {
    actor.place({glm::normalize(quat(0.4f, -0.3f, 0.8f, 0.1f)), vec3(2, -3, 1), scale});
    const auto gpu = read_back_skinning(actor);
    for (std::size_t v = 0; v < gpu.positions.size(); ++v) {
      EXPECT_LT(glm::distance(gpu.positions[v], actor.posed_positions()[v]), 2e-5f) << v << " x" << scale;
      EXPECT_LT(glm::distance(gpu.normals[v], actor.posed_normals()[v]), 1e-4f) << v << " x" << scale;
    }
  }
}

TEST_F(Placed, DrawsBonesAtTheirPlacesAndHighlightsTheFirstModel) {
  scene_.settings.skeleton = true;
  scene_.settings.highlight = 0;
  add_twice(ModelBuilder().finish());
  const Image image = render(100);
  EXPECT_EQ(test::centre_pixel(image)[3], 0);
  const Pixel first = test::pixel(image, 25, 50), second = test::pixel(image, 75, 50);
  EXPECT_GT(first[0], first[2] + 50) << "red";
  EXPECT_GT(second[3], 200);
  EXPECT_LT(second[0], second[2]) << "not red";
}

TEST_F(Placed, ShowsWeightsOfTheFirstModelOnly) {
  scene_.settings.shading = Shading::weights;
  scene_.settings.highlight = 0;
  add_twice(small_square());
  const Image image = render(100);
  const Pixel first = test::pixel(image, 20, 45), second = test::pixel(image, 70, 45);
  EXPECT_GT(first[0], 2 * first[2]) << "moved fully";
  EXPECT_LT(second[0], second[2]) << "not at all";
}

}  // namespace
}  // namespace mmd
