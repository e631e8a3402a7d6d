#pragma once

// Small models, a renderer without a window, and pixels.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "render/context.h"
#include "render/gpu_model.h"
#include "render/program.h"
#include "render/renderer.h"
#include "render/textures.h"
#include "scene/scene.h"

namespace mmd::test {

struct Weights {
  WeightType type = WeightType::bdef1;
  std::array<std::uint32_t, 4> bones{};
  vec4 weights{1.0f, 0.0f, 0.0f, 0.0f};
};

inline constexpr WeightType all_weight_types[] = {WeightType::bdef1, WeightType::bdef2, WeightType::bdef4,
                                                  WeightType::sdef, WeightType::qdef};

/// Builds right-handed, unchecked models, as the renderer gets them. Tests of other folders build and check
/// files (tests/support/model_builder.h).
class ModelBuilder {
 public:
  ModelBuilder();

  /// A root bone; returns its index.
  std::int32_t bone(const vec3& rest);
  std::uint32_t vertex(const vec3& position, const vec3& normal, const vec2& uv, const Weights& weights);
  /// Constants of the vertex of type SDEF that was added last.
  void sdef(const SdefConstants& constants);
  /// Sets the weights of all vertices, by index and position.
  void weigh(const std::function<Weights(std::size_t, const vec3&)>& weights);
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  /// A square in the XY plane that faces +Z, UV (0, 0) at its top left.
  void square(const vec3& centre, float half);
  /// A ball of that radius at the origin with smooth normals.
  void ball(float radius);
  /// A material for the faces since the last one. Ambient 1: it is drawn pure white.
  Material& material();

  Model& model() { return *model_; }
  std::shared_ptr<const Model> finish();

 private:
  std::shared_ptr<Model> model_;
};

/// Changes ModelBuilder::material().
using Look = std::function<void(Material&)>;
/// One colour, without light.
inline Look plain(const vec3& colour) {
  return [=](Material& m) { m.ambient = colour, m.diffuse = vec4(0.0f, 0.0f, 0.0f, 1.0f); };
}
inline constexpr unsigned shadows_and_edge = pmx::material_edge | pmx::material_ground_shadow |
                                             pmx::material_casts_self_shadow |
                                             pmx::material_receives_self_shadow;
/// Models of one material. The names of all textures are "a.png".
std::shared_ptr<const Model> square_model(const vec3& centre, float half, const Look& look = {});
std::shared_ptr<const Model> ball_model(float radius, const Look& look = {});
/// Squares with one material each, drawn in this order.
struct Square {
  vec3 centre{0.0f};
  float half = 1.0f;
  Look look = {};
};
std::shared_ptr<const Model> squares_model(const std::vector<Square>& squares);

Image solid_image(int width, int height, std::array<std::uint8_t, 4> rgba);
inline constexpr std::array<int, 4> red{255, 0, 0, 255}, green{0, 255, 0, 255}, blue{0, 0, 255, 255},
    white{255, 255, 255, 255};
/// Quarters: red, green / blue, white.
Image corner_image();
std::shared_ptr<const TextureSet> texture_set(std::vector<Image> images);

using Pixel = std::array<int, 4>;
Pixel pixel(const Image& image, int x, int y);
Pixel centre_pixel(const Image& image);
/// Pixels whose alpha is above one half.
int covered_pixels(const Image& image);
/// Number of values (four per pixel) that differ by more than `tolerance`.
int differing_values(const Image& a, const Image& b, int tolerance);
void expect_near(const Pixel& actual, const Pixel& expected, int tolerance = 1);
/// Expects corner_image() in a square picture, at pixels that are `margin` from its corners.
void expect_corners(const Image& image, int margin, int tolerance = 0);

struct SkinnedVertices {
  std::vector<vec3> positions, normals;
};

/// Opens a context and a renderer. Pictures show -1 to 1 of the XY plane.
class RenderTest : public ::testing::Test {
 protected:
  RenderTest();
  Actor& add(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures = nullptr);
  /// Removes all other actors.
  Actor& show_only(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures = nullptr);
  Image render(int size = 64, int samples = 1);
  /// The vertices as shaders skin them (scene space, MMD units), read back by transform feedback.
  SkinnedVertices read_back_skinning(const Actor& actor);

  Scene scene_;
  std::unique_ptr<OffscreenContext> context_;
  std::unique_ptr<Renderer> renderer_;

 private:
  Programs programs_{std::string()};
  WeakCache<Model, GpuModel> models_;
  std::uint64_t frame_ = 0;
};

}  // namespace mmd::test
