#include "render/face_culling.h"

#include <cmath>
#include <limits>
#include <random>
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
  culling.begin(width, height);
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
  culling.begin(width, height);
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

/// Whether a triangle that is seen through `to_clip` holds the middle of a pixel, in double precision.
bool holds_middle(const std::vector<vec3>& corners, const glm::dmat4& to_clip) {
  glm::dvec2 p[3];
  for (int i = 0; i < 3; ++i) {
    const glm::dvec4 clip = to_clip * glm::dvec4(corners[static_cast<std::size_t>(i)], 1.0);
    p[i] = (glm::dvec2(clip) / clip.w * 0.5 + 0.5) * glm::dvec2(width, height);
  }
  const auto side = [](const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& q) {
    return (b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x);
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const glm::dvec2 q(x + 0.5, y + 0.5);
      const double a = side(p[0], p[1], q), b = side(p[1], p[2], q), c = side(p[2], p[0], q);
      if ((a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0)) return true;
    }
  }
  return false;
}

TEST(FaceCulling, OfAnyTrianglesKeepsAllThatShowAndHardlyAnyOther) {
  std::mt19937 chance(1);
  std::uniform_real_distribution<float> place(-1.1f, 1.1f), size(0.0f, 1.0f), along(-1.0f, 1.0f);
  mat4 to_clip(1.0f);
  to_clip[2][3] = 0.3f;
  int seen = 0, kept = 0;
  for (int i = 0; i < 20000; ++i) {
    const vec3 middle(place(chance), place(chance), place(chance));
    const float spread = 0.5f * size(chance);
    std::vector<vec3> corners;
    for (int c = 0; c < 3; ++c)
      corners.push_back(middle + spread * vec3(along(chance), along(chance), along(chance)));
    const bool shows = holds_middle(corners, glm::dmat4(to_clip)),
               is = is_kept(corners, Turning::both, to_clip);
    EXPECT_TRUE(is || !shows) << i;
    seen += shows ? 1 : 0;
    kept += is ? 1 : 0;
  }
  EXPECT_GT(seen, 2000);
  EXPECT_LT(kept, seen + seen / 6);
}

}  // namespace
}  // namespace mmd
