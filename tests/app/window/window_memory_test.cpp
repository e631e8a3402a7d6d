#include "app/window/window_memory.h"

#include <random>

#include <gtest/gtest.h>

#include "app/panels/panels.h"
#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd::test {
namespace {

TEST(WindowMemoryPicture, KeepsTheSettingsOfSavedPictures) {
  const TemporaryFolder folder;
  PanelState panels;
  PictureFile file;
  file.width = 640;
  file.height = 480;
  file.samples = 8;
  file.transparent = true;
  file.format = PictureFormat::webp;
  file.name = "{model}.png";
  file.folder = to_utf8(folder.path());
  file.labels.add(Label::depth);
  file.labels.add(Label::openpose);
  panels.picture_file = file;
  const PictureFile back = recall(memory_text(panels, {800, 600}), PanelState()).panels.picture_file;
  EXPECT_EQ(back.width, 640);
  EXPECT_EQ(back.height, 480);
  EXPECT_EQ(back.samples, 8);
  EXPECT_TRUE(back.transparent);
  EXPECT_EQ(back.format, PictureFormat::webp);
  EXPECT_EQ(back.name, "{model}.png");
  EXPECT_EQ(back.folder, file.folder);
  EXPECT_TRUE(back.labels == file.labels);
}

TEST(WindowMemoryPicture, ForgetsTheSizeThatASceneBrought) {
  PanelState panels;
  panels.picture_file.width = 640;
  panels.picture_file.height = 480;
  panels.shape_before_scene = panels.picture_file.shape();
  panels.picture_file.width = 1280;
  panels.picture_file.transparent = true;
  panels.picture_file.samples = 8;
  const PictureFile back = recall(memory_text(panels, {800, 600}), PanelState()).panels.picture_file;
  EXPECT_EQ(back.width, 640);
  EXPECT_FALSE(back.transparent);
  EXPECT_EQ(back.samples, 8);
}

TEST(WindowMemorySound, KeepsTheVolume) {
  PanelState panels;
  panels.sound_volume = 0.25f;
  EXPECT_EQ(recall(memory_text(panels, {800, 600}), PanelState()).panels.sound_volume, 0.25f);
  EXPECT_EQ(recall(R"({"volume": 7})", PanelState()).panels.sound_volume, 1.0f);
}

TEST(WindowMemoryPicture, DropsAFolderThatIsGone) {
  PanelState panels;
  PictureFile file;
  file.folder = "/no/such/folder";
  panels.picture_file = file;
  EXPECT_EQ(recall(memory_text(panels, {800, 600}), PanelState()).panels.picture_file.folder, "");
}

TEST(WindowMemoryMouse, KeepsTheChosenSchemeAndAsksWithoutOne) {
  PanelState panels;
  panels.choose_mouse(MouseScheme::mmd);
  panels.key_set = KeySet::mmd;
  PanelState usual;
  usual.ask_mouse();
  const WindowMemory back = recall(memory_text(panels, {800, 600}), usual);
  EXPECT_EQ(back.panels.mouse_scheme(), MouseScheme::mmd);
  EXPECT_FALSE(back.panels.asks_mouse());
  EXPECT_EQ(back.panels.key_set, KeySet::mmd);
  const WindowMemory first = recall(memory_text(usual, {800, 600}), usual);
  EXPECT_TRUE(first.panels.asks_mouse()) << "the question was not answered";
  EXPECT_EQ(first.panels.mouse_scheme(), MouseScheme::mmdview);
}

TEST(WindowMemory, RestoresWhatItWrote) {
  std::mt19937 random(3);
  const auto any = [&](int high) { return std::uniform_int_distribution(0, high)(random); };
  for (int i = 0; i < 100; ++i) {
    PanelState panels;
    for (int j = 0; j < 6; ++j) {
      const PanelRow& row = panel_table()[static_cast<std::size_t>(any(100)) % panel_table().size()];
      panels.show(row.panel, any(2) > 0);
    }
    panels.show(Panel::menu_bar, any(1) > 0);
    DockSizes sizes;
    for (float& size : sizes.size) size = min_dock_size + static_cast<float>(any(50));
    panels.dock_sizes = sizes;
    panels.language = any(1) > 0 ? Language::japanese : Language::english;
    panels.theme = any(1) > 0 ? Theme::light : Theme::dark;
    panels.ui_scale = 1.0f + 0.25f * static_cast<float>(any(4));
    const Extent size{100 + any(3000), 100 + any(2000)};

    const WindowMemory back = recall(memory_text(panels, size), PanelState());
    EXPECT_EQ(memory_text(back.panels, size), memory_text(panels, size));
    EXPECT_FALSE(back.maximised);
    EXPECT_TRUE(recall(memory_text(panels, size, true), PanelState()).maximised);
    ASSERT_TRUE(back.size);
    EXPECT_EQ(back.size->width, size.width);
    EXPECT_EQ(back.size->height, size.height);
    for (const Dock dock : {Dock::left, Dock::right, Dock::bottom})
      EXPECT_EQ(back.panels.front(dock), panels.front(dock));
  }
}

TEST(WindowMemory, ReplacesInvalidValuesByDefaults) {
  PanelState usual;
  usual.language = Language::japanese;
  for (const char* text : {"", "{", "[]", "null", "{\"open\": 3}", "{\"open\": [3, \"no-such-panel\"]}",
                           "{\"left\": 1e30}", "{\"left\": \"wide\"}", "{\"scale\": -1, \"theme\": 5}",
                           "{\"width\": 1e9, \"height\": 10}", "{\"language\": null, \"menus\": \"yes\"}"}) {
    const WindowMemory back = recall(text, usual);
    EXPECT_EQ(memory_text(back.panels, {}), memory_text(usual, {})) << text;
    EXPECT_FALSE(back.size) << text;
  }
  const std::string whole = memory_text(PanelState(), {800, 600});
  for (std::size_t length = 0; length < whole.size(); ++length) recall(whole.substr(0, length), usual);
}

}  // namespace
}  // namespace mmd::test
