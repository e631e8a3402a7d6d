#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "annotations/label_makers.h"
#include "tests/annotations/label_fixture.h"
#include "tests/support/png_values.h"
#ifdef MMDVIEW_TEST_EXR
#include <tinyexr.h>
#endif

namespace mmd {
namespace {

bool is_opaque(const Actor& actor, const Material& material, const MaterialState& state) {
  const auto solid = [&](std::int32_t index) {
    if (index == none) return true;
    const auto& image = actor.textures()[static_cast<std::size_t>(index)];
    return image == nullptr || !image->has_alpha;
  };
  return state.diffuse.a >= 1.0f && solid(material.texture) && solid(material.sphere_texture);
}

/// Möller and Trumbore: the depth, or a negative number.
double depth_of(const PictureCamera::Sight& sight, const std::array<glm::dvec3, 3>& corner, bool both_sides) {
  const glm::dvec3 ab = corner[1] - corner[0], ac = corner[2] - corner[0];
  const glm::dvec3 across = glm::cross(sight.direction, ac);
  const double determinant = glm::dot(ab, across);
  if (std::abs(determinant) < 1e-14 || (!both_sides && determinant < 0.0)) return -1.0;
  const glm::dvec3 from = sight.origin - corner[0];
  const double u = glm::dot(from, across) / determinant;
  const glm::dvec3 q = glm::cross(from, ab);
  const double v = glm::dot(sight.direction, q) / determinant;
  if (u < 0.0 || v < 0.0 || u + v > 1.0) return -1.0;
  return glm::dot(ac, q) / determinant;
}

struct Hits {
  std::vector<double> depths;    ///< of all drawn faces
  double nearest_opaque = 1e10;  ///< of fully opaque materials
};

/// Tests a line of sight with every triangle of the posed mesh, in double precision.
class RayCaster {
 public:
  RayCaster(const PictureCamera& camera, const Scene& scene) : camera_(camera) {
    for (const auto& actor : scene.actors) {
      const auto positions = actor->posed_positions();
      const Model& model = actor->model();
      for (std::size_t m = 0; m < model.materials.size(); ++m) {
        const MaterialState& state = actor->materials()[m];
        if (is_hidden(state)) continue;
        const auto triangles = model.triangles_of(m);
        for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
          Face face;
          for (std::size_t k = 0; k < 3; ++k)
            face.corner[k] = camera.to_camera(glm::dvec3(positions[triangles[i + k]]));
          face.both_sides = model.materials[m].has(pmx::material_double_sided);
          face.opaque = is_opaque(*actor, model.materials[m], state);
          faces_.push_back(face);
        }
      }
    }
  }
  Hits cast(const glm::dvec2& pixel) const {
    Hits out;
    const PictureCamera::Sight sight = camera_.sight_of(pixel);
    for (const Face& face : faces_) {
      const double depth = depth_of(sight, face.corner, face.both_sides);
      if (depth <= 0.0) continue;
      out.depths.push_back(depth);
      if (face.opaque) out.nearest_opaque = std::min(out.nearest_opaque, depth);
    }
    return out;
  }

 private:
  struct Face {
    std::array<glm::dvec3, 3> corner;  ///< camera space
    bool both_sides = false, opaque = false;
  };
  PictureCamera camera_;
  std::vector<Face> faces_;
};

class DepthLabel : public test::LabelTest {
 protected:
  void add_slope() {
    add(test::square_model(vec3(0.0f, 0.0f, 0.5f), 0.6f))
        .place({glm::angleAxis(0.8f, vec3(0.0f, 1.0f, 0.0f)), vec3(0.0f, 0.0f, 0.25f), 1.0f});
  }
};

TEST_F(DepthLabel, IsInMillimetres) {
  add(test::square_model(vec3(0.0f, 0.0f, 0.5f), 0.5f));
  scene_.camera.orthographic = false;
  const auto png = test::png_values(bytes_of(look("depth"), ".depth.png"));
  EXPECT_EQ(png.depth, 16);
  EXPECT_EQ(png.channels, 1);
  EXPECT_EQ(png.at(32, 32), 760) << "9.5 units of 8 cm";
  EXPECT_EQ(png.at(2, 2), 0);
  ASSERT_EQ(png.texts.size(), 1u);
  EXPECT_EQ(png.texts[0].first, "Depth");
  EXPECT_THAT(png.texts[0].second, ::testing::HasSubstr("0.001 m per step, 0.08 m per MMD unit"));
}

TEST_F(DepthLabel, IsAlongTheViewDirection) {
  add(test::square_model(vec3(0.0f), 4.0f));
  scene_.camera.orthographic = false;
  scene_.camera.fov_degrees = 40.0f;
  const auto png = test::png_values(bytes_of(look("depth"), ".depth.png"));
  EXPECT_EQ(png.at(32, 32), 800);
  EXPECT_EQ(png.at(1, 1), 800);
}

/// Whether a ray hits this depth, to a thousandth, and nothing opaque is nearer.
bool confirms(const Hits& hits, double depth) {
  const bool is_there = std::any_of(hits.depths.begin(), hits.depths.end(),
                                    [&](double d) { return std::abs(d - depth) < 1e-3; });
  return is_there && depth < hits.nearest_opaque + 1e-3;
}

TEST_F(DepthLabel, IsTheNearestHitOfItsRay) {
  constexpr int width = 120, height = 96;
  add_figure("sitting", width, height);
  const LabelSource source = look("depth", width, height);
  const RayCaster caster(source.camera, scene_);
  int seen_count = 0;
  for (int y = 3; y < height; y += 5) {
    for (int x = 2; x < width; x += 5) {
      const auto seen = seen_at(source, x, y);
      seen_count += seen ? 1 : 0;
      // Most drivers round vertices to 1/256 pixel: at borders a neighbouring ray counts too.
      bool fits = false;
      for (const glm::dvec2 beside : {glm::dvec2(0), {0.01, 0}, {-0.01, 0}, {0, 0.01}, {0, -0.01}}) {
        const Hits hits = caster.cast(glm::dvec2(x, y) + 0.5 + beside);
        fits = fits || (seen ? confirms(hits, static_cast<double>(seen->depth)) : hits.nearest_opaque > 1e9);
      }
      EXPECT_TRUE(fits) << x << ", " << y;
    }
  }
  EXPECT_GT(seen_count, 80);
}

TEST_F(DepthLabel, IsExactOnSlopes) {
  add_slope();
  scene_.camera.orthographic = false;
  const LabelSource source = look("depth");
  const RayCaster caster(source.camera, scene_);
  int rays = 0;
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const auto seen = seen_at(source, x, y);
      if (!seen) continue;
      const Hits hits = caster.cast(glm::dvec2(x, y) + 0.5);
      if (hits.depths.empty()) continue;  // on the border, within the rounding of the driver
      ++rays;
      EXPECT_NEAR(static_cast<double>(seen->depth), hits.nearest_opaque, 1e-5);
    }
  }
  EXPECT_GT(rays, 500);
}

#ifdef MMDVIEW_TEST_EXR
TEST_F(DepthLabel, ExrIsInMmdUnits) {
  add_slope();
  const LabelSource source = look("depth-exr");
  const Bytes bytes = bytes_of(source, ".depth.exr");
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  EXRVersion version;
  EXRHeader header;
  EXRImage image;
  InitEXRHeader(&header);
  InitEXRImage(&image);
  const char* problem = nullptr;
  ASSERT_EQ(ParseEXRVersionFromMemory(&version, data, bytes.size()), TINYEXR_SUCCESS);
  ASSERT_EQ(ParseEXRHeaderFromMemory(&header, &version, data, bytes.size(), &problem), TINYEXR_SUCCESS);
  ASSERT_EQ(LoadEXRImageFromMemory(&image, &header, data, bytes.size(), &problem), TINYEXR_SUCCESS);
  ASSERT_EQ(image.width, 64);
  ASSERT_EQ(image.height, 64);
  ASSERT_EQ(image.num_channels, 1);
  EXPECT_STREQ(header.channels[0].name, "Y") << "programs show this channel in grey";
  ASSERT_EQ(header.pixel_types[0], TINYEXR_PIXELTYPE_FLOAT);
  const auto* depth = reinterpret_cast<const float*>(image.images[0]);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) {
      const auto seen = seen_at(source, x, y);
      EXPECT_EQ(depth[y * 64 + x], seen ? seen->depth : 0.0f);
    }
  FreeEXRImage(&image);
  FreeEXRHeader(&header);
}
#else
TEST_F(DepthLabel, ExrNeedsTheLibrary) {
  const auto files = label_files(look("depth-exr"), {"a.png"});
  ASSERT_FALSE(files);
  EXPECT_THAT(files.error().what, ::testing::HasSubstr("without EXR"));
}
#endif

}  // namespace
}  // namespace mmd
