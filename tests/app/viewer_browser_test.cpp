// The browser in a real window.
#include <iterator>

#include "tests/app/viewer_fixture.h"
#include "tests/support/archive_samples.h"

namespace mmd::test {
namespace {

class ViewerBrowser : public ViewerFixture {
 protected:
  ViewerBrowser() : ViewerFixture(PictureSize{900, 600}) {}
  void begin(std::vector<std::string> files) {
    ViewerSetup setup = with_library();
    setup.thumbnails = folder.path() / "thumbnails";
    start(files, setup);
    browse_on();
  }
  void begin() { begin({model_name, poses}); }

  /// Runs the viewer until every thumbnail is there.
  void browse_on() {
    do {
      viewer->run_once(5);
    } while (viewer->running() && (viewer->loading() || viewer->wants_frame() || !browser().idle()));
  }
  template <class Condition>
  void browse_until(Condition&& condition) {
    while (!condition()) viewer->run_once(5);
    browse_on();
  }

  Browser& browser() { return viewer->browser(); }
  std::vector<std::string> shown() {
    std::vector<std::string> out;
    for (const std::size_t number : browser().shown()) out.push_back(browser().entry(number).name);
    return out;
  }
  std::size_t pictures() {
    std::size_t out = 0;
    for (const std::size_t number : browser().shown()) out += browser().picture(number) != 0 ? 1 : 0;
    return out;
  }
  std::string pose_file() const {
    const auto& document = *viewer->stage().document();
    return document.poses.empty() ? std::string()
                                  : to_utf8(path_from_utf8(document.poses.back().file).stem());
  }
  void set_query(const AssetLibraryQuery& query) {
    AssetLibraryView view = browser().view();
    view.query = query;
    viewer->perform({ActionId::set_asset_library_view, view});
    browse_on();
  }

  const std::string poses = to_utf8(folder.path() / "poses");
};

TEST_F(ViewerBrowser, ShowsAFolderOfTheCommandLineOrADroppedOne) {
  begin();
  EXPECT_THAT(shown(), ElementsAre("pose1", "pose2", "POSE10"));
  EXPECT_EQ(pictures(), 3u);
  EXPECT_TRUE(viewer->panels().shown(Panel::browser));
  EXPECT_EQ(browser().facts(0).coverage, 100);
  for (int i = 0; i < 20; ++i) viewer->run_once(0);
  const std::uint64_t frames = viewer->frames_drawn();
  for (int i = 0; i < 20; ++i) viewer->run_once(0);
  EXPECT_EQ(viewer->frames_drawn(), frames) << "nothing to do";
  begin({model_name});
  drop({poses});
  browse_on();
  EXPECT_EQ(pictures(), 3u);
  EXPECT_GT(recorded_of(ActionId::open_files), 0u);
}

TEST_F(ViewerBrowser, OpensPoseFolderOrArchiveByDefault) {
  begin({model_name, pose_name});
  EXPECT_EQ(browser().place(), "");
  press(SDLK_f);
  browse_on();
  EXPECT_EQ(browser().place(), poses);
  EXPECT_THAT(shown(), Contains("pose2"));
  for (const SDL_Keycode key : {SDLK_f, SDLK_LEFT, SDLK_f}) press(key);
  EXPECT_EQ(browser().place(), poses) << "an opened folder stays";
  const Bytes pose = read_file(pose2).value();
  const auto archive = folder.put("a.zip", as_text(zip_file({{"one.vpd", std::string(as_text(pose))}})));
  begin({model_name, to_utf8(archive / "one.vpd")});
  press(SDLK_f);
  browse_on();
  EXPECT_EQ(browser().place(), to_utf8(archive));
  EXPECT_THAT(shown(), ElementsAre("one"));
}

TEST_F(ViewerBrowser, TheNextWindowHasThumbnailsAndFavourites) {
  begin();
  const auto cached = [&] {
    return std::distance(std::filesystem::directory_iterator(folder.path() / "thumbnails"), {});
  };
  EXPECT_EQ(cached(), 3);
  viewer->perform({ActionId::toggle_favourite, browser().entry(1).file});
  set_query({"", AssetLibrarySort::name, true});
  EXPECT_THAT(shown(), ElementsAre("pose2"));
  begin();
  EXPECT_EQ(pictures(), 3u);
  EXPECT_EQ(cached(), 3);
  EXPECT_TRUE(browser().facts(1).favourite);
}

TEST_F(ViewerBrowser, ArrowsStepThroughTheThumbnails) {
  begin();
  press(SDLK_RIGHT);
  EXPECT_EQ(pose_file(), "pose1");
  press(SDLK_RIGHT);
  EXPECT_EQ(pose_file(), "pose2");
  press(SDLK_RIGHT);
  press(SDLK_RIGHT);
  EXPECT_EQ(pose_file(), "POSE10") << "the last stays";
  set_query({"pose1"});
  EXPECT_THAT(shown(), ElementsAre("pose1", "POSE10"));
  press(SDLK_LEFT);
  EXPECT_EQ(pose_file(), "pose1");
  press(SDLK_DOWN);
  EXPECT_EQ(pose_file(), "POSE10");
}

TEST_F(ViewerBrowser, TheFolderIsWatched) {
  begin();
  const std::uintptr_t first = browser().picture(0);
  std::filesystem::create_directory(folder.path() / "poses" / "deeper");
  write_pose(folder.path() / "poses" / "deeper" / "inner.vpd", figure_pose(0.1f));
  browse_until([&] { return shown().size() == 4; });
  write_pose(folder.path() / "poses" / "new.vpd", figure_pose(0.1f));
  browse_until([&] { return shown().size() == 5; });
  EXPECT_THAT(shown(), ElementsAre("new", "pose1", "pose2", "POSE10", "inner"));
  EXPECT_EQ(pictures(), 5u);
  EXPECT_EQ(browser().picture(1), first) << "what was there keeps its picture";
  std::filesystem::remove_all(folder.path() / "poses");
  browse_until([&] { return browser().error().has_value(); });
  EXPECT_TRUE(shown().empty());
}

TEST_F(ViewerBrowser, ShowsModelsAndEnterOpensOne) {
  std::filesystem::create_directory(folder.path() / "models");
  write_model(folder.path() / "models" / "b.pmx", figure());
  write_model(folder.path() / "models" / "c.pmx", swinging_figure());
  begin({to_utf8(folder.path() / "models")});
  EXPECT_EQ(viewer->stage().document(), nullptr);
  EXPECT_EQ(browser().view().kind, AssetLibraryKind::models);
  EXPECT_EQ(pictures(), 2u);
  press(SDLK_DOWN);
  EXPECT_EQ(viewer->stage().document(), nullptr);
  press(SDLK_RETURN);
  browse_on();
  ASSERT_NE(viewer->stage().document(), nullptr);
  EXPECT_THAT(viewer->stage().document()->model_file, HasSubstr("b.pmx"));
}

TEST_F(ViewerBrowser, EnterOpensAPoseOnlyWhereTheKeysAreTheBrowsers) {
  begin();
  const auto enter_opens = [&] {
    const std::size_t before = recorded_of(ActionId::open_at_cursor);
    press(SDLK_RETURN);
    press(SDLK_KP_ENTER);
    browse_on();
    return recorded_of(ActionId::open_at_cursor) > before;
  };
  const auto browse_to_the_next = [&] {
    press(SDLK_RIGHT);
    browse_on();
  };
  EXPECT_FALSE(enter_opens()) << "nobody was there yet";
  browse_to_the_next();
  EXPECT_TRUE(enter_opens());
  const std::string first = to_utf8(folder.path() / "poses" / "pose1.vpd");
  ask({ActionId::open_entry, first});
  EXPECT_TRUE(enter_opens()) << "after a click on a tile";
  rotate(0, 0.5f);
  EXPECT_FALSE(enter_opens()) << "it would replace what was done";
  browse_to_the_next();
  click(vec2(450.0f, 100.0f));
  EXPECT_FALSE(enter_opens()) << "after a click elsewhere";
  browse_to_the_next();
  press(SDLK_f);
  EXPECT_FALSE(enter_opens()) << "the browser is folded";
  press(SDLK_f);
  EXPECT_FALSE(enter_opens());
  browse_to_the_next();
  add(write_other());
  EXPECT_FALSE(enter_opens()) << "another model";
  activate(0);
  EXPECT_FALSE(enter_opens());
}

TEST_F(ViewerBrowser, TheCursorFollowsUndoAndRedo) {
  begin();
  const auto at_cursor = [&] {
    const std::string file = browser().file_at_cursor();
    return file.empty() ? file : to_utf8(path_from_utf8(file).stem());
  };
  for (const char* name : {"pose1.vpd", "POSE10.vpd"}) {
    ask({ActionId::open_entry, to_utf8(folder.path() / "poses" / name)});
    browse_on();
  }
  EXPECT_EQ(at_cursor(), "POSE10");
  press(SDLK_z, Held::control);
  EXPECT_EQ(at_cursor(), "pose1");
  press(SDLK_z, Held::control);
  EXPECT_EQ(at_cursor(), "") << "no pose is shown";
  press(SDLK_y, Held::control);
  EXPECT_EQ(at_cursor(), "pose1");
  ask({ActionId::go_to_step, std::int32_t{2}});
  EXPECT_EQ(at_cursor(), "POSE10");
}

TEST_F(ViewerBrowser, AContactSheetHasTheShownThumbnails) {
  begin();
  const auto out = folder.path() / "out";
  std::filesystem::create_directory(out);
  std::filesystem::current_path(out);
  set_query({"pose1"});
  for (int wanted = 1; wanted <= 2; ++wanted) {  // the second time its pictures are there already
    viewer->perform({ActionId::save_contact_sheet});
    browse_until([&] { return std::distance(std::filesystem::directory_iterator(out), {}) == wanted; });
  }
  EXPECT_THAT(said(), HasSubstr("Saved"));
  const auto saved = std::filesystem::directory_iterator(out);
  ASSERT_NE(saved, std::filesystem::directory_iterator());
  const auto bytes = read_file(saved->path());
  ASSERT_TRUE(bytes);
  const auto image = decode_image(*bytes);
  ASSERT_TRUE(image);
  EXPECT_GT(image->width, 2 * 128);
  EXPECT_LT(image->height, 2 * 128) << "two pictures";
}

TEST_F(ViewerBrowser, PreviewsThePoseUnderThePointer) {
  begin();
  const Pose before = edited();
  const auto shown_rotation = [&] { return viewer->scene().actors.front()->pose.rotation; };
  point(60, 540);
  browse_until([&] { return is_on(viewer->panels().tools.previewed); });
  EXPECT_NE(shown_rotation(), before.rotation);
  EXPECT_TRUE(viewer->stage().in_gesture());
  EXPECT_EQ(viewer->title().find("*"), std::string::npos) << "nothing was done yet";
  point(450, 100);
  browse_until([&] { return !is_on(viewer->panels().tools.previewed); });
  EXPECT_EQ(shown_rotation(), before.rotation);
  EXPECT_FALSE(viewer->stage().in_gesture());
  EXPECT_FALSE(history().can_undo());
}

TEST_F(ViewerBrowser, AnyActionEndsAPreview) {
  begin();
  const std::string file = to_utf8(folder.path() / "poses" / "POSE10.vpd");
  const auto rotation = [&] { return edited().rotation; };
  const auto before = rotation();
  viewer->perform({ActionId::preview_entry, file});
  EXPECT_NE(rotation(), before);
  viewer->perform({ActionId::toggle_edges});
  EXPECT_EQ(rotation(), before);
  viewer->perform({ActionId::preview_entry, file});
  const auto tried = rotation();
  viewer->perform({ActionId::open_entry, file});
  browse_on();
  EXPECT_EQ(rotation(), tried);
  EXPECT_EQ(pose_file(), "POSE10");
  EXPECT_EQ(browser().cursor(), 2u);
  EXPECT_FALSE(is_on(viewer->panels().tools.previewed));
  viewer->perform({ActionId::undo});
  EXPECT_EQ(rotation(), before) << "opening is one step";
}

}  // namespace
}  // namespace mmd::test
