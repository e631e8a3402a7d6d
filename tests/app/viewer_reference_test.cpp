#include <imgui.h>

#include "options/reference_picture.h"
#include "tests/app/scene_fixture.h"

namespace mmd::test {
namespace {

class ReferenceInTheWindow : public SceneFixture {
 protected:
  void SetUp() override {
    SceneFixture::SetUp();
    Image image;
    image.width = 40;
    image.height = 20;
    for (int i = 0; i < image.width * image.height; ++i)
      for (const int c : {255, 0, 0, 255}) image.rgba.push_back(static_cast<std::uint8_t>(c));
    const auto bytes = encode_png(image);
    ASSERT_TRUE(bytes && write_file_atomically(path_from_utf8(reference.file), *bytes));
  }
  void show(const ReferencePicture& picture) { ask({ActionId::set_reference, picture}); }
  const ReferenceView& view() const { return viewer->parts().run.reference; }

  ReferencePicture reference{to_utf8(folder.path() / path_from_utf8("下絵.png"))};
};

TEST_F(ReferenceInTheWindow, IsNeverInSavedPictures) {
  begin_models({model_name});
  const auto before = viewer->picture();
  show(reference);
  EXPECT_TRUE(view().is_seen());
  EXPECT_THAT(said(), HasSubstr("Drag moves it"));
  const auto after = viewer->picture();
  ASSERT_TRUE(before && after);
  EXPECT_EQ(after->rgba, before->rgba);
}

TEST_F(ReferenceInTheWindow, LiesInTheMiddleAndIsMovedAndScaled) {
  begin_models({model_name});
  show(reference);
  const Room area{100.0f, 100.0f, 300.0f, 300.0f};
  EXPECT_EQ(view().place_in(area), (Room{100.0f, 150.0f, 300.0f, 250.0f})) << "as wide as the area";
  reference.x = 0.25f;
  reference.y = 1.5f;
  reference.scale = 0.5f;
  show(reference);
  EXPECT_EQ(view().place_in(area), (Room{100.0f, 275.0f, 200.0f, 325.0f})) << "its middle stays in the area";
}

TEST_F(ReferenceInTheWindow, HasAPartOfTheWindowBesideTheView) {
  begin_models({model_name});
  const Room whole = viewer->screen().room();
  reference.beside = true;
  show(reference);
  const Room view_room = viewer->screen().room(), beside = viewer->parts().run.reference_room;
  EXPECT_LT(view_room.width(), 0.7f * whole.width());
  EXPECT_EQ(beside.left, view_room.right);
  EXPECT_EQ(beside.right, whole.right);
  ask({ActionId::toggle_reference});
  EXPECT_EQ(viewer->screen().room(), whole) << "hidden";
  ask({ActionId::toggle_reference});
  EXPECT_EQ(viewer->screen().room(), view_room);
}

TEST_F(ReferenceInTheWindow, TakesTheMouseUnlessItIsLocked) {
  begin_models({model_name});
  show(reference);
  const vec2 middle = viewer->screen().room().middle();
  const vec3 eye = viewer->scene().camera.eye;
  const auto x = static_cast<int>(middle.x), y = static_cast<int>(middle.y);
  drag_along(x, x + 30, y);
  settle();
  EXPECT_EQ(viewer->scene().camera.eye, eye) << "the camera stays";
  reference.locked = true;
  show(reference);
  drag_along(x, x + 30, y);
  settle();
  EXPECT_NE(viewer->scene().camera.eye, eye) << "the view behind it turns";
}

TEST_F(ReferenceInTheWindow, IsKeptInTheScene) {
  begin_models({model_name});
  reference.opacity = 0.25f;
  reference.locked = true;
  show(reference);
  ask({ActionId::save_scene_as, scene});
  EXPECT_THAT(text_of(scene), HasSubstr("下絵.png"));
  be_killed();
  begin_scene(scene);
  EXPECT_EQ(view().picture(), reference);
  EXPECT_TRUE(view().is_seen());
  EXPECT_FALSE(is_starred());
  show({});
  EXPECT_TRUE(is_starred()) << "the scene changed";
}

TEST_F(ReferenceInTheWindow, ItsPathCanBeTypedWithoutADialog) {
  begin_models({model_name});
  ask({ActionId::ask_reference});
  settle();
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  const std::string file = to_utf8(folder.path() / "typed.png");
  std::filesystem::copy_file(path_from_utf8(reference.file), path_from_utf8(file));
  for (std::size_t i = 0; i < file.size(); i += 16) type_text(file.substr(i, 16).c_str());
  press(SDLK_RETURN);
  EXPECT_EQ(view().picture().file, file);
  EXPECT_TRUE(view().is_seen());
}

TEST_F(ReferenceInTheWindow, AFileThatIsNoPictureChangesNothing) {
  begin_models({model_name});
  show(reference);
  ReferencePicture other;
  other.file = model_name;
  show(other);
  EXPECT_EQ(view().picture().file, reference.file);
  EXPECT_TRUE(view().is_seen());
}

TEST_F(ReferenceInTheWindow, AMissingOneStaysInTheScene) {
  begin_models({model_name});
  show(reference);
  ask({ActionId::save_scene_as, scene});
  be_killed();
  std::filesystem::remove(path_from_utf8(reference.file));
  begin_scene(scene);
  EXPECT_FALSE(view().is_seen());
  ask({ActionId::save_scene_as, scene});
  ask({ActionId::save_scene_as, scene});
  EXPECT_THAT(text_of(scene), HasSubstr("下絵.png"));
}

}  // namespace
}  // namespace mmd::test
