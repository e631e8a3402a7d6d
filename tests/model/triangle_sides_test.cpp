#include <gmock/gmock.h>

#include "model/model.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> sides_of(std::vector<std::uint32_t> triangles) {
  return triangle_sides(triangles);
}

TEST(TriangleSides, AreThreeEach) {
  EXPECT_THAT(sides_of({2, 0, 1}), ElementsAre(0, 1, 0, 2, 1, 2));
}

TEST(TriangleSides, ThatTwoShareStandOnce) {
  EXPECT_THAT(sides_of({0, 1, 2, 2, 1, 3}), ElementsAre(0, 1, 0, 2, 1, 2, 1, 3, 2, 3));
}

TEST(TriangleSides, OfTrianglesThatAreLinesAreThese) {
  EXPECT_THAT(sides_of({4, 7, 7, 7, 4, 4}), ElementsAre(4, 7));
  EXPECT_THAT(sides_of({5, 5, 5}), IsEmpty());
  EXPECT_THAT(sides_of({1, 2}), IsEmpty()) << "two corners are no triangle";
}

}  // namespace
}  // namespace mmd
