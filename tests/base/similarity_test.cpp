#include "base/similarity.h"

#include <gtest/gtest.h>

#include "base/handedness.h"

namespace mmd {
namespace {

const Similarity a{glm::normalize(quat(0.5f, 0.1f, -0.7f, 0.3f)), {1, -2, 3}, 2.5f};
const Similarity b{glm::normalize(quat(-0.2f, 0.6f, 0.1f, 0.4f)), {-4, 0.5f, 1}, 0.25f};
const vec3 point(0.3f, -1.2f, 2.0f);

TEST(Similarity, ScalesThenTurnsThenMoves) {
  const Similarity s{glm::angleAxis(pi / 2, vec3(0, 0, 1)), {10, 0, 0}, 3.0f};
  EXPECT_LT(glm::distance(transform_point(s, vec3(1, 0, 0)), vec3(10, 3, 0)), 1e-5f);
}

TEST(Similarity, AProductDoesTheRightOneFirst) {
  EXPECT_LT(glm::distance(transform_point(a * b, point), transform_point(a, transform_point(b, point))),
            1e-5f);
}

TEST(Similarity, AsAnAffineItDoesTheSame) {
  EXPECT_LT(glm::distance(transform_point(affine_from(a), point), transform_point(a, point)), 1e-5f);
  const Affine rigid = affine_from(a.rotation, a.translation);
  EXPECT_LT(glm::distance(transform_point(similarity_from(rigid), point), transform_point(rigid, point)),
            1e-5f);
}

TEST(Similarity, TheDefaultIsExactlyTheIdentity) {
  const Affine identity;
  for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(affine_from(Similarity()).row[r], identity.row[r]);
}

TEST(Similarity, ItsPartsMirrorAsItsMatrixDoes) {
  const Similarity mirrored{mirror(a.rotation), mirror(a.translation), a.scale};
  const Affine expected = mirror(affine_from(a)), got = affine_from(mirrored);
  for (std::size_t r = 0; r < 3; ++r) EXPECT_LT(glm::length(got.row[r] - expected.row[r]), 1e-5f);
}

}  // namespace
}  // namespace mmd
