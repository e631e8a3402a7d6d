#include "tests/app/viewer_fixture.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

/// Opens a model with a black texture and a missing one. Textures load only after `open` is called.
class TexturesAfterTheModel : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    pmx::File file = figure();
    file.textures = {pmx::from_utf8("black.png", file.header.encoding),
                     pmx::from_utf8("missing.png", file.header.encoding)};
    file.materials[0].texture = 0;
    file.materials[1].texture = 1;
    folder.put("black.png", as_text(png_file({1, 1, {{0, 0, 0, 255}}})));
    write_model(textured, file);
    ViewerSetup setup;
    setup.load = [gate = gate, poses = pose_gate](LoadRequest request,
                                                  const Progress& progress) -> Result<Loaded> {
      request.textures_at_once = 0;
      while (request.textures_only ? !*gate : !*poses) {
        if (!progress(0.5f, "textures")) return fail("stopped");
        std::this_thread::yield();
      }
      return load_files(request, progress);
    };
    start({}, std::move(setup));
    reported.clear();  // that there is no Japanese font
  }
  static Result<Loaded> textures_later(LoadRequest request, const Progress& progress) {
    request.textures_at_once = 0;
    return load_files(request, progress);
  }
  void show_untextured() {
    push_drop(SDL_DROPFILE, to_utf8(textured));
    while (viewer->scene().actors.empty()) viewer->run_once();
  }
  void turn_until_titled(const std::string& word) {
    while (viewer->title().find(word) == std::string::npos) viewer->run_once();
  }
  bool has_texture() const { return viewer->scene().actors.front()->textures().at(0) != nullptr; }
  void open() { *gate = true; }

  const std::filesystem::path textured = folder.path() / "textured.pmx";
  const std::shared_ptr<std::atomic<bool>> gate = std::make_shared<std::atomic<bool>>(false);
  const std::shared_ptr<std::atomic<bool>> pose_gate = std::make_shared<std::atomic<bool>>(true);
};

TEST_F(TexturesAfterTheModel, ShowsAndPosesTheModelBeforeItsTextures) {
  show_untextured();
  EXPECT_TRUE(viewer->loading());
  EXPECT_FALSE(has_texture());
  EXPECT_TRUE(reported.empty());
  const auto untextured = pixels();
  const Camera camera = viewer->scene().camera;
  viewer->handle(key_event(SDLK_i));
  EXPECT_FALSE(viewer->scene().actors.front()->switches.ik);

  open();
  settle();
  EXPECT_TRUE(has_texture());
  EXPECT_NE(pixels(), untextured);
  ASSERT_THAT(reported, SizeIs(1));
  EXPECT_THAT(reported[0].what, HasSubstr("missing.png"));
  EXPECT_THAT(said(), HasSubstr("missing.png"));
  EXPECT_FALSE(viewer->scene().actors.front()->switches.ik);
  EXPECT_EQ(viewer->scene().camera.eye, camera.eye);
}

TEST_F(TexturesAfterTheModel, PosesDoNotWaitForThem) {
  show_untextured();
  push_drop(SDL_DROPFILE, pose_name);
  turn_until_titled("pose2.vpd");
  viewer->handle(key_event(SDLK_RIGHT));
  turn_until_titled("POSE10.vpd");
  EXPECT_FALSE(has_texture());
  EXPECT_TRUE(viewer->loading());
  open();
  settle();
  EXPECT_TRUE(has_texture());
  EXPECT_THAT(viewer->title(), HasSubstr("POSE10.vpd"));
}

TEST_F(TexturesAfterTheModel, APoseThatLoadsMeanwhileKeepsTheTextures) {
  show_untextured();
  pose_gate->store(false);
  push_drop(SDL_DROPFILE, pose_name);
  viewer->run_once();
  open();
  while (!has_texture()) viewer->run_once();
  pose_gate->store(true);
  settle();
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd"));
  EXPECT_TRUE(has_texture());
}

TEST_F(TexturesAfterTheModel, AnotherModelGetsItsOwnTextures) {
  show_untextured();
  pmx::File file = renamed_figure("別");
  file.textures = {pmx::from_utf8("black.png", file.header.encoding)};
  file.materials[0].texture = 0;
  push_drop(SDL_DROPFILE, write_other(file));
  turn_until_titled("別");
  EXPECT_FALSE(has_texture());
  open();
  settle();
  EXPECT_TRUE(has_texture());
  EXPECT_EQ(viewer->scene().actors.front()->textures().size(), 1u) << "the other model's";
  EXPECT_TRUE(reported.empty()) << "what the first model misses is of no interest any longer";
}

TEST_F(TexturesAfterTheModel, EachOfSeveralModelsGetsItsTextures) {
  open();
  ViewerSetup setup = with_library();
  setup.load = textures_later;
  Options options;
  options.active = 2;
  start({to_utf8(textured), model_name}, std::move(setup), options);
  ASSERT_EQ(figures().size(), 2u);
  ASSERT_EQ(viewer->stage().figure()->loaded->model_file, model_name);
  EXPECT_TRUE(has_texture());
  EXPECT_THAT(with_library().library.recent(), testing::UnorderedElementsAre(to_utf8(textured), model_name));
}

TEST_F(TexturesAfterTheModel, CancellingLeavesTheModel) {
  show_untextured();
  viewer->handle(key_event(SDLK_ESCAPE));
  settle();
  EXPECT_TRUE(viewer->running());
  EXPECT_FALSE(has_texture());
  EXPECT_THAT(said(), HasSubstr("without textures"));
}

TEST_F(TexturesAfterTheModel, AnAttachedModelGetsItsTextures) {
  Options options;
  options.attachments = {{to_utf8(textured) + "@腕"}};
  ViewerSetup setup;
  setup.load = textures_later;
  start({to_utf8(textured)}, std::move(setup), options);
  ASSERT_EQ(viewer->scene().actors.size(), 2u);
  for (const auto& actor : viewer->scene().actors) EXPECT_NE(actor->textures().at(0), nullptr);
}

}  // namespace
}  // namespace mmd::test
