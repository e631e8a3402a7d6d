#include "base/handedness.h"

#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "base/rotations.h"
#include "base/similarity.h"

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

TEST(Mirror, TwiceIsExactlyTheIdentity) {
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

TEST(Mirror, OfLimitsContainsTheMirroredAngles) {
  // Angles about X and Y change their sign in the mirror, angles about Z do not.
  const EulerLimits limits{{-3.0f, -0.5f, 0.25f}, {-0.1f, 1.0f, 2.0f}};
  const EulerLimits m = mirror(limits);
  EXPECT_EQ(m.lower, vec3(0.1f, -1.0f, 0.25f));
  EXPECT_EQ(m.upper, vec3(3.0f, 0.5f, 2.0f));
}

const Similarity a{glm::normalize(quat(0.5f, 0.1f, -0.7f, 0.3f)), {1, -2, 3}, 2.5f};
const Similarity b{glm::normalize(quat(-0.2f, 0.6f, 0.1f, 0.4f)), {-4, 0.5f, 1}, 0.25f};
const vec3 point(0.3f, -1.2f, 2.0f);

TEST(Similarity, MatchesItsAffine) {
  const Similarity s{glm::angleAxis(pi / 2, vec3(0, 0, 1)), {10, 0, 0}, 3.0f};
  EXPECT_LT(glm::distance(transform_point(s, vec3(1, 0, 0)), vec3(10, 3, 0)), 1e-5f);
  EXPECT_LT(glm::distance(transform_point(a * b, point), transform_point(a, transform_point(b, point))),
            1e-5f);
  EXPECT_LT(glm::distance(transform_point(affine_from(a), point), transform_point(a, point)), 1e-5f);
  const Affine rigid = affine_from(a.rotation, a.translation), identity;
  EXPECT_LT(glm::distance(transform_point(similarity_from(rigid), point), transform_point(rigid, point)),
            1e-5f);
  for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(affine_from(Similarity()).row[r], identity.row[r]);
  const Similarity mirrored{mirror(a.rotation), mirror(a.translation), a.scale};
  const Affine expected = mirror(affine_from(a)), got = affine_from(mirrored);
  for (std::size_t r = 0; r < 3; ++r) EXPECT_LT(glm::length(got.row[r] - expected.row[r]), 1e-5f);
}

TEST(RotationFromFile, IsNormalisedOrTheIdentity) {
  EXPECT_EQ(rotation_from_file(vec4(0.0f, 3.0f, 0.0f, 4.0f)), quat(0.8f, 0.0f, 0.6f, 0.0f));
  EXPECT_EQ(rotation_from_file(vec4(-2e30f, 0.0f, 0.0f, 0.0f)), quat(0.0f, -1.0f, 0.0f, 0.0f));
  EXPECT_EQ(rotation_from_file(vec4(0.0f, 0.0f, 1e-10f, 0.0f)), quat(0.0f, 0.0f, 0.0f, 1.0f));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const vec4& stored : {vec4(0.0f), vec4(0.0f, 0.0f, 0.0f, 1e-20f), vec4(nan, 0.0f, 0.0f, 1.0f)})
    EXPECT_EQ(rotation_from_file(stored), identity_rotation());
}

TEST(UnitRoundingTo, HasLengthOneAndRoundsToTheFloats) {
  std::mt19937 random(1);
  const auto number = [&] { return static_cast<double>(random() % 20001) / 10000.0 - 1.0; };
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    const vec4 q(glm::normalize(glm::dvec4(number(), number(), number(), number() + 2.0)));
    const auto exact = unit_rounding_to(q);
    if (!exact) continue;
    ++found;
    EXPECT_EQ(vec4(*exact), q);
    EXPECT_NEAR(glm::length(*exact), 1.0, 1e-15);
  }
  EXPECT_GE(found, 990);
  EXPECT_FALSE(unit_rounding_to(vec4(1.0f, 1.0f, 0.0f, 0.0f))) << "its length is not nearly 1";
}

}  // namespace
}  // namespace mmd
