#include "document/camera_bookmarks.h"

#include <gmock/gmock.h>

#include "document/line_file.h"
#include "tests/assets/temporary_folder.h"
#include "tests/document/unreadable_file.h"

namespace mmd {
namespace {

const MmdCamera a_camera{vec3(0.1f, -2.5f, 3e-7f), vec3(-10.0f, 200.25f, 5.0f), 1.0f / 3.0f, 27.5f, false};

bool same(const MmdCamera& a, const MmdCamera& b) {
  return a.target == b.target && a.angles == b.angles && a.distance == b.distance &&
         a.fov_degrees == b.fov_degrees && a.perspective == b.perspective;
}

TEST(CameraBookmarks, ALineHoldsEveryBitAndANameWithBlanks) {
  const auto back = bookmark_in(line_of({"左 から 1", a_camera}));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->name, "左 から 1");
  EXPECT_TRUE(same(back->camera, a_camera));
}

TEST(CameraBookmarks, WhatIsNoBookmarkIsNone) {
  for (const char* line : {"", "name", "1 2 3", "45 0 10 0 0 0 0 30 1", "45 0 10 0 0 0 0 30 1 ",
                           "0 0 10 0 0 0 0 30 1 no distance", "45 0 nan 0 0 0 0 30 1 not a number",
                           "45 0 1e99 0 0 0 0 30 1 too large", "45 0 10 0 0 0 0 180 1 sees all"})
    EXPECT_FALSE(bookmark_in(line)) << line;
  EXPECT_TRUE(bookmark_in("45 0 10 0 0 0 0 30 1 one"));
}

TEST(CameraBookmarks, TwoWindowsAddToEachOthers) {
  const test::TemporaryFolder folder;
  CameraBookmarks one(folder.path() / "deep" / "cameras"), two(folder.path() / "deep" / "cameras");
  ASSERT_TRUE(one.keep("a", {}) && two.keep("b", a_camera) && one.keep("a", a_camera));
  const CameraBookmarks later(folder.path() / "deep" / "cameras");
  ASSERT_EQ(later.list().size(), 2u);
  EXPECT_EQ(later.list()[0].name, "a") << "one that is kept again stays where it is";
  EXPECT_TRUE(same(later.list()[0].camera, a_camera));
  ASSERT_TRUE(two.forget("a"));
  one.read();
  EXPECT_EQ(one.find("a"), nullptr);
  EXPECT_NE(one.find("b"), nullptr);
}

TEST(CameraBookmarks, AFreeNameIsTheFirstNumberThatNothingHas) {
  CameraBookmarks kept;
  EXPECT_EQ(kept.free_name(), "1");
  ASSERT_TRUE(kept.keep("1", {}) && kept.keep("3", {}));
  EXPECT_EQ(kept.free_name(), "2");
}

TEST(CameraBookmarks, WhereNothingCanBeWrittenTheyAreThisWindowsAlone) {
  const test::TemporaryFolder folder;
  folder.put("file", "");
  CameraBookmarks kept(folder.path() / "file" / "cameras");
  EXPECT_FALSE(kept.keep("a", {}));
  EXPECT_NE(kept.find("a"), nullptr);
  EXPECT_TRUE(kept.keep("b", {}));
  EXPECT_EQ(kept.list().size(), 2u);
}

TEST(CameraBookmarks, ThereIsAnEnd) {
  CameraBookmarks kept;
  for (std::size_t i = 0; i < CameraBookmarks::most; ++i) ASSERT_TRUE(kept.keep(kept.free_name(), {}));
  EXPECT_FALSE(kept.keep("one more", {}));
  EXPECT_TRUE(kept.keep("1", a_camera));
}

TEST(CameraBookmarks, LinesThatAreNoneStay) {
  const test::TemporaryFolder folder;
  folder.put("cameras", "# mine\n" + line_of({"a", a_camera}) + "\nof a later version\n");
  CameraBookmarks kept(folder.path() / "cameras");
  ASSERT_TRUE(kept.keep("b", a_camera) && kept.forget("a"));
  EXPECT_THAT(*read_lines(folder.path() / "cameras"),
              testing::ElementsAre(line_of({"b", a_camera}), "# mine", "of a later version"));
}

TEST(CameraBookmarks, AFileThatCannotBeReadIsNotReplaced) {
  const test::TemporaryFolder folder;
  const auto file = test::put_unreadable(folder, "cameras");
  CameraBookmarks kept(file);
  EXPECT_FALSE(kept.keep("a", a_camera));
  EXPECT_TRUE(kept.keep("b", a_camera)) << "said once";
  EXPECT_EQ(kept.list().size(), 2u);
  EXPECT_FALSE(read_lines(file));
}

}  // namespace
}  // namespace mmd
