#pragma once

// Small models by hand, a renderer without a window, and pixels.

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "render/context.h"
#include "render/renderer.h"
#include "scene/scene.h"

namespace mmd::test {

struct Weights {
  WeightType type = WeightType::bdef1;
  std::array<std::uint32_t, 4> bones{};
  vec4 weights{1.0f, 0.0f, 0.0f, 0.0f};
};

/// Models as the renderer gets them, right-handed and unchecked; tests of other folders build files
/// (tests/support/model_builder.h), which are checked on the way.
class ModelBuilder {
 public:
  ModelBuilder();

  /// A root bone; returns its index.
  std::int32_t bone(const vec3& rest);
  std::uint32_t vertex(const vec3& position, const vec3& normal, const vec2& uv, const Weights& weights);
  /// `sdef` of a vertex that was added with type SDEF; call it right after.
  void sdef(const SdefConstants& constants);
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  /// A square in the XY plane at `centre`, seen from +Z, UV (0, 0) at its top left.
  void square(const vec3& centre, float half);
  /// A ball of that radius at the origin with smooth normals.
  void ball(float radius);
  /// A material for the faces since the last one: white, ambient 1, so that the picture shows it as pure
  /// white.
  Material& material();

  Model& model() { return *model_; }
  std::shared_ptr<const Model> finish();

 private:
  std::shared_ptr<Model> model_;
};

/// What a test changes of ModelBuilder::material().
using Look = std::function<void(Material&)>;
/// Models of one material. Where it has textures, theirs are called "a.png".
std::shared_ptr<const Model> square_model(const vec3& centre, float half, const Look& look = {});
std::shared_ptr<const Model> ball_model(float radius, const Look& look = {});
/// Squares with a material each, drawn in this order.
struct Square {
  vec3 centre{0.0f};
  float half = 1.0f;
  Look look = {};
};
std::shared_ptr<const Model> squares_model(const std::vector<Square>& squares);

Image solid_image(int width, int height, std::array<std::uint8_t, 4> rgba);
/// Quarters: red, green / blue, white.
Image corner_image();
std::shared_ptr<const TextureSet> texture_set(std::vector<Image> images);

using Pixel = std::array<int, 4>;
Pixel pixel(const Image& image, int x, int y);
Pixel centre_pixel(const Image& image);
/// Pixels whose alpha is above one half.
int covered_pixels(const Image& image);
/// Values, four to a pixel, that differ by more than `tolerance`.
int differing_values(const Image& a, const Image& b, int tolerance);
void expect_near(const Pixel& actual, const Pixel& expected, int tolerance = 1);

/// Opens a context and a renderer. Square pictures of what lies within -1..1 of the XY plane.
class RenderTest : public ::testing::Test {
 protected:
  RenderTest();
  Actor& add(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures = nullptr);
  /// The same with nothing else in the scene.
  Actor& show_only(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures = nullptr);
  Image render(int size = 64, int samples = 1);

  Scene scene_;
  std::unique_ptr<OffscreenContext> context_;
  std::unique_ptr<Renderer> renderer_;
};

}  // namespace mmd::test
