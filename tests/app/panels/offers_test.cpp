// Notices above the picture.
#include "app/actions/offer_places.h"
#include "app/panels/panels.h"
#include "tests/app/scene_fixture.h"
#include "tests/support/process.h"

namespace mmd::test {
namespace {

TEST(OfferPlaces, OthersKeepTheirPlacesUntilThePointerLeaves) {
  OfferPlaces places;
  const auto draw = [&](bool over, const std::vector<std::string>& ids) {
    std::vector<float> tops;
    places.begin(100.0f, over);
    for (const std::string& id : ids) {
      tops.push_back(places.take(id));
      places.set_height(id, 30.0f);
    }
    return tops;
  };
  EXPECT_EQ(draw(false, {"scene", "terms"}), (std::vector<float>{100.0f, 130.0f}));
  EXPECT_EQ(draw(true, {"terms"}), (std::vector<float>{130.0f}));
  EXPECT_EQ(draw(true, {"pose", "terms"}), (std::vector<float>{160.0f, 130.0f})) << "a new one is the last";
  EXPECT_EQ(places.height(), 90.0f);
  EXPECT_EQ(draw(false, {"pose", "terms"}), (std::vector<float>{130.0f, 100.0f}));
  draw(false, {});
  draw(false, {});
  EXPECT_EQ(places.height(), 0.0f);
}

class Offers : public SceneFixture {
 protected:
  /// Leaves the backups of a changed scene and of the pose of another model.
  void leave_both() {
    other = write_other(renamed_figure("小物"));
    begin_models({other});
    rotate(0, 0.7f);
    pause();
    be_killed();
    begin_models({model_name, model_name});
    move(1, 3.0f);
    pause();
    be_killed();
  }
  std::string other;
};

TEST_F(Offers, ASecondClickAtTheSamePlaceMeetsNoOtherNotice) {
  leave_both();
  begin_models({model_name});
  ASSERT_TRUE(offers_scene());
  const Room& room = viewer->screen().room();
  const int y = static_cast<int>(room.top) - 12;
  int hit = -1;
  for (int x = static_cast<int>(room.right) - 6; x > static_cast<int>(room.left) && hit < 0; x -= 6) {
    click_panel(x, y);
    if (recorded_of(ActionId::restore_unsaved) > 0) FAIL() << "met Restore";
    if (!offers_scene()) hit = x;
  }
  ASSERT_GE(hit, 0);
  ASSERT_TRUE(offers_pose());
  const auto offered = viewer->unsaved_offer()->file;
  click_panel(hit, y);
  click_panel(hit, y);
  ASSERT_TRUE(offers_pose());
  EXPECT_EQ(viewer->unsaved_offer()->file, offered);
}

TEST_F(Offers, AnUnsavedSceneIsOfferedByItsName) {
  const auto offered = [&](Language language) { return unsaved_text(*viewer->unsaved_offer(), language); };
  begin_models({model_name, model_name});
  move(1, 3.0f);
  pause();
  be_killed();
  begin_models({model_name});
  EXPECT_THAT(offered(Language::english), HasSubstr("Unsaved scene found: unnamed, 2"));
  EXPECT_THAT(offered(Language::japanese), HasSubstr("名称未設定、2"));
  ask({ActionId::discard_unsaved});
  close();
  write_scene();
  begin_scene(scene);
  move(1, 3.0f);
  pause();
  be_killed();
  begin_models({model_name});
  EXPECT_THAT(offered(Language::english), HasSubstr("Unsaved scene found: s.mmdscene, 2"));
  EXPECT_THAT(offered(Language::japanese), HasSubstr("s.mmdscene、2"));
  ask({ActionId::discard_unsaved});
  ask({ActionId::undo_discard});
  EXPECT_THAT(offered(Language::english), HasSubstr("s.mmdscene, 2"));
}

TEST_F(Offers, AnUnsavedPoseIsOfferedByItsModelAndFile) {
  begin_models({model_name, pose_name});
  rotate(0, 0.7f);
  pause();
  be_killed();
  begin_models({model_name});
  const LeftBackup& offer = *viewer->unsaved_offer();
  EXPECT_THAT(unsaved_text(offer, Language::english), HasSubstr("pose found: 積み木.pmx, pose2.vpd, 2"));
  EXPECT_THAT(unsaved_text(offer, Language::japanese), HasSubstr("積み木.pmx、pose2.vpd、2"));
}

TEST_F(Offers, ADiscardCanBeUndoneUntilTheWindowEnds) {
  leave_both();
  begin_models({model_name});
  const auto left = viewer->unsaved_offer()->file;
  ask({ActionId::discard_unsaved});
  EXPECT_FALSE(offers_scene());
  EXPECT_TRUE(offers_pose());
  ask({ActionId::discard_unsaved});
  EXPECT_FALSE(offers_pose());
  EXPECT_EQ(backups(), 2u);
  ask({ActionId::undo_discard});
  EXPECT_TRUE(offers_pose());
  ask({ActionId::undo_discard});
  EXPECT_EQ(viewer->unsaved_offer()->file, left);
  ask({ActionId::discard_unsaved});
  close();
  viewer.reset();
  EXPECT_EQ(backups(), 1u) << "the pose was not discarded";
  begin_models({model_name});
  EXPECT_FALSE(offers_scene());
  EXPECT_TRUE(offers_pose());
}

TEST_F(Offers, RestoringAfterADiscardOffersItAgain) {
  leave_both();
  begin_models({model_name});
  ask({ActionId::discard_unsaved});
  ask({ActionId::discard_unsaved});
  ask({ActionId::restore_unsaved});
  EXPECT_TRUE(offers_pose());
}

TEST_F(Offers, AnAnsweredNoticeKeepsItsPlaceUntilThePointerLeavesTheWindow) {
  ViewerSetup setup;
  setup.panels.ask_mouse();
  begin({model_name}, {}, setup);
  const Room& room = viewer->screen().room();
  const int y = static_cast<int>(room.top) - 12;
  for (int x = static_cast<int>(room.left) + 6; x < static_cast<int>(room.right); x += 6)
    if (viewer->panels().asks_mouse()) click_panel(x, y);
  ASSERT_FALSE(viewer->panels().asks_mouse());
  EXPECT_GT(viewer->panels().offer_height, 0.0f);
  SDL_Event leave{};
  leave.type = SDL_WINDOWEVENT;
  leave.window.event = SDL_WINDOWEVENT_LEAVE;
  viewer->handle(leave);
  settle();
  EXPECT_EQ(viewer->panels().offer_height, 0.0f);
}

/// A window in a folder where no file can be created, not even by root.
class UnwritableFolder : public ViewerEdit {
 protected:
  void SetUp() override {
    ViewerEdit::SetUp();
    std::filesystem::create_directories(home.path() / "Pictures");
    begin({model_name, write_motion("m.vmd", rising_arm())});
    std::filesystem::current_path("/proc");
  }
  const TemporaryFolder home;
  const EnvironmentVariable home_variable{"HOME", home.path().c_str()}, config{"XDG_CONFIG_HOME", nullptr};
  const std::string pictures = to_utf8(home.path() / "Pictures");
};

TEST_F(UnwritableFolder, APictureGoesToTheUsersPicturesWithOneClick) {
  press(SDLK_F12);
  ASSERT_TRUE(viewer->parts().run.refused_save);
  EXPECT_THAT(said(), HasSubstr("the folder cannot be written to"));
  EXPECT_EQ(to_utf8(viewer->parts().run.refused_save->offered), pictures);
  ask({ActionId::save_in_pictures});
  EXPECT_FALSE(viewer->parts().run.refused_save);
  EXPECT_THAT(said(), HasSubstr(pictures));
  press(SDLK_F12);
  EXPECT_FALSE(viewer->parts().run.refused_save) << "the choice stays";
  const auto made = std::distance(std::filesystem::directory_iterator(home.path() / "Pictures"), {});
  EXPECT_EQ(made, 2);
}

TEST_F(UnwritableFolder, AnotherUnwritableFolderIsOfferedAgain) {
  press(SDLK_F12);
  ask({ActionId::save_in_folder, std::string("/sys")});
  ASSERT_TRUE(viewer->parts().run.refused_save);
  EXPECT_EQ(viewer->parts().run.refused_save->folder, "/sys");
  ask({ActionId::do_not_save});
  EXPECT_FALSE(viewer->parts().run.refused_save);
}

TEST_F(UnwritableFolder, AVideoIsOfferedAnotherFolder) {
  ask({ActionId::record_motion, std::string("/proc/dance.mp4")});
  ASSERT_TRUE(viewer->parts().run.refused_save);
  EXPECT_EQ(viewer->parts().run.refused_save->action.id, ActionId::record_motion);
  EXPECT_EQ(viewer->parts().run.recording, nullptr);
}

TEST_F(UnwritableFolder, WithoutADialogNothingIsSavedThatNobodyAskedFor) {
  const auto offers_other = [&] {
    return testing::Value(
        folder_answers(viewer->parts().setup, viewer->parts().run),
        Contains(Field(&OfferAnswer::action, Field(&Action::id, ActionId::ask_picture_folder))));
  };
  press(SDLK_F12);
  EXPECT_FALSE(offers_other()) << "this window has no dialog";
  std::filesystem::current_path("/");
  ViewerSetup setup;
  setup.dialog = [](const DialogQuestion& question, const std::atomic<bool>&) {
    return DialogOutcome{false, {}, question.purpose};  // no program is installed
  };
  begin({model_name}, {}, setup);
  std::filesystem::current_path("/proc");
  press(SDLK_F12);
  EXPECT_TRUE(offers_other());
  ask({ActionId::ask_picture_folder});
  run_until([&] { return !viewer->in_dialog(); });
  EXPECT_TRUE(std::filesystem::is_empty(home.path() / "Pictures"));
  EXPECT_THAT(said(), HasSubstr("No file dialog"));
  EXPECT_TRUE(viewer->parts().run.refused_save) << "the other answers stay";
  EXPECT_FALSE(offers_other());
  ask({ActionId::save_in_pictures});
  EXPECT_THAT(said(), HasSubstr(pictures));
}

}  // namespace
}  // namespace mmd::test
