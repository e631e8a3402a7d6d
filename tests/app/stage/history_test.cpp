// Undo without a window: no bit is lost, and memory is limited.
#include "app/stage/history.h"

#include <algorithm>
#include <random>

#include <gmock/gmock.h>

#include "app/stage/edited_figure.h"
#include "tests/edit/random_commands.h"

namespace mmd {
namespace {

using test::same_bits;

/// A history of one figure's pose, and full copies of the states between its steps.
class HistoryWalk : public testing::Test {
 protected:
  void begin(const HistoryLimits& limits) {
    LoadedFigure loaded;
    loaded.loaded.model = test::puppet();
    loaded.pose = Pose(loaded.model());
    arranged.figures = {opened_figure(std::make_shared<const LoadedFigure>(std::move(loaded)), 1)};
    edit::EditState odd(model());
    odd.pose.translation[1] = vec3(-0.0f, 0.0f, -0.0f);
    odd.pose.rotation[2] = -identity_rotation();
    put(odd);
    history = History(limits);
    history.begin(arranged);
    states = {edit_state(figure())};
  }
  Figure& figure() { return arranged.figures.front(); }
  const Model& model() { return figure().model(); }
  void put(edit::EditState state) {
    figure().edited = std::make_shared<const Pose>(std::move(state.pose));
    set_chains(figure(), std::move(state.ik_chains));
  }
  /// A step of a random command; a command without effect is none.
  void act() {
    auto done = edit::performed(test::random_command(random, model()), model(), edit_state(figure()));
    ASSERT_TRUE(done);
    if (same_bits(done->state, edit_state(figure()))) return;
    put(std::move(done->state));
    StepInfo info;
    info.figure = 1;
    states.resize(history.position() + 1);
    states.push_back(edit_state(figure()));
    history.push(info, arranged);
  }
  void expect_state(std::size_t step) { ASSERT_TRUE(same_bits(edit_state(figure()), states[step])) << step; }

  std::mt19937 random{1};
  Arrangement arranged;
  History history;
  std::vector<edit::EditState> states;
};

TEST_F(HistoryWalk, RandomStepsBackAndForthMatchStoredStates) {
  begin({20000, std::size_t{1} << 30});
  for (int i = 0; i < 4000; ++i) {
    switch (random() % 8) {
      case 0:
        for (auto back = random() % 8; back > 0; --back) history.undo(arranged);
        break;
      case 1:
        for (auto on = random() % 8; on > 0; --on) history.redo(arranged);
        break;
      default:
        ASSERT_NO_FATAL_FAILURE(act());
    }
    ASSERT_EQ(history.size() + 1, states.size());
    ASSERT_NO_FATAL_FAILURE(expect_state(history.position()));
  }
  ASSERT_GT(history.position(), 1000u);
  while (history.can_undo()) {
    history.undo(arranged);
    ASSERT_NO_FATAL_FAILURE(expect_state(history.position()));
  }
  while (history.can_redo()) {
    history.redo(arranged);
    ASSERT_NO_FATAL_FAILURE(expect_state(history.position()));
  }
}

TEST_F(HistoryWalk, StaysWithinItsLimitsAndUndoesAllKeptSteps) {
  const HistoryLimits limits{200, 100000};
  begin(limits);
  std::vector<edit::EditState> all{states.front()};
  for (int i = 0; i < 1000; ++i) {
    states.resize(history.position() + 1);
    ASSERT_NO_FATAL_FAILURE(act());
    if (!same_bits(edit_state(figure()), all.back())) all.push_back(edit_state(figure()));
    ASSERT_LE(history.size(), limits.steps);
    ASSERT_LE(history.bytes(), limits.bytes);
  }
  ASSERT_GT(history.size(), 20u);
  std::size_t at = all.size() - 1;
  while (history.can_undo()) {
    history.undo(arranged);
    ASSERT_TRUE(same_bits(edit_state(figure()), all[--at]));
  }
}

TEST_F(HistoryWalk, AStepIsNumberedAndKnowsWhetherItIsDone) {
  begin({});
  while (history.size() < 3) ASSERT_NO_FATAL_FAILURE(act());
  const std::uint64_t last = history.last_edit_of(1).number;
  EXPECT_EQ(history.is_done(last), true);
  history.undo(arranged);
  EXPECT_EQ(history.is_done(last), false);
  EXPECT_LT(history.last_edit_of(1).number, last);
  while (history.size() < 4) ASSERT_NO_FATAL_FAILURE(act());
  EXPECT_EQ(history.is_done(last), std::nullopt) << "it cannot be redone any longer";
  EXPECT_GT(history.last_edit_of(1).number, last) << "numbers are not used again";
}

TEST_F(HistoryWalk, ALargePoseAloneStaysDespiteTheLimit) {
  begin({10, 1});
  while (history.last_edit_of(1).number < 3) ASSERT_NO_FATAL_FAILURE(act());
  EXPECT_EQ(history.size(), 1u);
  EXPECT_TRUE(history.can_undo());
}

}  // namespace
}  // namespace mmd
