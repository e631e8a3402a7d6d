// After random commands, undo and redo, the editor agrees with a naive one that keeps full copies.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "edit/editor.h"
#include "tests/edit/random_commands.h"

namespace mmd::edit {
namespace {

using test::random_command;
using test::same_bits;

/// The state after each step.
struct Copies {
  std::vector<EditState> states;
  std::size_t position = 0;

  void note(const EditState& state) {
    if (same_bits(state, states[position])) return;
    states.resize(position + 1);
    states.push_back(state);
    ++position;
  }
  const EditState& now() const { return states[position]; }
};

/// A drag: some commands, of which only the last counts, or none.
void drag(std::mt19937& random, Editor& editor, Copies& copies) {
  editor.begin_gesture();
  const std::size_t moves = random() % 6;
  for (std::size_t i = 0; i < moves; ++i) {
    ASSERT_TRUE(editor.apply(random_command(random, editor.model())));
    EXPECT_EQ(editor.undo().level, Dirty::nothing) << "no undo in a gesture";
  }
  if (random() % 3 == 0) {
    editor.cancel_gesture();
    EXPECT_TRUE(same_bits(editor.state(), copies.now()));
  } else {
    ASSERT_TRUE(editor.end_gesture());
    copies.note(editor.state());
  }
}

void do_anything(std::mt19937& random, Editor& editor, Copies& copies) {
  switch (random() % 16) {
    case 0:
    case 1:
    case 2:
      if (copies.position > 0) --copies.position;
      editor.undo();
      break;
    case 3:
    case 4:
      if (copies.position + 1 < copies.states.size()) ++copies.position;
      editor.redo();
      break;
    case 5:
      // Not far back, or little of the walk would be left.
      copies.position -= std::min<std::size_t>(copies.position, random() % 8);
      copies.position = std::min(copies.states.size() - 1, copies.position + random() % 8);
      ASSERT_TRUE(editor.go_to(copies.position));
      break;
    case 6:
      drag(random, editor, copies);
      break;
    default:
      ASSERT_TRUE(editor.apply(random_command(random, editor.model())));
      copies.note(editor.state());
  }
}

TEST(EditorWalk, TenThousandRandomCommandsMatchStoredStates) {
  for (const unsigned seed : {1u, 2u}) {
    std::mt19937 random(seed);
    const auto model = test::puppet();
    Editor editor(model, {20000, std::size_t{1} << 30});
    EditState odd(*model);
    odd.pose.translation[1] = vec3(-0.0f, 0.0f, -0.0f);
    odd.pose.rotation[2] = -identity_rotation();
    ASSERT_TRUE(editor.start_from(odd));
    Copies copies{{odd}};
    for (int i = 0; i < 10000; ++i) {
      do_anything(random, editor, copies);
      ASSERT_TRUE(same_bits(editor.state(), copies.now())) << "seed " << seed << " step " << i;
      ASSERT_EQ(editor.history().position(), copies.position) << "seed " << seed << " step " << i;
      ASSERT_EQ(editor.history().size() + 1, copies.states.size()) << "seed " << seed << " step " << i;
    }
    const std::size_t far = copies.position;
    ASSERT_GT(far, 1000u);
    while (editor.can_undo()) {
      editor.undo();
      ASSERT_TRUE(same_bits(editor.state(), copies.states[editor.history().position()]));
    }
    EXPECT_TRUE(same_bits(editor.state(), odd));
    while (editor.can_redo()) {
      editor.redo();
      ASSERT_TRUE(same_bits(editor.state(), copies.states[editor.history().position()]))
          << "redo gives another state";
    }
    EXPECT_EQ(editor.history().position(), copies.states.size() - 1);
  }
}

TEST(EditorWalk, StaysWithinItsLimitsAndUndoesAllKeptSteps) {
  std::mt19937 random(3);
  const auto model = test::puppet();
  const HistoryLimits limits{200, 60000};
  Editor editor(model, limits);
  std::vector<EditState> states{editor.state()};
  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(editor.apply(random_command(random, *model)));
    if (!same_bits(editor.state(), states.back())) states.push_back(editor.state());
    ASSERT_LE(editor.history().size(), limits.steps);
    ASSERT_LE(editor.history().bytes(), limits.bytes);
  }
  ASSERT_GT(editor.history().size(), 20u);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < editor.history().size(); ++i) bytes += editor.history()[i].bytes();
  EXPECT_EQ(editor.history().bytes(), bytes) << "the sum of its steps";
  std::size_t at = states.size() - 1;
  while (editor.can_undo()) {
    editor.undo();
    ASSERT_TRUE(same_bits(editor.state(), states[--at]));
  }
}

}  // namespace
}  // namespace mmd::edit
