// Backups by several windows.
#include "app/stage/backup.h"

#include <cstdint>
#include <filesystem>
#include <optional>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A scene with a model of that name.
std::string scene_of(const std::string& model) {
  SceneFile scene;
  scene.files = {model};
  return scene_text(scene, {});
}

class BackupTest : public testing::Test {
 protected:
  /// The models of the backups that are left.
  std::vector<std::string> left() const {
    std::vector<std::string> out;
    for (const LeftBackup& one : Backup(state).left())
      out.push_back(to_utf8(path_from_utf8(one.models.front()).filename()));
    return out;
  }
  std::filesystem::path first_left() const { return Backup(state).left().at(0).file; }
  /// The steps up to this one are done. `saved`: and all is saved.
  static void be_at(Backup& window, std::uint64_t position, bool saved) {
    window.follow(position, saved, 0.0, [=](std::uint64_t step) { return std::optional(step <= position); });
  }

  test::TemporaryFolder folder;
  const std::filesystem::path state = folder.path() / "state" / "mmdview";
};

TEST_F(BackupTest, IsDueTwoSecondsAfterTheFirstChange) {
  Backup a(state);
  EXPECT_EQ(a.wait(10.0, -1), -1);
  const auto is_done = [](std::uint64_t) { return std::optional(true); };
  a.follow(1, false, 10.0, is_done);
  a.follow(2, false, 11.0, is_done);
  EXPECT_FALSE(a.is_due(11.9));
  EXPECT_EQ(a.wait(11.5, -1), 500);
  EXPECT_TRUE(a.is_due(12.0)) << "dragging on and on does not put it off";
  ASSERT_TRUE(a.write(scene_of("x")));
  EXPECT_FALSE(a.is_due(100.0));
}

TEST_F(BackupTest, TheNextWindowFindsAndTakesIt) {
  {
    Backup a(state);
    ASSERT_TRUE(a.write(scene_of("first")));
    ASSERT_TRUE(a.write(scene_of("second")));
    EXPECT_THAT(left(), IsEmpty()) << "it is the other window's, which is still there";
  }
  ASSERT_THAT(left(), ElementsAre("second"));
  {
    Backup b(state);
    ASSERT_TRUE(b.restore(first_left()));
    EXPECT_THAT(left(), IsEmpty());
    ASSERT_TRUE(b.write(scene_of("third")));
  }
  EXPECT_THAT(left(), ElementsAre("third")) << "instead of the one it took";
  Backup c(state);
  ASSERT_TRUE(c.restore(first_left()));
  c.forget();
  EXPECT_THAT(left(), IsEmpty());
}

TEST_F(BackupTest, TwoWindowsUseTheirOwnFiles) {
  {
    Backup a(state), b(state);
    ASSERT_TRUE(a.write(scene_of("a")));
    ASSERT_TRUE(b.write(scene_of("b")));
    a.forget();
  }
  ASSERT_THAT(left(), ElementsAre("b"));
  const auto file = first_left();
  Backup c(state), d(state);
  EXPECT_TRUE(c.restore(file));
  EXPECT_FALSE(d.restore(file)) << "c was faster";
}

TEST_F(BackupTest, KeepsOnlyTheLastPoseSetAsideOfAFigure) {
  {
    Backup a(state);
    for (const std::uint64_t step : {1u, 2u, 3u}) {
      ASSERT_TRUE(a.write(scene_of("step " + std::to_string(step))));
      a.set_aside(step < 3 ? 7 : 8, step);
      be_at(a, step, true);
    }
    a.set_aside(7, 4);  // nothing was written in between
  }
  EXPECT_THAT(left(), testing::UnorderedElementsAre("step 2", "step 3"));
}

TEST_F(BackupTest, APoseSetAsideGoesWhenItIsSavedAfterAll) {
  {
    Backup a(state);
    ASSERT_TRUE(a.write(scene_of("first")));
    a.set_aside(7, 1);
    be_at(a, 1, true);
    be_at(a, 0, true);
  }
  EXPECT_THAT(left(), IsEmpty()) << "undone and saved";
}

TEST_F(BackupTest, APoseThatUndoCannotBringBackIsLeftAtOnce) {
  Backup a(state);
  ASSERT_TRUE(a.write(scene_of("first")));
  a.set_aside(7, 0);
  EXPECT_THAT(left(), ElementsAre("first"));
}

TEST_F(BackupTest, NotesWhatIsNoPartOfAScene) {
  SceneFile scene;
  scene.files = {"a.pmx"};
  scene.figures.resize(2);
  note_in(scene, {false, "/s.mmdscene", {"/a.vpd", "", "/c.vpd"}});
  const BackupNotes notes = notes_of(parse_scene(scene_text(scene, {}), "s").value());
  EXPECT_FALSE(notes.scene_is_changed);
  EXPECT_TRUE(notes.scene_file.ends_with("s.mmdscene"));
  ASSERT_THAT(notes.pose_files, testing::SizeIs(3));
  EXPECT_TRUE(notes.pose_files[0].ends_with("a.vpd"));
  EXPECT_EQ(notes.pose_files[1], "");
  EXPECT_TRUE(notes.pose_files[2].ends_with("c.vpd"));
  EXPECT_TRUE(notes_of(SceneFile()).scene_is_changed);
}

TEST_F(BackupTest, ReportsAnUnwritableFolder) {
  folder.put("state", "a file");
  Backup a(state);
  EXPECT_FALSE(a.write("x"));
  EXPECT_THAT(a.left(), IsEmpty());
  Backup nowhere{std::filesystem::path()};
  nowhere.follow(1, false, 0.0, {});
  EXPECT_EQ(nowhere.wait(0.0, -1), -1);
}

}  // namespace
}  // namespace mmd
