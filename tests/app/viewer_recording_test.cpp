// Recording a motion with another process of the program.
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerRecording : public ViewerFixture {
 protected:
  void record(const std::string& name) {
    ViewerSetup setup;
    setup.program = MMDVIEW_PROGRAM;
    start({model_name, write_motion("dance.vmd", rising_arm())}, std::move(setup));
    ask({ActionId::set_range, FrameRange{10, 12}});
    ask({ActionId::record_motion, to_utf8(folder.path() / name)});
  }
  bool is_recording() const { return viewer->parts().run.recording != nullptr; }
  std::vector<std::string> made() const {
    std::vector<std::string> out;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "out", error))
      out.push_back(to_utf8(entry.path().filename()));
    std::sort(out.begin(), out.end());
    return out;
  }
};

TEST_F(ViewerRecording, WritesOnePictureForEachFrameOfTheRange) {
  record("out.png");
  ASSERT_TRUE(is_recording());
  run_until([&] { return !is_recording(); });
  EXPECT_THAT(said(), HasSubstr("Recorded"));
  EXPECT_THAT(made(), ElementsAre("out_00010.png", "out_00011.png", "out_00012.png"));
}

TEST_F(ViewerRecording, LeavesOutOverlaysAsSavedPicturesDo) {
  ViewerSetup setup;
  setup.program = MMDVIEW_PROGRAM;
  start({model_name, write_motion("dance.vmd", rising_arm())}, std::move(setup));
  ask({ActionId::set_range, FrameRange{0, 0}});
  PictureFile file{64, 64};
  file.overlays = false;
  ask({ActionId::set_picture_file, file});
  ask({ActionId::set_view, View::front});
  const auto recorded_picture = [&](const std::string& name) {
    ask({ActionId::record_motion, to_utf8(folder.path() / (name + ".png"))});
    run_until([&] { return !is_recording(); });
    return read_file(folder.path() / name / (name + "_00000.png")).value();
  };
  const Bytes plain = recorded_picture("plain");
  ask({ActionId::next_bones});
  ask({ActionId::toggle_grid});
  EXPECT_EQ(decode_image(recorded_picture("bones"))->rgba, decode_image(plain)->rgba);
}

TEST_F(ViewerRecording, EndsWhenItIsCancelled) {
  record("out.png");
  ask({ActionId::cancel_recording});
  run_until([&] { return !is_recording(); });
  EXPECT_THAT(said(), HasSubstr("Recording cancelled"));
}

TEST_F(ViewerRecording, HoldsTheWindowOpenOnce) {
  record("out.png");
  ask({ActionId::quit});
  EXPECT_TRUE(viewer->running());
  EXPECT_THAT(said(), HasSubstr("Still recording"));
  ask({ActionId::quit});
  EXPECT_FALSE(viewer->running());
}

TEST_F(ViewerRecording, IsMentionedBeforeTheQuestionAboutUnsavedWork) {
  record("out.png");
  rotate(0, 0.5f);
  ask({ActionId::quit});
  EXPECT_THAT(said(), HasSubstr("Still recording"));
  EXPECT_FALSE(viewer->asks_to_save());
  ask({ActionId::quit});
  EXPECT_TRUE(viewer->asks_to_save());
  ask({ActionId::discard_and_quit});
  EXPECT_FALSE(viewer->running());
}

TEST_F(ViewerRecording, TellsWhyItFailed) {
  record("nowhere/out.png");
  run_until([&] { return !is_recording(); });
  EXPECT_THAT(said(), HasSubstr("choose another folder"));
}

}  // namespace
}  // namespace mmd::test
