#include "render/tiles.h"

#include <limits>

#include "render/renderer.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

TEST(Tiles, CoverThePictureOnce) {
  for (const int size : {0, 1, 7, 64, 1000}) {
    std::vector<int> covered(100 * 37, 0);
    for (const Tile& tile : tiles_of(100, 37, size))
      for (int y = tile.y; y < tile.y + tile.height; ++y)
        for (int x = tile.x; x < tile.x + tile.width; ++x)
          ++covered.at(static_cast<std::size_t>(y * 100 + x));
    for (const int count : covered) ASSERT_EQ(count, 1) << size;
  }
}

TEST(Tiles, CanBeCounted) {
  for (const int size : {0, 1, 7, 37, 64, 1000})
    EXPECT_EQ(count_tiles(100, 37, size), tiles_of(100, 37, size).size());
  constexpr int most = std::numeric_limits<int>::max();
  EXPECT_EQ(count_tiles(most, 1, 1024), std::size_t{1} << 21);
  EXPECT_EQ(count_tiles(most, most, 1024), std::size_t{1} << 42);
}

TEST(Tiles, AreUsedForLargePicturesOnly) {
  EXPECT_EQ(tile_size_for(1024, 1024, 4, 16384, graphics_memory), 0);
  EXPECT_EQ(tile_size_for(4096, 4096, 4, 16384, graphics_memory), 0);
  EXPECT_EQ(tile_size_for(1920, 1080, 4, 16384, own_memory), 0);
  EXPECT_EQ(tile_size_for(4096, 4096, 4, 16384, own_memory), own_memory.tile) << "600 megabytes";
  EXPECT_GT(tile_size_for(16384, 16384, 4, 16384, graphics_memory), 0) << "nine gigabytes";
  EXPECT_GT(tile_size_for(20000, 16, 1, 16384, graphics_memory), 0);
  EXPECT_LE(tile_size_for(20000, 16, 1, 1024, graphics_memory), 1024);
}

TEST(Tiles, MatrixMapsATileToClipSpace) {
  const Tile tile{30, 10, 20, 40};
  const mat4 matrix = tile_matrix(tile, 100, 80);
  const auto at = [&](float x, float y) {
    const float w = 3.0f;
    return vec2(matrix * vec4((x / 50.0f - 1.0f) * w, (y / 40.0f - 1.0f) * w, 1.0f, w)) / w;
  };
  EXPECT_LT(glm::distance(at(30, 10), vec2(-1, -1)), 1e-5f);
  EXPECT_LT(glm::distance(at(50, 50), vec2(1, 1)), 1e-5f);
}

constexpr int rounding = 2;

class TiledPicture : public test::RenderTest {
 protected:
  void show_figure() {
    test::ModelBuilder builder;
    builder.ball(0.7f);
    Material& ball = builder.material();
    ball.flags = test::shadows_and_edge;
    ball.edge_size = 3.0f;
    ball.shared_toon = 0;
    builder.square(vec3(0.0f, 0.3f, 0.8f), 0.5f);
    builder.material().diffuse = vec4(1.0f, 0.5f, 0.2f, 0.5f);
    add(builder.finish());
    scene_.settings.skeleton = true;
  }
};

TEST_F(TiledPicture, HasNoSeams) {
  show_figure();
  for (const bool orthographic : {false, true}) {
    scene_.camera.orthographic = orthographic;
    for (const int samples : {1, 4}) {
      const auto whole = renderer_->render(scene_, 200, 150, samples);
      ASSERT_TRUE(whole) << describe(whole.error());
      for (const int size : {64, 50, 128}) {
        const auto tiled = renderer_->render(scene_, 200, 150, samples, size);
        ASSERT_TRUE(tiled) << describe(tiled.error());
        EXPECT_EQ(tiled->has_alpha, whole->has_alpha);
        // Rounding may move a few silhouette pixels; a seam would be a row of them.
        EXPECT_LE(test::differing_values(*whole, *tiled, rounding), 40)
            << "tiles of " << size << ", samples " << samples;
      }
    }
  }
}

struct Marks {
  const char* name;
  unsigned flags;
  int side;  ///< squares along each side
};

TEST_F(TiledPicture, HasNoSeamsInLinesAndPoints) {
  constexpr Marks all[] = {{"wire", 0, 8},
                           {"fine wire", 0, 40},
                           {"points", pmx::material_points, 8},
                           {"lines", pmx::material_lines, 8}};
  for (const Marks& marks : all) {
    test::ModelBuilder builder;
    const float step = 2.0f / static_cast<float>(marks.side);
    for (int i = 0; i < marks.side * marks.side; ++i) {
      const auto x = static_cast<float>(i % marks.side), y = static_cast<float>(i / marks.side);
      builder.square(vec3((x + 0.5f) * step - 1.0f, (y + 0.5f) * step - 1.0f, 0.0f), 0.44f * step);
    }
    Material& material = builder.material();
    material.flags = static_cast<std::uint8_t>(marks.flags);
    material.edge_size = 30.0f;
    show_only(builder.finish());
    scene_.settings.shading = marks.flags == 0 ? Shading::wire : Shading::mmd;
    scene_.camera.orthographic = false;
    scene_.camera.eye = {0.0f, 0.0f, 0.5f};
    scene_.camera.fov_degrees = 125.0f;
    const auto whole = renderer_->render(scene_, 256, 256, 1);
    const auto tiled = renderer_->render(scene_, 256, 256, 1, 64);
    ASSERT_TRUE(whole && tiled);
    EXPECT_LE(test::differing_values(*whole, *tiled, rounding), 40) << marks.name;
  }
}

TEST_F(TiledPicture, MayExceedTheLimitOfTheDriver) {
  show_figure();
  const auto image = renderer_->render(scene_, max_picture_size, 4, 4);
  ASSERT_TRUE(image) << describe(image.error());
  EXPECT_EQ(image->width, max_picture_size);
}

}  // namespace
}  // namespace mmd
