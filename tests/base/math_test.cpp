#include "base/math.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace mmd {
namespace {

class Random {
 public:
  float number() { return std::uniform_real_distribution<float>(-3.0f, 3.0f)(engine_); }
  vec3 vector() { return {number(), number(), number()}; }
  quat rotation() { return glm::normalize(quat(number(), number(), number(), number())); }

 private:
  std::mt19937 engine_{5};
};

void expect_near(const vec3& a, const vec3& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 3e-5f);
}

TEST(Affine, IsTheIdentityByDefault) {
  EXPECT_EQ(transform_point(Affine{}, {1.0f, 2.0f, 3.0f}), vec3(1.0f, 2.0f, 3.0f));
}

TEST(Affine, RotatesThenTranslatesAndGivesBothBack) {
  Random r;
  for (int round = 0; round < 100; ++round) {
    const quat q = r.rotation();
    const vec3 t = r.vector(), p = r.vector();
    const Affine m = affine_from(q, t);
    expect_near(transform_point(m, p), q * p + t);
    expect_near(transform_vector(m, p), q * p);
    EXPECT_EQ(translation_of(m), t);
    EXPECT_NEAR(std::abs(glm::dot(q, rotation_of(m))), 1.0f, 1e-5f);
  }
}

TEST(Affine, ProductAppliesTheRightFactorFirst) {
  Random r;
  for (int round = 0; round < 100; ++round) {
    const Affine a = affine_from(r.rotation(), r.vector()), b = affine_from(r.rotation(), r.vector());
    const vec3 p = r.vector();
    expect_near(transform_point(a * b, p), transform_point(a, transform_point(b, p)));
    expect_near(transform_vector(a * b, p), transform_vector(a, transform_vector(b, p)));
  }
}

TEST(IsFinite, FindsEveryBadComponent) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(is_finite(vec4(0.0f)) && is_finite(vec3(1.0f)) && is_finite(vec2(1.0f)) &&
              is_finite(identity_rotation()));
  for (const float bad : {nan, infinity, -infinity}) {
    for (int i = 0; i < 4; ++i) {
      vec4 v(0.0f);
      v[i] = bad;
      EXPECT_FALSE(is_finite(v));
      EXPECT_FALSE(is_finite(quat(v.w, v.x, v.y, v.z)));
      EXPECT_EQ(is_finite(vec3(v.x, v.y, v.z)), i >= 3);
      EXPECT_EQ(is_finite(vec2(v.x, v.y)), i >= 2);
    }
  }
}

}  // namespace
}  // namespace mmd
