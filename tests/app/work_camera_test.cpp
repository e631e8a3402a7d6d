#include "tests/app/scene_fixture.h"

namespace mmd::test {
namespace {

class WorkCamera : public SceneFixture {
 protected:
  const vec3& eye() const { return viewer->scene().camera.eye; }
  vec3 picture_eye() const { return viewer->stage().picture_camera().camera.eye; }
  void choose_size(int width, int height) {
    PictureFile file = viewer->panels().picture_file;
    file.width = width;
    file.height = height;
    ask({ActionId::set_picture_file, file});
  }
  std::vector<std::uint8_t> saved_pixels() {
    const auto file = folder.path() / (std::to_string(++saved) + ".png");
    ask({ActionId::save_picture_as, to_utf8(file)});
    const auto bytes = read_file(file);
    const auto image = bytes ? decode_image(*bytes) : tl::unexpected(bytes.error());
    EXPECT_TRUE(image) << said();
    return image ? std::vector<std::uint8_t>(image->rgba.begin(), image->rgba.end())
                 : std::vector<std::uint8_t>();
  }
  int saved = 0;
};

TEST_F(WorkCamera, PicturesAreMadeWithThePictureCamera) {
  begin_models({model_name});
  turn_camera();
  const auto before = pixels();
  const vec3 from = eye();
  press(SDLK_0);
  EXPECT_TRUE(viewer->stage().uses_work_camera());
  EXPECT_EQ(eye(), from) << "it begins where the picture camera is";
  turn_camera();
  EXPECT_NE(eye(), from);
  EXPECT_EQ(picture_eye(), from);
  EXPECT_EQ(pixels(), before);
  const vec3 at_work = eye();
  press(SDLK_0);
  EXPECT_FALSE(viewer->stage().uses_work_camera());
  EXPECT_EQ(eye(), from);
  EXPECT_EQ(pixels(), before);
  press(SDLK_0);
  EXPECT_EQ(eye(), at_work) << "it stays where it was";
}

TEST_F(WorkCamera, AFittedPictureCameraGoesOnFitting) {
  begin_models({model_name});
  choose_size(60, 120);
  const auto before = saved_pixels();
  press(SDLK_0);
  turn_camera();
  EXPECT_EQ(saved_pixels(), before);
  choose_size(0, 0);
  const auto wide = pixels();
  press(SDLK_0);
  EXPECT_EQ(pixels(), wide);
}

TEST_F(WorkCamera, ShowsWhatIsSavedInACorner) {
  begin_models({model_name});
  EXPECT_FALSE(viewer->screen().inset());
  choose_size(120, 120);
  EXPECT_TRUE(viewer->screen().frame());
  press(SDLK_0);
  EXPECT_FALSE(viewer->screen().frame()) << "the view is not what is saved";
  const auto inset = viewer->screen().inset();
  ASSERT_TRUE(inset);
  EXPECT_NEAR(inset->width(), inset->height(), 1.0f);
  const Room& view = viewer->screen().room();
  EXPECT_LE(inset->width(), 0.25f * view.width() + 1.0f);
  EXPECT_GT(inset->left, view.middle().x);
  EXPECT_LT(inset->bottom, view.middle().y);
  click_panel(static_cast<int>(inset->middle().x), static_cast<int>(inset->middle().y));
  EXPECT_FALSE(viewer->stage().uses_work_camera()) << "a click goes back";
  EXPECT_FALSE(viewer->screen().inset());
}

TEST_F(WorkCamera, IsKeptInTheScene) {
  begin_models({model_name});
  turn_camera();
  const vec3 picture = eye();
  press(SDLK_0);
  turn_camera();
  turn_camera();
  const vec3 at_work = eye();
  ask({ActionId::save_scene_as, scene});
  EXPECT_THAT(text_of(scene), HasSubstr("work-camera"));
  be_killed();
  begin_scene(scene);
  EXPECT_FALSE(viewer->stage().uses_work_camera()) << "the scene opens as its picture";
  EXPECT_NEAR(glm::length(eye() - picture), 0.0f, 1e-3f);
  EXPECT_FALSE(is_starred());
  press(SDLK_0);
  EXPECT_NEAR(glm::length(eye() - at_work), 0.0f, 1e-3f);
  EXPECT_FALSE(is_starred()) << "looking around changes nothing of the scene";
}

}  // namespace
}  // namespace mmd::test
