// Models with very many materials: cost depends on the number of different looks.

#include <algorithm>
#include <cmath>

#include <GL/glew.h>
#include <dlfcn.h>

#include "tests/render/render_fixture.h"

namespace {

std::size_t draws = 0;  ///< calls of glDrawElements() in this program

}  // namespace

/// Replaces the function of the driver.
extern "C" void GLAPIENTRY glDrawElements(GLenum mode, GLsizei count, GLenum type, const void* indices) {
  using Draw = void(GLAPIENTRY*)(GLenum, GLsizei, GLenum, const void*);
  static const auto of_driver = reinterpret_cast<Draw>(dlsym(RTLD_NEXT, "glDrawElements"));
  ++draws;
  of_driver(mode, count, type, indices);
}

namespace mmd {
namespace {

using test::ModelBuilder;

/// `materials` squares that fill the picture, with `looks` looks in turn.
std::shared_ptr<const Model> mosaic(int materials, int looks, bool as_one = false) {
  ModelBuilder builder;
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<float>(materials))));
  const float side = 2.0f / static_cast<float>(columns);
  for (int i = 0; i < materials; ++i) {
    const auto column = static_cast<float>(i % columns), row = static_cast<float>(i / columns);
    builder.square({-1.0f + side * (column + 0.5f), -1.0f + side * (row + 0.5f), 0.1f * std::sin(column)},
                   0.45f * side);
    if (as_one && i + 1 < materials) continue;
    Material& material = builder.material();
    material.diffuse = vec4(0.0f, 0.0f, 0.0f, 1.0f);
    material.ambient = vec3(static_cast<float>(i % looks + 1) / static_cast<float>(looks + 1));
    material.flags |= test::shadows_and_edge;
    material.edge_size = 1.0f;
    material.edge_colour = vec4(1.0f);
  }
  if (as_one) builder.model().materials.front().ambient = vec3(0.5f);
  return builder.finish();
}

class ManyMaterials : public test::RenderTest {
 protected:
  /// Draw calls of one picture.
  std::size_t draws_of(std::shared_ptr<const Model> model) {
    show_only(std::move(model));
    scene_.settings.ground_shadow = true;
    render(64);  // uploads everything
    const std::size_t before = draws;
    picture = render(64);
    return draws - before;
  }
  Image picture;
};

TEST_F(ManyMaterials, WithOneLookAreDrawnInOneCall) {
  const std::size_t as_one = draws_of(mosaic(2000, 1, true));
  const Image wanted = picture;
  ASSERT_GT(as_one, 1u);
  EXPECT_EQ(draws_of(mosaic(2000, 1)), as_one);
  ASSERT_EQ(picture.rgba.size(), wanted.rgba.size());
  EXPECT_TRUE(std::equal(wanted.rgba.begin(), wanted.rgba.end(), picture.rgba.begin()));
}

TEST_F(ManyMaterials, WithTwoLooksCostGrowsLinearly) {
  const std::size_t few = draws_of(mosaic(200, 2)), many = draws_of(mosaic(2000, 2));
  EXPECT_GE(few, 200u);
  EXPECT_LE(many, 10 * few);
  EXPECT_LE(few, 220u) << "edges and shadows look alike and need one call";
}

TEST_F(ManyMaterials, HiddenMaterialsAddNoCalls) {
  auto model = std::make_shared<Model>(*mosaic(2000, 1));
  for (std::size_t i = 0; i < model->materials.size(); i += 2) model->materials[i].diffuse.a = 0.0f;
  EXPECT_LE(draws_of(model), 4u * 1000u + 10u);
}

}  // namespace
}  // namespace mmd
