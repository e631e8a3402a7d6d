#include <algorithm>
#include <random>

#include <gmock/gmock.h>

#include "edit/edit_state.h"
#include "edit/editor.h"
#include "tests/edit/random_commands.h"
#include "tests/support/model_builder.h"

namespace mmd::edit {
namespace {

using test::same_bits;
using ::testing::ElementsAre;

struct Names {
  std::vector<const char*> bones, morphs;
};

/// Bones beside each other; 足ＩＫ is an IK bone that turns 足 for the bone before it.
std::shared_ptr<const Model> model_of(const Names& names) {
  test::FileBuilder b;
  for (const char* name : names.bones) b.bone(name);
  for (const char* name : names.morphs) b.morph<pmx::VertexOffset>(name, pmx::MorphType::vertex, {});
  const auto index = [&](std::string_view name) {
    const auto found = std::find(names.bones.begin(), names.bones.end(), name);
    return static_cast<std::int32_t>(found - names.bones.begin());
  };
  b.file.bones[static_cast<std::size_t>(index("足首"))].parent = index("足");
  b.ik(index("足ＩＫ"), index("足首"), {index("足")});
  return b.model();
}

const Names before{{"首", "足", "首", "足首", "飾り", "足ＩＫ"}, {"あ", "い", "う"}};
const Names after{{"帽子", "足ＩＫ", "足首", "首", "足", "首"}, {"う", "え", "あ"}};

TEST(CarryOver, MatchesEntriesByNameAndOccurrence) {
  const CarryOver places(*model_of(before), *model_of(after));
  EXPECT_THAT(places.bones, ElementsAre(3, 4, 5, 2, none, 1));
  EXPECT_THAT(places.morphs, ElementsAre(2, none, 0));
  EXPECT_THAT(places.ik_chains, ElementsAre(0));
}

/// A look that depends on the model: a material by its index.
struct Marked {
  std::int32_t material = none;
  bool operator==(const Marked&) const = default;
};
Marked carried_over(const Marked& mark, const CarryOver& carry) {
  return {mark.material == none ? none : carry.materials[static_cast<std::size_t>(mark.material)]};
}

TEST(ReplaceModel, CarriesModelDependentLooksOver) {
  const auto with_materials = [](std::initializer_list<const char*> names) {
    test::FileBuilder b;
    b.bone("首");
    for (const char* name : names) {
      b.square({0, 0, 0}, 1, 0);
      b.material(name);
    }
    return b.model();
  };
  Editor editor(with_materials({"肌", "服", "髪"}));
  for (const std::int32_t material : {none, 2, 1, 2})
    ASSERT_TRUE(editor.apply(SetLook{look_of(Marked{material}), "mark"}));
  ASSERT_EQ(editor.history().size(), 4u);
  const auto marked = [&] { return look_value<Marked>(editor.state().look)->material; };
  ASSERT_TRUE(editor.replace_model(with_materials({"髪", "肌"})));
  EXPECT_EQ(marked(), 0);
  editor.undo();
  EXPECT_EQ(marked(), none) << "the marked material is gone";
  editor.undo();
  EXPECT_EQ(marked(), 0);
  editor.undo();
  EXPECT_EQ(marked(), none);
  ASSERT_TRUE(editor.replace_model(with_materials({"服"})));
  EXPECT_EQ(editor.history().size(), 1u) << "the other steps no longer change anything";
}

TEST(ReplaceModel, CarriesPoseAndHistoryOver) {
  std::mt19937 random(1);
  const auto from = model_of(before), to = model_of(after);
  const CarryOver places(*from, *to);
  Editor editor(from);
  std::vector<EditState> states{editor.state()};
  while (states.size() < 60) {
    ASSERT_TRUE(editor.apply(test::random_command(random, *from)));
    if (editor.history().size() == states.size()) states.push_back(editor.state());
  }
  ASSERT_TRUE(editor.go_to(40));
  const Change change = editor.replace_model(to).value();
  EXPECT_EQ(change.level, Dirty::model);
  EXPECT_EQ(&editor.model(), to.get());
  EXPECT_TRUE(same_bits(editor.state(), carried_over(states[40], places, *to)));
  // Steps without effect on the new model are removed; every other earlier state remains, once and in order.
  std::size_t old = 40;
  const auto expect_next = [&](bool back) {
    const EditState was = carried_over(states[old], places, *to);
    do {
      ASSERT_TRUE(back ? old > 0 : old + 1 < states.size());
      old = back ? old - 1 : old + 1;
    } while (same_bits(carried_over(states[old], places, *to), was));
    ASSERT_TRUE(same_bits(editor.state(), carried_over(states[old], places, *to))) << old;
  };
  const auto expect_ascending = [](const Change& c) {
    EXPECT_TRUE(std::is_sorted(c.bones.begin(), c.bones.end()));
    EXPECT_TRUE(std::is_sorted(c.morphs.begin(), c.morphs.end()));
  };
  while (editor.can_undo()) {
    expect_ascending(editor.undo());
    ASSERT_NO_FATAL_FAILURE(expect_next(true));
  }
  EXPECT_TRUE(same_bits(editor.state(), carried_over(states[0], places, *to)));
  while (editor.can_redo()) {
    expect_ascending(editor.redo());
    ASSERT_NO_FATAL_FAILURE(expect_next(false));
  }
  EXPECT_TRUE(same_bits(editor.state(), carried_over(states.back(), places, *to)));
}

TEST(ReplaceModel, ReportsPosedPartsThatTheNewModelLacks) {
  const auto from = model_of(before);
  Editor editor(from);
  ASSERT_TRUE(editor.apply(SetMorph{from->find_morph("い"), 1.0f}));
  ASSERT_TRUE(editor.apply(MoveBone{from->find_bone("飾り"), vec3(1.0f)}));
  ASSERT_TRUE(editor.apply(MoveBone{from->find_bone("足"), vec3(1.0f)}));
  editor.begin_gesture();
  ASSERT_TRUE(editor.apply(MoveBone{from->find_bone("足"), vec3(2.0f)}));
  const Change change = editor.replace_model(model_of(after)).value();
  EXPECT_THAT(change.lacking.bones, ElementsAre("飾り"));
  EXPECT_THAT(change.lacking.morphs, ElementsAre("い"));
  EXPECT_FALSE(editor.in_gesture());
  EXPECT_EQ(editor.history().size(), 1u) << "one of three steps remains, the gesture is cancelled";
  EXPECT_EQ(editor.pose().translation[4], vec3(1.0f));
}

TEST(ReplaceModel, ByTheSameModelChangesNothing) {
  std::mt19937 random(2);
  const auto model = test::puppet();
  Editor editor(model);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(editor.apply(test::random_command(random, *model)));
  const EditState state = editor.state();
  const std::size_t steps = editor.history().size(), bytes = editor.history().bytes();
  ASSERT_TRUE(editor.replace_model(test::puppet()));
  EXPECT_TRUE(same_bits(editor.state(), state));
  EXPECT_EQ(editor.history().size(), steps);
  EXPECT_LE(editor.history().bytes(), bytes);
}

}  // namespace
}  // namespace mmd::edit
