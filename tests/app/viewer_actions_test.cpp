// Recorded actions and their replay.
#include "tests/app/viewer_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

class ViewerActions : public ViewerFixture {
 protected:
  void mouse(Uint32 type, int x, int y, int dx = 0) {
    viewer->handle(mouse_event(type, x, y, dx));
    settle();
  }
  void drag(int from, int to) {
    mouse(SDL_MOUSEMOTION, from, 100);
    mouse(SDL_MOUSEBUTTONDOWN, from, 100);
    mouse(SDL_MOUSEMOTION, to, 100, to - from);
    mouse(SDL_MOUSEBUTTONUP, to, 100);
  }
};

TEST_F(ViewerActions, ReplayedActionsGiveTheSamePicture) {
  begin({model_name});
  drop({pose_name});
  for (const SDL_Keycode key : {SDLK_RIGHT, SDLK_e, SDLK_a, SDLK_8, SDLK_b}) press(key);
  drag(40, 70);                          // the camera
  mouse(SDL_MOUSEBUTTONDOWN, 160, 120);  // a bone, or none
  mouse(SDL_MOUSEBUTTONUP, 160, 120);
  ask({ActionId::set_compared, std::string("ik")});
  press(SDLK_c);   // a wipe
  drag(160, 100);  // its divider
  const auto there = pixels();
  EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::open_files)));
  EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::move_camera)));
  EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::move_divider)));
  EXPECT_EQ(replayed({model_name}), there);
  EXPECT_FLOAT_EQ(viewer->compare_panes().divider(), 100.0f / 320.0f);
}

TEST_F(ViewerActions, UnavailableActionsExplainThemselvesAndAreNotRecorded) {
  begin({});
  for (const ActionRow& row : action_table()) {
    if (row.needs == Needs::nothing) continue;
    viewer->perform({row.id});
    EXPECT_THAT(said(), HasSubstr(std::string(what_to_do(row.needs).english))) << row.name.english;
  }
  EXPECT_THAT(recorded, IsEmpty());
  EXPECT_FALSE(viewer->playback().playing());
}

TEST_F(ViewerActions, CameraBookmarksStayForTheNextWindow) {
  start({model_name}, with_library());
  press(SDLK_5);
  const Camera kept = viewer->scene().camera;
  press(SDLK_b, Held::control);
  press(SDLK_1);
  viewer->perform({ActionId::keep_camera_as, std::string("正面")});
  ASSERT_NE(viewer->scene().camera.eye, kept.eye);
  start({model_name}, with_library());
  ASSERT_EQ(viewer->library().cameras().size(), 2u);
  press(SDLK_v);
  EXPECT_LT(glm::distance(viewer->scene().camera.eye, kept.eye), 1e-3f);
  EXPECT_FALSE(viewer->stage().camera_is_fitted());
  press(SDLK_v);
  EXPECT_GT(glm::distance(viewer->scene().camera.eye, kept.eye), 1.0f);
  viewer->perform({ActionId::go_to_camera, std::string("1")});
  EXPECT_LT(glm::distance(viewer->scene().camera.eye, kept.eye), 1e-3f);
  viewer->perform({ActionId::forget_camera, std::string("1")});
  viewer->perform({ActionId::go_to_camera, std::string("1")});
  EXPECT_THAT(said(), HasSubstr("No camera bookmark named 1"));
}

}  // namespace
}  // namespace mmd::test
