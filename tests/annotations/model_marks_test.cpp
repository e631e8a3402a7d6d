#include "annotations/model_marks.h"

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

TEST(ModelMarks, ASurfaceAroundAJointIsItsOwnOneOfTheNextLimbIsNot) {
  test::ModelBuilder builder;
  builder.ball(0.5f);
  builder.material();
  const auto marks = find_marks(*builder.finish());
  ASSERT_EQ(marks->reach.size(), 1u);
  EXPECT_GT(marks->reach[0], 0.55f);
  EXPECT_LT(marks->reach[0], 1.45f) << "the front of a limb of the same thickness that lies against it";
}

TEST(ModelMarks, AModelWithoutFacesHasNoReach) {
  test::ModelBuilder builder;
  EXPECT_EQ(find_marks(*builder.finish())->reach, std::vector<float>{0.0f});
}

}  // namespace
}  // namespace mmd
