#include "base/handedness.h"

#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace mmd {
namespace {

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Numbers of every kind: ordinary, zeros of both signs, infinities, NaN.
class Numbers {
 public:
  float any() {
    constexpr std::array<float, 6> special = {0.0f,
                                              -0.0f,
                                              1e-42f,
                                              std::numeric_limits<float>::infinity(),
                                              -std::numeric_limits<float>::infinity(),
                                              std::numeric_limits<float>::quiet_NaN()};
    return random_() % 4 == 0 ? special[random_() % special.size()] : usual();
  }
  float usual() { return std::uniform_real_distribution<float>(-3.0f, 3.0f)(random_); }
  vec3 any_vec3() { return {any(), any(), any()}; }
  vec3 usual_vec3() { return {usual(), usual(), usual()}; }
  quat rotation() { return glm::normalize(quat(usual(), usual(), usual(), usual())); }

 private:
  std::mt19937 random_{11};
};

void expect_near(const vec3& a, const vec3& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 2e-5f);
}

TEST(Mirror, TwiceIsTheIdentityBitForBit) {
  Numbers n;
  for (int round = 0; round < 1000; ++round) {
    const vec3 v = n.any_vec3();
    EXPECT_TRUE(same_bits(mirror(mirror(v)), v));
    const quat q(n.any(), n.any(), n.any(), n.any());
    EXPECT_TRUE(same_bits(mirror(mirror(q)), q));
    const EulerLimits limits{n.any_vec3(), n.any_vec3()};
    EXPECT_TRUE(same_bits(mirror(mirror(limits)), limits));
    Affine m;
    for (vec4& row : m.row) row = {n.any(), n.any(), n.any(), n.any()};
    EXPECT_TRUE(same_bits(mirror(mirror(m)), m));
    std::array<std::uint32_t, 3> triangle = {1, 2, 3};
    mirror_winding(triangle.data());
    EXPECT_EQ(triangle, (std::array<std::uint32_t, 3>{1, 3, 2}));
    mirror_winding(triangle.data());
    EXPECT_EQ(triangle, (std::array<std::uint32_t, 3>{1, 2, 3}));
  }
}

TEST(Mirror, OfARotationCommutesWithRotating) {
  Numbers n;
  for (int round = 0; round < 200; ++round) {
    const quat q = n.rotation();
    const vec3 v = n.usual_vec3();
    expect_near(mirror(q) * mirror(v), mirror(q * v));
    const quat p = n.rotation();
    expect_near(mirror(p * q) * v, (mirror(p) * mirror(q)) * v);
  }
}

TEST(Mirror, OfATransformAgreesWithItsParts) {
  Numbers n;
  for (int round = 0; round < 200; ++round) {
    const quat q = n.rotation();
    const vec3 t = n.usual_vec3(), p = n.usual_vec3();
    const Affine m = affine_from(q, t);
    expect_near(transform_point(mirror(m), mirror(p)), mirror(transform_point(m, p)));
    expect_near(transform_point(mirror(m), p), transform_point(affine_from(mirror(q), mirror(t)), p));
  }
}

TEST(Mirror, OfLimitsHoldsTheMirroredAngles) {
  // An angle about X or Y changes its sign in the mirror, one about Z keeps it.
  const EulerLimits limits{{-3.0f, -0.5f, 0.25f}, {-0.1f, 1.0f, 2.0f}};
  const EulerLimits m = mirror(limits);
  EXPECT_EQ(m.lower, vec3(0.1f, -1.0f, 0.25f));
  EXPECT_EQ(m.upper, vec3(3.0f, 0.5f, 2.0f));
}

}  // namespace
}  // namespace mmd
