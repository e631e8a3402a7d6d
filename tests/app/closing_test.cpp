// Closing a window with unsaved poses.
#include "base/byte_io.h"
#include "tests/app/viewer_edit_fixture.h"

namespace mmd::test {
namespace {

class Closing : public ViewerEdit {
 protected:
  /// A window with an unsaved pose, in an empty folder.
  void begin_unsaved(const std::vector<std::string>& files) {
    begin(files);
    std::filesystem::current_path(out.path());
    rotate(0, 0.5f);
  }
  std::string text_of(const std::filesystem::path& file) const {
    const auto bytes = read_file(file);
    return bytes ? std::string(as_text(*bytes)) : std::string();
  }
  const TemporaryFolder out;
};

TEST_F(Closing, AsksNothingIfAllIsSaved) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  ask({ActionId::undo});
  press(SDLK_q, Held::control);
  EXPECT_FALSE(viewer->running());
}

TEST_F(Closing, CancelKeepsEverything) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  const Pose mine = shown();
  press(SDLK_q, Held::control);
  ASSERT_TRUE(viewer->asks_to_save());
  press(SDLK_p);
  EXPECT_FALSE(viewer->stage().rest_pose()) << "only answers count";
  press(SDLK_ESCAPE);
  EXPECT_TRUE(viewer->running());
  EXPECT_FALSE(viewer->asks_to_save());
  EXPECT_EQ(shown().rotation, mine.rotation);
  press(SDLK_p);
  EXPECT_TRUE(viewer->stage().rest_pose());
}

TEST_F(Closing, DiscardKeepsTheFileAndOffersNothingLater) {
  begin({model_name, pose_name});
  const std::string before = text_of(pose2);
  rotate(0, 0.5f);
  clock += 3.0;
  viewer->run_once(0);
  press(SDLK_q, Held::control);
  press(SDLK_d);
  EXPECT_FALSE(viewer->running());
  EXPECT_EQ(text_of(pose2), before);
  begin({model_name, pose_name});
  EXPECT_EQ(viewer->unsaved_offer(), nullptr);
}

TEST_F(Closing, SaveAsWritesANewFileAndCloses) {
  begin({model_name, pose_name});
  const std::string before = text_of(pose2);
  rotate(0, 0.5f);
  press(SDLK_q, Held::control);
  ask({ActionId::ask_closing_name});
  EXPECT_TRUE(viewer->asks_to_save());
  ask({ActionId::save_and_quit});
  EXPECT_FALSE(viewer->running());
  EXPECT_EQ(text_of(pose2), before);
  EXPECT_TRUE(std::filesystem::exists(pose2.parent_path() / "pose2 2.vpd"));
}

TEST_F(Closing, APoseWithoutAFileGetsTheOfferedName) {
  begin_unsaved({model_name});
  SDL_Event close{};
  close.type = SDL_WINDOWEVENT;
  close.window.event = SDL_WINDOWEVENT_CLOSE;
  viewer->handle(close);
  settle();
  press(SDLK_RETURN);
  EXPECT_FALSE(viewer->running());
  EXPECT_THAT(out.names(), ElementsAre("積み木 pose.vpd"));
}

TEST_F(Closing, AsksAboutEachModelSavesItsPoseAndCancelTakesAllAnswersBack) {
  begin_unsaved({model_name, pose_name, model_name});
  ask({ActionId::next_figure});
  rotate(0, 0.7f);
  press(SDLK_q, Held::control);
  EXPECT_EQ(viewer->stage().figure(), viewer->stage().figures()[0]);
  press(SDLK_d);
  ASSERT_TRUE(viewer->asks_to_save());
  EXPECT_EQ(viewer->stage().figure(), viewer->stage().figures()[1]);
  press(SDLK_ESCAPE);
  EXPECT_TRUE(viewer->running());
  press(SDLK_q, Held::control);
  EXPECT_EQ(viewer->stage().figure(), viewer->stage().figures()[0]) << "asked again";
  const std::string before = text_of(pose2);
  press(SDLK_RETURN);
  ASSERT_TRUE(viewer->asks_to_save());
  press(SDLK_RETURN);
  EXPECT_FALSE(viewer->running());
  EXPECT_NE(text_of(pose2), before);
  EXPECT_THAT(out.names(), ElementsAre("積み木 pose.vpd"));
  begin({model_name, pose_name});
  EXPECT_EQ(viewer->unsaved_offer(), nullptr);
}

TEST_F(Closing, StaysOpenIfSavingFails) {
  begin_unsaved({model_name});
  press(SDLK_q, Held::control);
  std::filesystem::create_directory(out.path() / path_from_utf8("積み木 pose.vpd"));
  press(SDLK_RETURN);
  press(SDLK_RETURN);
  EXPECT_TRUE(viewer->running());
  EXPECT_TRUE(viewer->asks_to_save());
  EXPECT_THAT(said(), HasSubstr("pose.vpd"));
}

}  // namespace
}  // namespace mmd::test
