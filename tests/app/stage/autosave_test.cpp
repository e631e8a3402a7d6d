// Unsaved poses are kept and found again, by several windows.
#include "app/stage/autosave.h"

#include <chrono>
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
using testing::SizeIs;

class AutosaveTest : public testing::Test {
 protected:
  std::string text_of(const std::filesystem::path& file) const {
    const auto bytes = read_file(file);
    return bytes ? std::string(as_text(*bytes)) : std::string("nothing");
  }
  test::TemporaryFolder folder;
  const std::filesystem::path state = folder.path() / "state" / "mmdview";
};

TEST_F(AutosaveTest, IsDueSomeTimeAfterTheFirstChange) {
  Autosave a(state);
  a.note_change(10.0);
  EXPECT_FALSE(a.is_pending()) << "there is no model yet";
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

TEST_F(AutosaveTest, NothingIsWaitedForOfFiguresThatAreNotOnTheStage) {
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

TEST_F(AutosaveTest, WhatAWindowLeavesIsFoundByTheNextWithTheSameModel) {
  {
    Autosave a(state);
    a.begin("model.pmx");
    ASSERT_TRUE(a.write("first"));
    ASSERT_TRUE(a.write("second"));
    Autosave other(state);
    other.begin("model.pmx");
    EXPECT_THAT(other.found(), IsEmpty()) << "it is the other window's, which is still there";
  }
  Autosave b(state);
  b.begin("other.pmx");
  EXPECT_THAT(b.found(), IsEmpty());
  b.begin("model.pmx");
  ASSERT_THAT(b.found(), SizeIs(1));
  const auto file = b.found()[0];
  EXPECT_EQ(text_of(file), "second");
  ASSERT_TRUE(b.adopt(file));
  EXPECT_THAT(b.found(), IsEmpty());
  ASSERT_TRUE(b.write("third"));
  EXPECT_EQ(text_of(file), "third");
  b.forget();
  Autosave c(state);
  c.begin("model.pmx");
  EXPECT_THAT(c.found(), IsEmpty());
}

TEST_F(AutosaveTest, TwoWindowsWriteTwoFilesAndNeitherTakesTheOthers) {
  std::filesystem::path kept;
  {
    Autosave a(state), b(state);
    a.begin("model.pmx");
    b.begin("model.pmx");
    ASSERT_TRUE(a.write("a"));
    ASSERT_TRUE(b.write("b"));
    a.forget();
  }
  Autosave c(state);
  c.begin("model.pmx");
  ASSERT_THAT(c.found(), SizeIs(1));
  EXPECT_EQ(text_of(c.found()[0]), "b");
  Autosave d(state);
  d.begin("model.pmx");
  const auto file = c.found()[0];
  EXPECT_TRUE(c.adopt(file));
  EXPECT_FALSE(d.adopt(file)) << "c was faster";
}

TEST_F(AutosaveTest, WhatWasAdoptedStaysWhenThatIsUndoneAndIsAdoptedAgainWhenItIsDoneAgain) {
  {
    Autosave a(state);
    a.begin("model.pmx");
    ASSERT_TRUE(a.write("left"));
  }
  Autosave b(state);
  b.begin("model.pmx");
  const auto file = b.found().at(0);
  ASSERT_TRUE(b.write("mine"));
  ASSERT_TRUE(b.adopt(file));
  b.note_step(7);
  const auto follow = [&](bool done) { b.follow_steps([=](std::uint64_t) { return std::optional(done); }); };
  follow(true);
  ASSERT_TRUE(b.write("left, and more"));
  follow(false);
  EXPECT_THAT(b.found(), SizeIs(1)) << "it can be restored again";
  ASSERT_TRUE(b.write("mine, too"));
  EXPECT_EQ(text_of(file), "left, and more");
  b.forget();
  EXPECT_EQ(text_of(file), "left, and more");
  follow(true);
  EXPECT_THAT(b.found(), IsEmpty());
  b.forget();
  EXPECT_FALSE(std::filesystem::exists(file));
  Autosave c(state);
  c.begin("model.pmx");
  EXPECT_THAT(c.found(), IsEmpty());
}

TEST_F(AutosaveTest, WhatWasSetAsideIsItsOwnAgainWhileThatIsUndoneAndGoesForTheNext) {
  Autosave a(state);
  a.begin("model.pmx");
  std::uint64_t position = 0;
  const auto go_to = [&](std::uint64_t step) {
    position = step;
    a.follow_steps([&](std::uint64_t s) { return std::optional(s <= position); });
  };
  ASSERT_TRUE(a.write("first"));
  a.set_aside();
  a.note_step(1);
  go_to(1);
  ASSERT_THAT(a.found(), SizeIs(1)) << "the next start's";
  a.forget();
  EXPECT_THAT(a.found(), SizeIs(1)) << "what took its place is saved";
  ASSERT_TRUE(a.write("second"));
  go_to(0);
  ASSERT_THAT(a.found(), SizeIs(1));
  EXPECT_EQ(text_of(a.found()[0]), "second");
  go_to(1);
  ASSERT_THAT(a.found(), SizeIs(1));
  EXPECT_EQ(text_of(a.found()[0]), "first");
  a.set_aside();
  a.note_step(2);
  go_to(2);
  ASSERT_THAT(a.found(), SizeIs(1)) << "only the last is kept";
  EXPECT_EQ(text_of(a.found()[0]), "second");
  go_to(1);
  a.forget();
  EXPECT_THAT(a.found(), IsEmpty()) << "undone and saved";
}

TEST_F(AutosaveTest, WhatAnotherWindowHasWorkedOnWithIsNotTakenBack) {
  Autosave a(state), b(state);
  a.begin("model.pmx");
  b.begin("model.pmx");
  ASSERT_TRUE(a.write("first"));
  a.set_aside();
  a.note_step(1);
  {
    Autosave c(state);
    c.begin("model.pmx");
    ASSERT_TRUE(c.adopt(c.found().at(0)));
    ASSERT_TRUE(c.write("first, and more"));
  }
  // A file system may know no times that near.
  for (const auto& file : a.found())
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
  a.follow_steps([](std::uint64_t) { return std::optional(false); });
  ASSERT_TRUE(a.write("first"));
  const auto found = b.found();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(text_of(found[0]), "first, and more");
}

TEST_F(AutosaveTest, ADiskThatIsFullTakesNothingAway) {
  Autosave a(state);
  a.begin("model.pmx");
  ASSERT_TRUE(a.write("first"));
  a.set_aside();
  a.note_step(1);
  a.set_aside();  // nothing was written in between
  a.note_step(2);
  ASSERT_THAT(a.found(), SizeIs(1));
  EXPECT_EQ(text_of(a.found()[0]), "first");
}

TEST_F(AutosaveTest, APoseLeftForAnotherModelStays) {
  Autosave a(state);
  a.begin("model.pmx");
  ASSERT_TRUE(a.write("a"));
  a.begin("other.pmx");
  ASSERT_TRUE(a.write("b"));
  a.forget();
  a.begin("model.pmx");
  EXPECT_THAT(a.found(), SizeIs(1));
}

TEST_F(AutosaveTest, AFolderThatCannotBeWrittenToIsAnError) {
  folder.put("state", "a file");
  Autosave a(state);
  a.begin("model.pmx");
  EXPECT_FALSE(a.write("x"));
  EXPECT_THAT(a.found(), IsEmpty());
  Autosave nowhere{std::filesystem::path()};
  nowhere.begin("model.pmx");
  nowhere.note_change(0.0);
  EXPECT_FALSE(nowhere.is_pending());
}

}  // namespace
}  // namespace mmd
