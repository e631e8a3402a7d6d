// A partial update from the difference of two states gives the same bits as a full evaluation.

#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "edit/command.h"
#include "skeleton/bone_manager.h"
#include "tests/edit/random_commands.h"
#include "tests/support/random_skeletons.h"

namespace mmd::edit {
namespace {

BoneInputs inputs_of(const EditState& state) {
  return {state.pose.translation, state.pose.rotation, {}, {}};
}

EvaluationSwitches switches_of(const EditState& state) {
  EvaluationSwitches out;
  out.ik_chains = state.ik_chains;
  return out;
}

bool same_palette(const BoneManager& a, const BoneManager& b) {
  return std::memcmp(a.palette().data(), b.palette().data(), a.palette().size_bytes()) == 0;
}

template <class T>
bool differ(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) != 0;
}

void expect_exactly_the_difference(const Change& change, const EditState& before, const EditState& after) {
  std::vector<std::int32_t> bones, morphs;
  for (std::size_t i = 0; i < before.pose.rotation.size(); ++i) {
    if (differ(before.pose.rotation[i], after.pose.rotation[i]) ||
        differ(before.pose.translation[i], after.pose.translation[i]))
      bones.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < before.pose.morph_weights.size(); ++i)
    if (differ(before.pose.morph_weights[i], after.pose.morph_weights[i]))
      morphs.push_back(static_cast<std::int32_t>(i));
  EXPECT_EQ(change.bones, bones);
  EXPECT_EQ(change.morphs, morphs);
  const bool posed = !bones.empty() || !morphs.empty();
  EXPECT_EQ(change.level, posed ? Dirty::pose : Dirty::nothing);
}

void walk(std::mt19937& random, const std::shared_ptr<const Model>& model, int steps) {
  std::vector<EditState> states{EditState(*model)};
  BoneManager partial(skeleton_of(model)), full(skeleton_of(model));
  partial.evaluate(inputs_of(states.back()), switches_of(states.back()));
  for (int i = 0; i < steps; ++i) {
    const EditState before = states.back();
    if (random() % 4 == 0)  // as undo does
      states.push_back(EditState(states[random() % states.size()]));
    else
      states.push_back(performed(test::random_command(random, *model), *model, before).value().state);
    const EditState& after = states.back();
    const Change change = difference(before.pose, after.pose);
    expect_exactly_the_difference(change, before, after);
    if (change.morphs.empty() && before.ik_chains == after.ik_chains) {
      partial.update(inputs_of(after), switches_of(after), change.bones);
    } else {
      partial.evaluate(inputs_of(after), switches_of(after));
    }
    full.evaluate(inputs_of(after), switches_of(after));
    ASSERT_TRUE(same_palette(partial, full)) << "step " << i;
  }
}

TEST(Change, ListsTheDifferencesAndSufficesForPartialUpdates) {
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const auto model = build_model(test::random_skeleton(random, {30, true, true})).model;
    ASSERT_NO_FATAL_FAILURE(walk(random, model, 20));
  }
  ASSERT_NO_FATAL_FAILURE(walk(random, test::puppet(), 2000));
}

}  // namespace
}  // namespace mmd::edit
