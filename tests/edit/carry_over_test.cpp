#include <algorithm>
#include <random>

#include <gmock/gmock.h>

#include "edit/command.h"
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

TEST(CarryOver, ByTheSameModelKeepsEveryBit) {
  std::mt19937 random(2);
  const auto model = test::puppet();
  EditState state(*model);
  for (int i = 0; i < 50; ++i)
    state = performed(test::random_command(random, *model), *model, state).value().state;
  EXPECT_TRUE(same_bits(carried_over(state, CarryOver(*model, *test::puppet()), *model), state));
}

TEST(CarryOver, PutsElementsWhereTheirNamesAre) {
  const auto from = model_of(before), to = model_of(after);
  EditState state(*from);
  state.pose.translation[2] = vec3(1.0f);  // the second 首
  state.pose.morph_weights[0] = 0.5f;
  state.ik_chains = {0};
  const EditState carried = carried_over(state, CarryOver(*from, *to), *to);
  EXPECT_EQ(carried.pose.translation[5], vec3(1.0f));
  EXPECT_EQ(carried.pose.translation[3], vec3(0.0f));
  EXPECT_THAT(carried.pose.morph_weights, ElementsAre(0.0f, 0.0f, 0.5f));
  EXPECT_THAT(carried.ik_chains, ElementsAre(0));
}

TEST(CarryOver, ReportsPosedPartsThatTheOtherModelLacks) {
  const auto from = model_of(before);
  Pose pose(*from);
  pose.morph_weights[static_cast<std::size_t>(from->find_morph("い"))] = 1.0f;
  for (const char* bone : {"飾り", "足"})
    pose.translation[static_cast<std::size_t>(from->find_bone(bone))] = vec3(1.0f);
  const UnmatchedNames lacking = left_out(pose, CarryOver(*from, *model_of(after)), *from);
  EXPECT_THAT(lacking.bones, ElementsAre("飾り"));
  EXPECT_THAT(lacking.morphs, ElementsAre("い"));
}

}  // namespace
}  // namespace mmd::edit
