// Sequences of changing, closing, killing and opening again: nothing is lost, nothing is asked or offered
// twice.
#include <cmath>
#include <functional>
#include <map>
#include <sstream>

#include "tests/app/scene_fixture.h"

namespace mmd::test {
namespace {

/// Words for what a user does, and for what must be so then ("?").
struct Sequence {
  const char* name;
  const char* words;
};

class Sequences : public SceneFixture, public testing::WithParamInterface<Sequence> {
 protected:
  void run(const std::string& word) {
    const auto found = words.find(word);
    if (found == words.end()) throw std::runtime_error("no such word: " + word);
    found->second();
  }
  bool is_turned(float radians) const {
    return std::abs(std::abs(shown().rotation.front().z) - std::sin(0.5f * radians)) < 1e-5f;
  }
  float x_of_second() const { return position_of(*figures().at(1)).x; }

  const float x_in_file = 10.0f;
  std::string other;
  const std::map<std::string, std::function<void()>> words = {
      {"model",
       [&] {
         begin_models({model_name, pose_name});
       }},
      {"nothing", [&] { begin_models({}); }},
      {"models",
       [&] {
         begin_models({model_name, other});
       }},
      {"scene", [&] { begin_scene(scene); }},
      {"pose", [&] { activate(0), rotate(0, 0.5f); }},
      {"pose-again", [&] { activate(0), rotate(0, 0.9f); }},
      {"move", [&] { move(1, 3.0f); }},
      {"move-again", [&] { move(1, 5.0f); }},
      {"light", [&] { colour_light(); }},
      {"camera", [&] { turn_camera(); }},
      {"add", [&] { add(other); }},
      {"undo", [&] { ask({ActionId::undo}); }},
      {"redo", [&] { ask({ActionId::redo}); }},
      {"wait", [&] { pause(); }},
      {"kill", [&] { be_killed(); }},
      {"close", [&] { close(); }},
      {"escape", [&] { press(SDLK_ESCAPE); }},
      {"discard", [&] { press(SDLK_d); }},
      {"save", [&] { press(SDLK_RETURN); }},
      {"poses", [&] { press(SDLK_p); }},
      {"save-scene", [&] { ask({ActionId::save_scene}); }},
      {"restore", [&] { restore(); }},
      {"drop", [&] { ask({ActionId::discard_unsaved}); }},
      {"undrop", [&] { ask({ActionId::undo_discard}); }},
      {"?closed", [&] { EXPECT_FALSE(viewer->running()); }},
      {"?asks-scene", [&] { EXPECT_TRUE(asks_scene()); }},
      {"?asks-pose", [&] { EXPECT_TRUE(asks_pose()); }},
      {"?offers-scene", [&] { EXPECT_TRUE(offers_scene()); }},
      {"?offers-pose", [&] { EXPECT_TRUE(offers_pose()); }},
      {"?offers-nothing", [&] { EXPECT_FALSE(offers_scene() || offers_pose()); }},
      {"?star", [&] { EXPECT_TRUE(is_starred()) << viewer->title(); }},
      {"?no-star", [&] { EXPECT_FALSE(is_starred()) << viewer->title(); }},
      {"?posed", [&] { EXPECT_TRUE(is_turned(0.5f)); }},
      {"?posed-again", [&] { EXPECT_TRUE(is_turned(0.9f)); }},
      {"?not-posed", [&] { EXPECT_FALSE(is_turned(0.5f) || is_turned(0.9f)); }},
      {"?moved", [&] { EXPECT_EQ(x_of_second(), 3.0f); }},
      {"?moved-again", [&] { EXPECT_EQ(x_of_second(), 5.0f); }},
      {"?not-moved", [&] { EXPECT_EQ(x_of_second(), x_in_file); }},
      {"?one-model", [&] { EXPECT_THAT(figures(), SizeIs(1)); }},
      {"?two-models", [&] { EXPECT_THAT(figures(), SizeIs(2)); }},
      {"?no-backup", [&] { EXPECT_EQ(backups(), 0u); }},
  };
};

TEST_P(Sequences, NothingIsLostOrAskedTwice) {
  other = write_other(renamed_figure("小物"));
  begin_models({model_name, other});
  move(1, x_in_file);
  ask({ActionId::save_scene_as, scene});
  close();
  ASSERT_FALSE(viewer->running());
  std::istringstream script(GetParam().words);
  for (std::string word; script >> word;) {
    SCOPED_TRACE(word);
    run(word);
    if (HasFailure()) return;
  }
}

constexpr Sequence sequences[] = {
    {"DiscardedChangeOfAScene",
     "scene move wait close ?asks-scene discard ?closed ?no-backup scene ?not-moved ?offers-nothing"},
    {"SavedChangeOfAScene",
     "scene move close ?asks-scene save ?closed ?no-backup scene ?moved ?no-star close ?closed"},
    {"KilledBeforeTheBackup", "scene move kill scene ?not-moved ?no-star ?offers-nothing close ?closed"},
    {"KilledScene",
     "scene move wait kill scene ?offers-scene ?not-moved restore ?moved ?star ?offers-nothing close "
     "?asks-scene save ?closed scene ?moved ?offers-nothing ?no-backup"},
    {"KilledSceneFoundByAnotherWindow",
     "scene move wait kill model ?offers-scene restore ?moved close discard ?closed "
     "?no-backup scene ?not-moved ?offers-nothing"},
    {"DiscardedBackup",
     "scene move wait kill model ?offers-scene drop ?offers-nothing close ?closed scene ?not-moved "
     "?offers-nothing"},
    {"DiscardTakenBack",
     "scene move wait kill model drop ?offers-nothing undrop ?offers-scene restore ?moved ?star"},
    {"KilledTwice",
     "scene move wait kill model restore ?moved kill scene ?offers-scene restore ?moved close save "
     "?closed scene ?moved ?offers-nothing"},
    {"KilledAfterMoreChanges",
     "scene move wait move-again wait kill scene restore ?moved-again ?offers-nothing"},
    {"PoseOfAScene",
     "scene pose ?star wait kill scene ?offers-scene restore ?posed ?offers-nothing close ?asks-scene "
     "save ?closed ?no-backup scene ?posed ?offers-nothing"},
    {"SavedAgainAndAgain",
     "scene pose save-scene kill scene ?posed move save-scene ?no-star kill scene ?posed ?moved "
     "close ?closed"},
    {"RestoredMovedAndSaved",
     "scene pose wait kill scene restore ?posed move wait save-scene ?no-star kill scene ?posed "
     "?moved ?offers-nothing"},
    {"PoseAndPlace",
     "scene pose move wait kill model restore ?posed ?moved ?offers-nothing close ?asks-scene discard "
     "?closed ?no-backup model ?offers-nothing"},
    {"UndoneChange",
     "scene pose move wait undo undo ?no-star close ?closed ?no-backup scene ?not-moved ?not-posed"},
    {"RedoneChange",
     "scene move undo redo close ?asks-scene escape ?star save-scene ?no-star close ?closed scene ?moved"},
    {"SavedAndGoneOn",
     "scene move save-scene pose wait kill scene ?moved ?not-posed ?offers-scene restore ?posed ?moved"},
    {"SavedThenKilled",
     "scene pose move wait save-scene ?no-backup kill scene ?posed ?moved ?offers-nothing"},
    {"CancelledThenKilled", "scene move close escape pose wait kill scene restore ?moved ?posed"},
    {"KilledWhileAsked", "scene move wait close ?asks-scene kill scene ?offers-scene restore ?moved"},
    {"CameraOfAScene", "scene camera ?star close ?asks-scene discard ?closed scene ?no-star ?offers-nothing"},
    {"DiscardedPose",
     "model pose wait close ?asks-pose discard ?closed ?no-backup model ?not-posed ?offers-nothing"},
    {"KilledPose", "model pose wait kill model ?offers-pose restore ?posed ?offers-nothing close ?asks-pose"},
    {"DiscardedBackupOfAPose",
     "model pose wait kill model drop ?offers-nothing undrop ?offers-pose drop close ?closed "
     "model ?offers-nothing"},
    {"PoseInANewScene",
     "model pose add wait close ?asks-scene poses ?asks-pose discard ?closed ?no-backup model "
     "?one-model ?offers-nothing"},
    {"KilledNewScene",
     "model add wait kill model ?offers-scene restore ?two-models ?offers-nothing close ?asks-scene "
     "discard ?closed model ?one-model ?offers-nothing"},
    {"LightThatWasUndone", "model light wait undo close ?closed ?no-backup model ?offers-nothing"},
    {"TwoKilledWindows",
     "scene move wait kill models light wait kill model ?offers-scene drop ?offers-scene drop "
     "?offers-nothing undrop undrop ?offers-scene restore ?two-models"},
    {"RestoredOverUnsavedWork",
     "scene move wait kill model pose restore ?asks-pose escape ?posed ?offers-scene restore "
     "?asks-pose discard ?moved ?offers-nothing"},
    {"UnsavedPoseBesideAScene",
     "model pose wait kill scene move wait kill model ?offers-scene restore ?moved "
     "?offers-pose save-scene restore ?posed ?offers-nothing"},
    {"KilledPoseFoundWithoutFiles",
     "model pose wait kill nothing ?offers-pose restore ?posed ?offers-nothing close ?asks-pose"},
    {"KilledRestoredPose",
     "model pose wait kill model restore ?posed wait kill model ?offers-pose restore ?posed close "
     "?asks-pose save ?closed ?no-backup model ?posed ?offers-nothing"},
    {"OnlyPosesOfTwoModels",
     "models pose wait kill model ?offers-scene restore ?posed ?two-models close ?asks-pose discard ?closed "
     "?no-backup"},
};

INSTANTIATE_TEST_SUITE_P(All, Sequences, testing::ValuesIn(sequences),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace mmd::test
