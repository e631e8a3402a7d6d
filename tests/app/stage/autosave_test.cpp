// Backups of unsaved poses by several windows.
#include "app/stage/autosave.h"

#include <cstdint>
#include <filesystem>
#include <optional>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "base/byte_io.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A window with a model.
struct OneWindow : Autosave {
  explicit OneWindow(const std::filesystem::path& folder, const char* model = "model.pmx")
      : Autosave(folder) {
    begin(model);
  }
  /// Texts of backups left by other windows.
  std::vector<std::string> left() const {
    std::vector<std::string> out;
    for (const auto& file : found()) out.emplace_back(as_text(read_file(file).value()));
    return out;
  }
  /// The steps up to this one are done. `saved`: and the pose is saved.
  void be_at(std::uint64_t position, bool saved) {
    follow(position, saved, 0.0, [=](std::uint64_t step) { return std::optional(step <= position); });
  }
  void set_aside_by(std::uint64_t step) {
    set_aside();
    note_step(step);
  }
};

class AutosaveTest : public testing::Test {
 protected:
  test::TemporaryFolder folder;
  const std::filesystem::path state = folder.path() / "state" / "mmdview";
};

TEST_F(AutosaveTest, IsDueTwoSecondsAfterTheFirstChange) {
  Autosave a(state);
  a.note_change(10.0);
  EXPECT_EQ(a.wait(10.0, -1), -1) << "there is no model yet";
  a.begin("model.pmx");
  EXPECT_EQ(a.wait(10.0, -1), -1);
  a.note_change(10.0);
  a.note_change(11.0);
  EXPECT_FALSE(a.is_due(11.9));
  EXPECT_EQ(a.wait(11.5, -1), 500);
  EXPECT_TRUE(a.is_due(12.0)) << "dragging on and on does not put it off";
  ASSERT_TRUE(a.write("x"));
  EXPECT_FALSE(a.is_due(100.0));
}

TEST_F(AutosaveTest, IgnoresFiguresNotOnTheStage) {
  Autosaves all(state);
  for (const std::uint64_t figure : {1u, 2u}) {
    all.of(figure).begin("model.pmx");
    all.of(figure).note_change(10.0 + static_cast<double>(figure));
  }
  all.follow_stage({2});
  EXPECT_EQ(all.wait(13.0, -1), 1000);
  all.follow_stage({});
  EXPECT_EQ(all.wait(20.0, -1), -1);
}

TEST_F(AutosaveTest, TheNextWindowWithTheModelFindsThePose) {
  {
    OneWindow a(state);
    ASSERT_TRUE(a.write("first"));
    ASSERT_TRUE(a.write("second"));
    EXPECT_THAT(OneWindow(state).left(), IsEmpty()) << "it is the other window's, which is still there";
  }
  EXPECT_THAT(OneWindow(state, "other.pmx").left(), IsEmpty());
  OneWindow b(state);
  ASSERT_THAT(b.left(), ElementsAre("second"));
  ASSERT_TRUE(b.adopt(b.found()[0]));
  EXPECT_THAT(b.left(), IsEmpty());
  ASSERT_TRUE(b.write("third"));
  b.begin("other.pmx");
  EXPECT_THAT(OneWindow(state).left(), ElementsAre("third")) << "instead of the one it took";
  b.begin("model.pmx");
  ASSERT_TRUE(b.adopt(b.found()[0]));
  b.forget();
  EXPECT_THAT(OneWindow(state).left(), IsEmpty());
}

TEST_F(AutosaveTest, TwoWindowsUseTheirOwnFiles) {
  {
    OneWindow a(state), b(state);
    ASSERT_TRUE(a.write("a"));
    ASSERT_TRUE(b.write("b"));
    a.forget();
  }
  OneWindow c(state), d(state);
  ASSERT_THAT(c.left(), ElementsAre("b"));
  const auto file = c.found()[0];
  EXPECT_TRUE(c.adopt(file));
  EXPECT_FALSE(d.adopt(file)) << "c was faster";
}

TEST_F(AutosaveTest, ARestoredPoseStaysUntilItIsSaved) {
  ASSERT_TRUE(OneWindow(state).write("left"));
  {
    OneWindow b(state);
    const auto file = b.found().at(0);
    ASSERT_TRUE(b.write("mine"));
    ASSERT_TRUE(b.adopt(file));
    b.note_step(7);
    ASSERT_TRUE(b.write("left, and more"));
    b.be_at(6, true);
  }
  EXPECT_THAT(OneWindow(state).left(), ElementsAre("left")) << "saved while it was undone";
  OneWindow c(state);
  ASSERT_TRUE(c.adopt(c.found().at(0)));
  c.note_step(7);
  c.be_at(7, true);
  c.begin("other.pmx");
  EXPECT_THAT(OneWindow(state).left(), IsEmpty());
}

TEST_F(AutosaveTest, APoseWhoseStepIsForgottenStaysAsItWas) {
  ASSERT_TRUE(OneWindow(state).write("left"));
  {
    OneWindow b(state);
    ASSERT_TRUE(b.adopt(b.found().at(0)));
    b.note_step(7);
    b.be_at(6, false);
    b.follow(8, true, 0.0, [](std::uint64_t) { return std::nullopt; });
  }
  EXPECT_THAT(OneWindow(state).left(), ElementsAre("left")) << "it was undone, and another step done";
}

TEST_F(AutosaveTest, KeepsOnlyTheLastPoseSetAside) {
  {
    OneWindow a(state);
    ASSERT_TRUE(a.write("first"));
    a.set_aside_by(1);
    a.be_at(1, true);
    ASSERT_TRUE(a.write("second"));
    a.set_aside_by(2);
    a.be_at(2, true);
  }
  EXPECT_THAT(OneWindow(state).left(), ElementsAre("second"));
}

TEST_F(AutosaveTest, APoseSetAsideGoesWhenItIsSavedAfterAll) {
  OneWindow a(state);
  ASSERT_TRUE(a.write("first"));
  a.set_aside_by(1);
  a.be_at(1, true);
  a.be_at(0, true);
  a.begin("other.pmx");
  EXPECT_THAT(OneWindow(state).left(), IsEmpty()) << "undone and saved";
}

TEST_F(AutosaveTest, KeepsThePoseIfNothingNewWasWritten) {
  OneWindow a(state);
  ASSERT_TRUE(a.write("first"));
  a.set_aside_by(1);
  a.set_aside_by(2);  // nothing was written in between
  a.begin("other.pmx");
  EXPECT_THAT(OneWindow(state).left(), ElementsAre("first"));
}

TEST_F(AutosaveTest, ReportsAnUnwritableFolder) {
  folder.put("state", "a file");
  OneWindow a(state);
  EXPECT_FALSE(a.write("x"));
  EXPECT_THAT(a.left(), IsEmpty());
  OneWindow nowhere{std::filesystem::path()};
  nowhere.note_change(0.0);
  EXPECT_EQ(nowhere.wait(0.0, -1), -1);
}

}  // namespace
}  // namespace mmd
