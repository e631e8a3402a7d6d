// A partial update from an editor's change gives the same bits as a full evaluation.

#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "edit/editor.h"
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
  EXPECT_EQ(change.ik, before.ik_chains != after.ik_chains);
  const bool posed = !bones.empty() || !morphs.empty() || change.ik;
  const bool looks = before.look != after.look;
  EXPECT_EQ(change.level, posed ? Dirty::pose : looks ? Dirty::look : Dirty::nothing);
}

Change do_anything(std::mt19937& random, Editor& editor) {
  switch (random() % 8) {
    case 0:
      return editor.undo();
    case 1:
      return editor.redo();
    case 2:
      return editor.go_to(random() % (editor.history().size() + 1)).value_or(Change{});
    case 3:
      // In a gesture, a change is relative to the last command, not to the gesture's start.
      if (!editor.in_gesture()) {
        editor.begin_gesture();
        return {};
      }
      if (random() % 2 == 0) return editor.cancel_gesture();
      EXPECT_TRUE(editor.end_gesture());
      return {};
    default:
      return editor.apply(test::random_command(random, editor.model())).value();
  }
}

void walk(std::mt19937& random, const std::shared_ptr<const Model>& model, int steps) {
  Editor editor(model);
  BoneManager partial(skeleton_of(model)), full(skeleton_of(model));
  partial.evaluate(inputs_of(editor.state()), switches_of(editor.state()));
  for (int i = 0; i < steps; ++i) {
    const EditState before = editor.state();
    const std::uint64_t revision = editor.revision();
    const Change change = do_anything(random, editor);
    const EditState& after = editor.state();
    expect_exactly_the_difference(change, before, after);
    EXPECT_EQ(editor.revision() != revision, change.level != Dirty::nothing);
    if (change.is_partial()) {
      partial.update(inputs_of(after), switches_of(after), change.bones);
    } else if (change.level == Dirty::pose) {
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
