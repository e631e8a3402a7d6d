#include "edit/editor.h"

#include <limits>
#include <random>

#include <gmock/gmock.h>

#include "tests/edit/random_commands.h"

namespace mmd::edit {
namespace {

using test::same_bits;
using ::testing::ElementsAre;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Turns about Y by a number of degrees.
RotateBone turn(std::int32_t bone, float degrees) {
  const float half = degrees * pi / 360.0f;
  return {bone, quat(std::cos(half), 0.0f, std::sin(half), 0.0f)};
}

/// A state with values that == does not distinguish.
EditState odd_state(std::mt19937& random, const Model& model) {
  EditState state(model);
  state.pose = test::random_pose(random, model);
  state.pose.translation[0] = vec3(-0.0f, 0.0f, -0.0f);
  state.pose.rotation[1] = -identity_rotation();
  state.pose.morph_weights[0] = -0.0f;
  return state;
}

TEST(Editor, ChangesNothingOnAnError) {
  std::mt19937 random(2);
  const auto model = test::puppet();
  Editor editor(model);
  ASSERT_TRUE(editor.start_from(odd_state(random, *model)));
  ASSERT_TRUE(editor.apply(turn(1, 10)));
  ASSERT_TRUE(editor.apply(turn(1, 20)));
  editor.undo();
  const EditState before = editor.state();
  const std::uint64_t revision = editor.revision();
  vpd::File strange;
  strange.bones = {{"no such bone", vec3(0.0f), vec4(0, 0, 0, 1), 0}};
  const Command wrong[] = {turn(-1, 10),
                           MoveBone{0, vec3(nan)},
                           SetBones{{{0, vec3(1.0f), {}}, {1, vec3(nan), {}}}},
                           Reset{{false, {0, 1, 999}, {}}},
                           Blend{Pose(), 0.5f, whole_pose(), {}},
                           TakeParts{Pose(), whole_pose(), {}},
                           Paste{strange, false, {}}};
  for (const bool in_gesture : {false, true}) {
    if (in_gesture) editor.begin_gesture();
    for (const Command& command : wrong) {
      EXPECT_FALSE(editor.apply(command)) << words_of(kind_of(command));
      EXPECT_TRUE(same_bits(editor.state(), before));
      EXPECT_EQ(editor.revision(), revision);
    }
  }
  ASSERT_TRUE(editor.end_gesture());
  EXPECT_FALSE(editor.start_from(EditState()));
  EXPECT_FALSE(editor.go_to(3));
  EXPECT_TRUE(same_bits(editor.state(), before));
  EXPECT_TRUE(editor.can_redo()) << "no step is lost";
}

TEST(Editor, MakesNoStepOfACommandWithoutEffect) {
  Editor editor(test::puppet());
  ASSERT_TRUE(editor.apply(turn(1, 10)));
  editor.undo();
  for (const Command& command : {Command(turn(1, 0)), Command(Reset{whole_pose()}), Command(SetIk{0, true}),
                                 Command(SetMorph{0, 0.0f})}) {
    const auto change = editor.apply(command);
    ASSERT_TRUE(change);
    EXPECT_EQ(change->level, Dirty::nothing);
  }
  EXPECT_TRUE(editor.can_redo());
}

TEST(Editor, UndoesNothingWithoutSteps) {
  Editor editor(test::puppet());
  EXPECT_FALSE(editor.can_undo() || editor.can_redo());
  EXPECT_EQ(editor.undo().level, Dirty::nothing);
  EXPECT_EQ(editor.redo().level, Dirty::nothing);
  EXPECT_EQ(editor.cancel_gesture().level, Dirty::nothing);
  EXPECT_TRUE(editor.end_gesture());
  EXPECT_EQ(editor.history().size(), 0u);
}

TEST(Gesture, AppliesEachCommandToItsFirstState) {
  std::mt19937 random(4);
  const auto model = test::puppet();
  const Pose other = test::random_pose(random, *model);
  Editor slid(model), set(model);
  const Blend half{other, 0.5f, whole_pose(), {}};
  slid.begin_gesture();
  for (const float weight : {0.1f, 0.9f, 0.3f, 0.5f})
    ASSERT_TRUE(slid.apply(Blend{other, weight, whole_pose(), {}}));
  ASSERT_TRUE(slid.end_gesture());
  ASSERT_TRUE(set.apply(half));
  EXPECT_TRUE(same_bits(slid.state(), set.state())) << "only the slider's last value counts";
  slid.begin_gesture();
  ASSERT_TRUE(slid.apply(turn(1, 10)));
  const auto change = slid.apply(turn(2, 10));
  ASSERT_TRUE(change);
  EXPECT_THAT(change->bones, ElementsAre(1, 2)) << "bone 1 is reset";
}

TEST(Gesture, BlocksUndoAndRedo) {
  Editor editor(test::puppet());
  ASSERT_TRUE(editor.apply(turn(1, 10)));
  ASSERT_TRUE(editor.apply(turn(1, 20)));
  editor.undo();
  editor.begin_gesture();
  ASSERT_TRUE(editor.apply(turn(2, 10)));
  const EditState during = editor.state();
  EXPECT_FALSE(editor.can_undo() || editor.can_redo());
  EXPECT_EQ(editor.undo().level, Dirty::nothing);
  EXPECT_EQ(editor.redo().level, Dirty::nothing);
  ASSERT_TRUE(editor.go_to(0));
  EXPECT_TRUE(same_bits(editor.state(), during));
  editor.begin_gesture();
  EXPECT_EQ(editor.history().size(), 2u) << "a new gesture ends the last";
  EXPECT_EQ(editor.history().position(), 2u);
}

TEST(Editor, KeepsLooksOfAnyType) {
  struct Switches {
    bool edges = true;
    float light = 1.0f;
    bool operator==(const Switches&) const = default;
  };
  Editor editor(test::puppet());
  EXPECT_EQ(look_value<Switches>(editor.state().look), nullptr);
  ASSERT_TRUE(editor.apply(SetLook{look_of(Switches{}), "light"}));
  const auto off = editor.apply(SetLook{look_of(Switches{false, 1.0f}), "edges"});
  ASSERT_TRUE(off);
  EXPECT_EQ(off->level, Dirty::look) << "nothing is evaluated again for edges";
  EXPECT_EQ(editor.apply(SetLook{look_of(Switches{false, 1.0f}), "edges"})->level, Dirty::nothing)
      << "another value with the same content";
  ASSERT_TRUE(editor.apply(turn(1, 10)));
  EXPECT_EQ(editor.undo().level, Dirty::pose);
  EXPECT_EQ(editor.undo().level, Dirty::look);
  ASSERT_NE(look_value<Switches>(editor.state().look), nullptr);
  EXPECT_TRUE(look_value<Switches>(editor.state().look)->edges);
  EXPECT_EQ(look_value<int>(editor.state().look), nullptr) << "it is of another type";
  EXPECT_EQ(editor.go_to(3)->level, Dirty::pose) << "the higher level of the two";
  EXPECT_FALSE(look_value<Switches>(editor.state().look)->edges);
}

TEST(Editor, ChangesOfIkAndMorphsAreNotPartial) {
  Editor editor(test::puppet());
  EXPECT_TRUE(editor.apply(turn(1, 10))->is_partial());
  EXPECT_FALSE(editor.apply(SetIk{0, false})->is_partial());
  EXPECT_FALSE(editor.apply(SetMorph{0, 1.0f})->is_partial()) << "morphs may move bones";
}

}  // namespace
}  // namespace mmd::edit
