#include <initializer_list>

#include "scene/bone_marks.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class SavedPictures : public ViewerFixture {
 protected:
  SavedPictures() : ViewerFixture(PictureSize{400, 240}) {}

  void begin_with_pictures() {
    ViewerSetup setup;
    setup.pictures = out.path();
    start({model_name}, std::move(setup));
  }
  void choose(int width, int height, PictureFormat format = PictureFormat::png) {
    PictureFile file = viewer->panels().picture_file;
    file.width = width;
    file.height = height;
    file.format = format;
    ask({ActionId::set_picture_file, file});
  }
  void label(std::initializer_list<Label> labels) {
    PictureFile file = viewer->panels().picture_file;
    for (const Label one : labels) file.labels.add(one);
    ask({ActionId::set_picture_file, file});
  }
  Image saved(const std::string& name) {
    const auto bytes = read_file(out.path() / path_from_utf8(name));
    EXPECT_TRUE(bytes) << name;
    const auto image = bytes ? decode_image(*bytes) : tl::unexpected(bytes.error());
    EXPECT_TRUE(image) << name;
    return image ? *image : Image();
  }

  const TemporaryFolder out;
};

TEST_F(SavedPictures, TheFrameInTheViewIsWhatIsSaved) {
  begin_with_pictures();
  EXPECT_FALSE(viewer->screen().frame()) << "a picture as large as the view";
  for (const auto& [width, height] : {std::pair(100, 400), std::pair(500, 100)}) {
    choose(width, height);
    const auto frame = viewer->screen().frame();
    ASSERT_TRUE(frame);
    EXPECT_NEAR(frame->width() / frame->height(), static_cast<float>(width) / static_cast<float>(height),
                0.02f);
    const auto places = bones_in_picture(first_actor(), viewer->scene().camera, viewer->scene().settings,
                                         vec2(width, height));
    ask({ActionId::toggle_bones});
    for (const BonePlace& in_file : places) {
      const vec2 seen = place(in_file.bone);
      const vec2 share = in_file.at / vec2(width, height);
      EXPECT_NEAR(seen.x, frame->left + share.x * frame->width(), 0.51f) << width;
      EXPECT_NEAR(seen.y, frame->top + share.y * frame->height(), 0.51f) << width;
    }
    EXPECT_FALSE(places.empty());
    ask({ActionId::toggle_bones});
  }
}

TEST_F(SavedPictures, APoseChangedInTheFrameIsSavedAsItIsSeen) {
  begin_with_pictures();
  choose(100, 400);
  rotate(1, 1.2f);  // does not move the camera
  ask({ActionId::save_picture_as, std::string("fitted.png")});
  ask({ActionId::move_camera, viewer->scene().camera});
  ask({ActionId::save_picture_as, std::string("as-seen.png")});
  EXPECT_EQ(saved("fitted.png").rgba, saved("as-seen.png").rgba);
}

TEST_F(SavedPictures, BonesAreSelectedInTheFrameAndBesideIt) {
  begin_with_pictures();
  ask({ActionId::move_camera, viewer->scene().camera});  // no longer fitted to the picture
  choose(30, 400);
  ask({ActionId::toggle_bones});
  std::size_t beside = 0;
  for (const BonePlace& bone : viewer->screen().bone_places(viewer->screen().panes().front())) {
    EXPECT_THAT(viewer->screen().bones_at(bone.at), Contains(bone.bone));
    const Room frame = viewer->screen().frame().value();
    if (bone.at.x < frame.left || bone.at.x > frame.right) ++beside;
  }
  EXPECT_GT(beside, 0u) << "the frame is narrower than the model";
}

TEST_F(SavedPictures, GoToTheFolderForPicturesInTheChosenFormat) {
  begin_with_pictures();
  choose(64, 48, PictureFormat::webp);
  ask({ActionId::save_picture});
  ASSERT_THAT(out.names(), SizeIs(1));
  EXPECT_THAT(out.names().front(), testing::EndsWith(".webp"));
  const auto bytes = read_file(out.path() / path_from_utf8(out.names().front()));
  ASSERT_TRUE(bytes);
  EXPECT_EQ(std::string(as_text(*bytes).substr(0, 4)), "RIFF");
}

TEST_F(SavedPictures, TheNameOfSaveAsDecidesTheFormat) {
  begin_with_pictures();
  choose(64, 48);
  ask({ActionId::save_picture_as, std::string("a.jpg")});
  ask({ActionId::save_picture_as, std::string("b")});
  EXPECT_THAT(out.names(), testing::UnorderedElementsAre("a.jpg", "b.png"));
  EXPECT_EQ(saved("a.jpg").width, 64);
}

TEST_F(SavedPictures, AJpegShowsTheBackgroundThatTheViewShows) {
  begin_with_pictures();
  PictureFile file{64, 48};
  file.format = PictureFormat::jpeg;
  file.overlays = false;
  ask({ActionId::set_picture_file, file});
  ask({ActionId::save_picture_as, std::string("a.jpg")});
  file.transparent = true;
  ask({ActionId::set_picture_file, file});
  ask({ActionId::save_picture_as, std::string("b.jpg")});
  EXPECT_EQ(saved("a.jpg").rgba, saved("b.jpg").rgba);
}

TEST_F(SavedPictures, AreSavedOverAnotherFileOnlyIfAskedTwice) {
  begin_with_pictures();
  choose(64, 48);
  out.put("a.png", "mine");
  ask({ActionId::save_picture_as, std::string("a.png")});
  EXPECT_THAT(said(), HasSubstr("already exists"));
  EXPECT_EQ(read_file(out.path() / "a.png")->size(), 4u);
  ask({ActionId::save_picture_as, std::string("a.png")});
  EXPECT_EQ(saved("a.png").width, 64);
}

TEST_F(SavedPictures, NeverReplaceAnOpenFile) {
  begin_with_pictures();
  const std::string link = to_utf8(out.path() / "model.png");
  std::error_code error;
  std::filesystem::create_hard_link(model, path_from_utf8(link), error);
  ASSERT_FALSE(error);
  const auto before = read_file(model).value();
  for (int i = 0; i < 2; ++i) ask({ActionId::save_picture_as, link});
  EXPECT_THAT(said(), HasSubstr("not overwritten"));
  EXPECT_EQ(read_file(model).value(), before);
}

TEST_F(SavedPictures, NameTheMakersInThePng) {
  begin_with_pictures();
  choose(64, 48);
  ask({ActionId::save_picture_as, std::string("a.png")});
  const auto bytes = read_file(out.path() / "a.png");
  ASSERT_TRUE(bytes);
  EXPECT_THAT(std::string(as_text(*bytes)), HasSubstr("Credits"));
}

TEST_F(SavedPictures, AnUnknownFolderIsRefusedAndTheOldOneStays) {
  begin_with_pictures();
  PictureFile file;
  file.folder = to_utf8(out.path() / "missing");
  ask({ActionId::set_picture_file, file});
  EXPECT_THAT(said(), HasSubstr("no such folder"));
  EXPECT_EQ(viewer->panels().picture_file.folder, "");
}

TEST_F(SavedPictures, HaveTheChosenLabelsBesideThem) {
  begin_with_pictures();
  choose(64, 48);
  label({Label::openpose, Label::depth, Label::lines});
  ask({ActionId::save_picture_as, std::string("a.png")});
  EXPECT_THAT(out.names(),
              testing::UnorderedElementsAre("a.png", "a.depth.png", "a.labels.json", "a.lines.png",
                                            "a.openpose.json", "a.openpose.png", "a.openpose18.json"));
  for (const char* name : {"a.depth.png", "a.lines.png", "a.openpose.png"}) {
    EXPECT_EQ(saved(name).width, 64) << name;
    EXPECT_EQ(saved(name).height, 48) << name;
  }
  const auto facts = read_file(out.path() / "a.labels.json");
  ASSERT_TRUE(facts);
  EXPECT_THAT(std::string(as_text(*facts)), HasSubstr("a.png"));
  EXPECT_THAT(said(), HasSubstr("6 label files"));
}

TEST_F(SavedPictures, OverwriteLabelsOnlyIfAskedTwice) {
  begin_with_pictures();
  choose(64, 48);
  label({Label::lines});
  out.put("a.lines.png", "mine");
  ask({ActionId::save_picture_as, std::string("a.png")});
  EXPECT_THAT(said(), HasSubstr("a.lines.png already exists"));
  EXPECT_THAT(out.names(), ElementsAre("a.lines.png"));
  ask({ActionId::save_picture_as, std::string("a.png")});
  EXPECT_EQ(saved("a.png").width, 64);
  EXPECT_EQ(saved("a.lines.png").width, 64);
}

TEST_F(SavedPictures, TheFileDialogDoesNotAnswerForLabels) {
  begin_with_pictures();
  choose(64, 48);
  label({Label::lines});
  out.put("a.lines.png", "mine");
  const std::string file = to_utf8(out.path() / "a.png");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(read_file(out.path() / "a.lines.png")->size(), 4u);
    viewer->parts().run.replaced_file = file;  // as the dialog sets it
    ask({ActionId::save_picture_as, file});
  }
  EXPECT_EQ(saved("a.lines.png").width, 64) << "asked twice";
}

TEST_F(SavedPictures, AComparisonIsSavedWithoutLabels) {
  begin_with_pictures();
  label({Label::lines});
  ask({ActionId::set_compare_mode, CompareMode::side_by_side});
  ask({ActionId::save_picture_as, std::string("a.png")});
  EXPECT_THAT(out.names(), ElementsAre("a.png"));
  EXPECT_THAT(said(), HasSubstr("no labels"));
}

TEST_F(SavedPictures, ALabelIsPreviewedInTheShapeOfThePicture) {
  begin_with_pictures();
  choose(2048, 1024);
  const LabelPreview& preview = viewer->parts().opened.label_preview;
  ask({ActionId::preview_label, static_cast<std::int32_t>(Label::depth)});
  EXPECT_EQ(preview.label, Label::depth);
  EXPECT_TRUE(preview.texture);
  EXPECT_NEAR(preview.aspect, 2.0f, 0.01f);
  EXPECT_THAT(out.names(), IsEmpty());
  ask({ActionId::preview_label, static_cast<std::int32_t>(Label::count)});
  EXPECT_FALSE(preview.texture);
}

TEST_F(SavedPictures, ALabelOfAnotherSceneIsNotShown) {
  begin_with_pictures();
  const std::string scene = to_utf8(folder.path() / "other.mmdscene");
  ask({ActionId::save_scene_as, scene});
  ask({ActionId::preview_label, static_cast<std::int32_t>(Label::depth)});
  open(scene);
  EXPECT_EQ(viewer->parts().opened.label_preview.label, Label::count);
}

TEST_F(SavedPictures, AreCopiedToTheClipboard) {
  begin_with_pictures();
  choose(64, 48);
  ask({ActionId::copy_picture});
  EXPECT_THAT(said(), HasSubstr("Copied the picture"));
  ask({ActionId::copy_picture});
  EXPECT_THAT(said(), HasSubstr("Copied the picture")) << "in place of the first one";
}

}  // namespace
}  // namespace mmd::test
