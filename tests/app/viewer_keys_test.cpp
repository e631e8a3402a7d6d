// Keys in a real window.
#include <algorithm>

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerKeys : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    start({model_name, pose_name});
  }
  /// Reads a saved picture.
  static Image saved(const std::filesystem::path& file) {
    const auto bytes = read_file(file);
    auto image = bytes ? decode_image(*bytes) : fail("it is not there");
    EXPECT_TRUE(image);
    return image ? std::move(*image) : Image();
  }
};

TEST_F(ViewerKeys, SwitchesToggleThePicture) {
  const auto before = pixels();
  for (const SDL_Keycode key : {SDLK_a, SDLK_i, SDLK_e, SDLK_b, SDLK_p}) {
    SCOPED_TRACE(SDL_GetKeyName(key));
    press(key);
    EXPECT_NE(pixels(), before);
    EXPECT_FALSE(said().empty());
    press(key);
    EXPECT_EQ(pixels(), before);
  }
  press(SDLK_p);
  EXPECT_THAT(viewer->title(), HasSubstr("rest pose"));
  press(SDLK_a);
  press(SDLK_RIGHT);
  EXPECT_FALSE(first_actor().switches.append) << "switches stay for the next pose";
}

TEST_F(ViewerKeys, DigitsShowNineViews) {
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const SDL_Keycode key : {SDLK_1, SDLK_2, SDLK_4, SDLK_5, SDLK_6, SDLK_7, SDLK_8, SDLK_9, SDLK_9}) {
    press(key);
    auto picture = pixels();
    EXPECT_EQ(std::find(pictures.begin(), pictures.end(), picture), pictures.end()) << SDL_GetKeyName(key);
    pictures.push_back(std::move(picture));
  }
  press(SDLK_3);
  const auto front = pixels();
  press(SDLK_1);
  EXPECT_EQ(pixels(), front) << "the whole model is seen from the front";
}

TEST_F(ViewerKeys, RResetsTheCamera) {
  Options options;
  options.camera.view = View::back;
  start({model_name}, {}, options);
  const auto before = pixels();
  MmdCamera asked;
  asked.angles = vec3(0, 90, 0);
  ask({ActionId::set_camera, asked});
  EXPECT_LT(glm::distance(viewer->scene().camera.eye, vec3(45, 10, 0)), 1e-3f);
  ASSERT_NE(pixels(), before);
  press(SDLK_r);
  EXPECT_EQ(pixels(), before);
}

TEST_F(ViewerKeys, ArrowsStepThroughTheFolderAndKeepAMovedCamera) {
  EXPECT_THAT(said(), Not(HasSubstr(" of 3")));
  viewer->handle(wheel_event());
  const Camera camera = viewer->scene().camera;
  press(SDLK_RIGHT);
  EXPECT_THAT(viewer->title(), HasSubstr("POSE10.vpd"));
  EXPECT_THAT(said(), HasSubstr("POSE10.vpd, 3 of 3"));
  const auto tenth = pixels();
  press(SDLK_RIGHT);
  EXPECT_THAT(viewer->title(), HasSubstr("pose1.vpd"));
  EXPECT_THAT(said(), HasSubstr("pose1.vpd, 1 of 3"));
  EXPECT_NE(pixels(), tenth);
  press(SDLK_LEFT);
  EXPECT_THAT(viewer->title(), HasSubstr("POSE10.vpd"));
  EXPECT_EQ(pixels(), tenth);
  EXPECT_EQ(viewer->scene().camera.eye, camera.eye);
  EXPECT_EQ(viewer->scene().camera.target, camera.target);
  folder.put("poses/pose0.vpd", "Vocaloid Pose Data file\r\n\r\n1;\r\nBone0{");
  for (int i = 0; i < 2; ++i) press(SDLK_RIGHT);
  EXPECT_THAT(viewer->title(), HasSubstr("pose1.vpd")) << "past a pose that cannot be read";
}

TEST_F(ViewerKeys, ArrowsFitTheCameraToThePose) {
  press(SDLK_8);
  press(SDLK_RIGHT);
  const Camera fitted = viewer->scene().camera;
  press(SDLK_8);
  EXPECT_EQ(viewer->scene().camera.eye, fitted.eye);
  press(SDLK_RIGHT);
  EXPECT_NE(viewer->scene().camera.eye, fitted.eye);
}

TEST_F(ViewerKeys, ArrowsStepThroughTheOpenedFolder) {
  ViewerSetup setup;
  setup.sample = {model_name, pose_name};
  start({}, setup);
  press(SDLK_RIGHT);
  EXPECT_THAT(said(), HasSubstr("3 of 3"));
  const TemporaryFolder own;
  write_model(own.path() / "own.pmx", figure());
  drop({to_utf8(own.path() / "own.pmx")});
  press(SDLK_RIGHT);
  EXPECT_THAT(said(), HasSubstr("No poses"));
  drop({pose_name});
  press(SDLK_RIGHT);
  EXPECT_THAT(said(), HasSubstr("3 of 3"));
}

TEST_F(ViewerKeys, F12SavesThePicture) {
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  press(SDLK_F12);
  press(SDLK_F12);  // within the same second, or not: never over the first
  const auto names = out.names();
  ASSERT_THAT(names, SizeIs(2));
  EXPECT_THAT(names.front(), testing::StartsWith("積み木_pose2_"));
  EXPECT_THAT(said(), HasSubstr("Saved"));
  const Image image = saved(out.path() / path_from_utf8(names.front()));
  EXPECT_EQ(image.width, window->drawable_size().width);
  EXPECT_EQ(image.height, viewer->screen().size().height);
  EXPECT_EQ(std::vector<std::uint8_t>(image.rgba.begin(), image.rgba.end()), pixels());
}

TEST_F(ViewerKeys, APictureIsNamedAfterTheShownPose) {
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  const auto saved_as = [&] {
    press(SDLK_F12);
    const auto names = out.names();
    EXPECT_THAT(names, SizeIs(1));
    std::filesystem::remove(out.path() / path_from_utf8(names.front()));
    return names.front();
  };
  drop({to_utf8(folder.path() / "poses" / "POSE10.vpd")});
  EXPECT_THAT(saved_as(), testing::StartsWith("積み木_POSE10_"));
  press(SDLK_z, Held::control);
  EXPECT_THAT(saved_as(), testing::StartsWith("積み木_pose2_"));
  press(SDLK_y, Held::control);
  EXPECT_THAT(saved_as(), testing::StartsWith("積み木_POSE10_"));
  ask({ActionId::save_pose_as, std::string("mine")});
  EXPECT_THAT(saved_as(), testing::StartsWith("積み木_mine_"));
  press(SDLK_p);
  EXPECT_THAT(saved_as(), Not(HasSubstr("mine"))) << "the rest pose has no file";
}

TEST_F(ViewerKeys, SavesPicturesWithTheChosenSettings) {
  const TemporaryFolder out;
  ask({ActionId::set_picture_file, PictureFile{300, 200, 1, true}});
  const Camera camera = viewer->scene().camera;
  const vec4 background = viewer->scene().settings.background;
  std::filesystem::current_path(out.path());
  press(SDLK_F12);
  const auto names = out.names();
  ASSERT_THAT(names, SizeIs(1));
  const Image image = saved(out.path() / path_from_utf8(names.front()));
  EXPECT_EQ(image.width, 300);
  EXPECT_EQ(image.height, 200);
  EXPECT_EQ(image.rgba[3], 0) << "the corner is transparent";
  const bool seen = std::any_of(image.rgba.begin(), image.rgba.end(), [](std::uint8_t v) { return v > 0; });
  EXPECT_TRUE(seen);
  EXPECT_EQ(viewer->scene().camera.eye, camera.eye);
  EXPECT_EQ(viewer->scene().settings.background, background);
}

TEST_F(ViewerKeys, EscapeGoesOneStepBackAndNeverQuits) {
  press(SDLK_c);
  press(SDLK_m);
  press(SDLK_b);
  viewer->perform({ActionId::select_bone, std::int32_t{0}});
  press(SDLK_x);
  press(SDLK_h);
  const PanelState& panels = viewer->panels();
  press(SDLK_ESCAPE);
  EXPECT_FALSE(panels.shown(Panel::help));
  EXPECT_EQ(panels.tools.tool, EditTool::rotate);
  press(SDLK_ESCAPE);
  EXPECT_EQ(panels.tools.tool, EditTool::all);
  EXPECT_FALSE(viewer->bone_picker().selection().empty());
  press(SDLK_ESCAPE);
  EXPECT_TRUE(viewer->bone_picker().selection().empty());
  EXPECT_NE(viewer->compare_panes().mode(), CompareMode::off);
  press(SDLK_ESCAPE);
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
  press(SDLK_TAB);
  EXPECT_TRUE(panels.picture_alone());
  for (int i = 0; i < 3; ++i) press(SDLK_ESCAPE);
  EXPECT_FALSE(panels.picture_alone());
  EXPECT_TRUE(panels.shown(Panel::morphs)) << "panels stay";
  EXPECT_TRUE(viewer->running());
  press(SDLK_q);
  EXPECT_TRUE(viewer->running());
  press(SDLK_q, Held::control);
  EXPECT_FALSE(viewer->running());
}

}  // namespace
}  // namespace mmd::test
