#include <gtest/gtest.h>

#include "app/window/window_memory.h"
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

}  // namespace
}  // namespace mmd::test
