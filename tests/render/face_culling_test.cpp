#include "render/face_culling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

using Turning = FaceCulling::Facing;

constexpr int width = 8, height = 4;

/// Whether a picture of `width` x `height` may show a triangle with these corners.
bool is_kept(const std::vector<vec3>& corners, Turning facing = Turning::both,
             const mat4& to_clip = mat4(1.0f)) {
  FaceCulling culling;
  culling.begin(width, height, 1.0f / 256.0f);
  culling.set_vertices(corners, to_clip);
  KeptFaces kept;
  culling.keep(std::vector<std::uint32_t>{0, 1, 2}, 0, facing, kept);
  return !kept.indices.empty();
}

/// Clip space of a place in pixels.
vec3 at(float x, float y) {
  return {2.0f * x / width - 1.0f, 2.0f * y / height - 1.0f, 0.0f};
}

/// A small triangle around a place in pixels; it turns left.
std::vector<vec3> around(float x, float y, float size) {
  return {at(x - size, y - size), at(x + size, y - size), at(x, y + size)};
}

TEST(FaceCulling, KeepsWhatHoldsTheMiddleOfAPixel) {
  EXPECT_TRUE(is_kept(around(2.5f, 1.5f, 0.1f)));
  EXPECT_TRUE(is_kept(around(2.5f, 1.5f, 0.001f)));
  EXPECT_TRUE(is_kept({at(-9, -9), at(30, -9), at(0, 30)}));
}

TEST(FaceCulling, LeavesOutWhatLiesBetweenMiddles) {
  EXPECT_FALSE(is_kept(around(2.0f, 1.5f, 0.3f)));
  EXPECT_FALSE(is_kept(around(2.5f, 2.0f, 0.3f)));
  EXPECT_FALSE(is_kept({at(0.6f, 0.5f), at(4.4f, 3.3f), at(4.4f, 3.2f)})) << "long, but through no middle";
}

TEST(FaceCulling, LeavesOutWhatLiesBesideThePicture) {
  EXPECT_FALSE(is_kept(around(-3.5f, 1.5f, 2.0f)));
  EXPECT_FALSE(is_kept(around(12.5f, 1.5f, 2.0f)));
  EXPECT_FALSE(is_kept(around(2.5f, -2.5f, 2.0f)));
  EXPECT_FALSE(is_kept(around(2.5f, 7.5f, 2.0f)));
}

TEST(FaceCulling, LeavesOutWhatTurnsTheOtherWay) {
  const std::vector<vec3> left = around(2.5f, 1.5f, 1.0f), right{left[0], left[2], left[1]};
  EXPECT_TRUE(is_kept(left, Turning::left));
  EXPECT_FALSE(is_kept(right, Turning::left));
  EXPECT_FALSE(is_kept(left, Turning::right));
  EXPECT_TRUE(is_kept(right, Turning::right));
  EXPECT_TRUE(is_kept(left, Turning::both));
  EXPECT_TRUE(is_kept(right, Turning::both));
}

TEST(FaceCulling, KeepsWhatADriverMightRoundIntoThePicture) {
  EXPECT_TRUE(is_kept(around(2.5f + 0.054f, 1.5f, 0.1f))) << "a 256th of a pixel beside a middle";
  EXPECT_FALSE(is_kept(around(2.5f + 0.1f, 1.5f, 0.1f)));
  const std::vector<vec3> flat{at(0.5f, 1.5f), at(7.5f, 1.501f), at(4.5f, 1.5f)};
  EXPECT_TRUE(is_kept(flat, Turning::left));
  EXPECT_TRUE(is_kept(flat, Turning::right)) << "which way it turns cannot be told";
}

TEST(FaceCulling, KeepsWhatReachesToTheEyeOrBehind) {
  mat4 to_clip(1.0f);
  to_clip[2][3] = 1.0f;  // w grows with z
  to_clip[3][3] = 0.0f;
  const std::vector<vec3> beside{vec3(30, 0, 1), vec3(31, 0, 1), vec3(30, 1, 1)};
  EXPECT_FALSE(is_kept(beside, Turning::both, to_clip));
  for (const float z : {0.05f, 0.0f, -1.0f}) {
    std::vector<vec3> reaching = beside;
    reaching[2].z = z;
    EXPECT_TRUE(is_kept(reaching, Turning::both, to_clip)) << z;
  }
}

TEST(FaceCulling, KeepsWhatIsNoNumber) {
  for (const float odd :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38f})
    for (std::size_t corner = 0; corner < 3; ++corner) {
      std::vector<vec3> triangle = around(-5.0f, 1.5f, 1.0f);
      triangle[corner].y = odd;
      EXPECT_TRUE(is_kept(triangle)) << odd;
    }
}

TEST(FaceCulling, KeepsFacesInOrderAndTellsMaterialsApart) {
  std::vector<vec3> corners = around(2.5f, 1.5f, 0.4f);
  const auto hidden = around(2.0f, 1.0f, 0.2f), other = around(5.5f, 2.5f, 0.4f);
  corners.insert(corners.end(), hidden.begin(), hidden.end());
  corners.insert(corners.end(), other.begin(), other.end());
  FaceCulling culling;
  culling.begin(width, height, 1.0f / 256.0f);
  culling.set_vertices(corners, mat4(1.0f));
  KeptFaces kept;
  kept.end_material();
  culling.keep(std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}, 10, Turning::both, kept);
  kept.end_material();
  culling.keep(std::vector<std::uint32_t>{6, 7, 8}, 12, Turning::both, kept);
  kept.end_material();
  EXPECT_EQ(std::vector(kept.indices.begin(), kept.indices.end()),
            (std::vector<std::uint32_t>{0, 1, 2, 6, 7, 8}));
  EXPECT_EQ(std::vector(kept.faces.begin(), kept.faces.end()), (std::vector<std::uint32_t>{10, 12}));
  EXPECT_EQ(kept.ends, (std::vector<std::size_t>{0, 3, 6}));
}

/// A picture as a driver might draw it: clip coordinates in floats, summed in an order of its own, and
/// corners on the next of the places that it knows, on either side.
struct Driver {
  mat4 to_clip{1.0f};
  int width = 8, height = 4;
  std::mt19937 chance{1};

  double rounded(double place) {
    const double low = std::floor(place * 256.0);
    return (low + static_cast<double>(chance() % 2)) / 256.0;
  }
  glm::dvec2 place(const vec3& p) {
    const vec4 clip = ((to_clip[3] + to_clip[2] * p.z) + to_clip[1] * p.y) + to_clip[0] * p.x;
    const float per_w = 1.0f / clip.w;
    return {rounded((clip.x * per_w * 0.5f + 0.5f) * static_cast<float>(width)),
            rounded((clip.y * per_w * 0.5f + 0.5f) * static_cast<float>(height))};
  }
  bool draws(const std::vector<vec3>& corners, Turning facing) {
    glm::dvec2 p[3] = {place(corners[0]), place(corners[1]), place(corners[2])};
    const auto side = [](const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& q) {
      return (b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x);
    };
    const double area = side(p[0], p[1], p[2]);
    if ((facing == Turning::left && area < 0.0) || (facing == Turning::right && area > 0.0)) return false;
    if (area < 0.0) std::swap(p[1], p[2]);
    const auto range = [](double a, double b, double c, int size) {
      const double first = std::ceil(std::min({a, b, c}) - 0.5), last = std::floor(std::max({a, b, c}) - 0.5);
      return std::pair(static_cast<int>(std::max(first, 0.0)),
                       static_cast<int>(std::min(last, static_cast<double>(size - 1))));
    };
    const auto [left, right] = range(p[0].x, p[1].x, p[2].x, width);
    const auto [bottom, top] = range(p[0].y, p[1].y, p[2].y, height);
    for (int y = bottom; y <= top; ++y) {
      for (int x = left; x <= right; ++x) {
        const glm::dvec2 q(x + 0.5, y + 0.5);
        if (side(p[0], p[1], q) >= 0 && side(p[1], p[2], q) >= 0 && side(p[2], p[0], q) >= 0) return true;
      }
    }
    return false;
  }
};

struct Counts {
  int drawn = 0, kept = 0, of = 0;
};

/// Triangles of all shapes around the picture; `moved`: they stand that far off the origin, and the camera
/// with them.
Counts try_triangles(Driver driver, float spread, const vec3& moved, int count) {
  Counts counts;
  std::uniform_real_distribution<float> place(-1.1f, 1.1f), size(0.0f, 1.0f);
  std::uniform_real_distribution<float> along(-1.0f, 1.0f);
  driver.to_clip[2][3] = 0.3f;
  for (glm::length_t row = 0; row < 4; ++row)
    driver.to_clip[3][row] -=
        glm::dot(vec3(driver.to_clip[0][row], driver.to_clip[1][row], driver.to_clip[2][row]), moved);
  for (int i = 0; i < count; ++i) {
    const vec3 middle = moved + vec3(place(driver.chance), place(driver.chance), 0.8f * place(driver.chance));
    const float wide = spread * size(driver.chance), narrow = i % 3 == 0 ? 1e-3f * wide : wide;
    const vec3 line(along(driver.chance), along(driver.chance), along(driver.chance));
    std::vector<vec3> corners;
    for (int c = 0; c < 3; ++c)
      corners.push_back(middle + wide * along(driver.chance) * line +
                        narrow * vec3(along(driver.chance), along(driver.chance), along(driver.chance)));
    FaceCulling culling;
    culling.begin(driver.width, driver.height, 1.0f / 256.0f);
    culling.set_vertices(corners, driver.to_clip);
    for (const Turning facing : {Turning::left, Turning::right, Turning::both}) {
      KeptFaces kept;
      culling.keep(std::vector<std::uint32_t>{0, 1, 2}, 0, facing, kept);
      const bool drawn = driver.draws(corners, facing);
      EXPECT_TRUE(!kept.faces.empty() || !drawn) << i;
      counts.drawn += drawn ? 1 : 0;
      counts.kept += kept.faces.empty() ? 0 : 1;
      ++counts.of;
    }
  }
  return counts;
}

TEST(FaceCulling, OfAnyTrianglesKeepsAllThatShowAndHardlyAnyOther) {
  const Counts counts = try_triangles({}, 0.5f, vec3(0.0f), 20000);
  EXPECT_GT(counts.drawn, counts.of / 15);
  EXPECT_LT(counts.kept, counts.drawn + counts.of / 10);
}

TEST(FaceCulling, KeepsAllThatShowInLargePicturesAndFarFromTheOrigin) {
  Driver large;
  large.width = 8192;
  large.height = 4096;
  const Counts fine = try_triangles(large, 0.0005f, vec3(0.0f), 5000);
  EXPECT_GT(fine.drawn, fine.of / 15);
  for (const float away : {100.0f, 3000.0f, 1e5f}) {
    const Counts counts = try_triangles({}, 0.5f, vec3(away, -away, away), 5000);
    EXPECT_GT(counts.drawn, counts.of / 20) << away;
  }
}

}  // namespace
}  // namespace mmd
