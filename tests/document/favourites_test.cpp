#include "document/favourites.h"

#include <gtest/gtest.h>

#include "document/line_file.h"
#include "tests/assets/temporary_folder.h"
#include "tests/document/unreadable_file.h"

namespace mmd {
namespace {

TEST(Favourites, AreThereAgain) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "deep" / "favourites";
  Favourites first(file);
  EXPECT_FALSE(first.has("/poses/座り.vpd"));
  ASSERT_TRUE(first.set("/poses/座り.vpd", true));
  ASSERT_TRUE(first.set("/poses/b.vpd", true));
  ASSERT_TRUE(first.set("/poses/b.vpd", false));
  const Favourites again(file);
  EXPECT_TRUE(again.has("/poses/座り.vpd"));
  EXPECT_TRUE(again.has("/poses/x/../座り.vpd")) << "by whatever way";
  EXPECT_FALSE(again.has("/poses/b.vpd"));
}

TEST(Favourites, OfTwoWindowsAddUp) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "favourites";
  Favourites one(file), other(file);
  ASSERT_TRUE(one.set("/a", true));
  ASSERT_TRUE(other.set("/b", true));
  ASSERT_TRUE(one.set("/c", true));
  const Favourites both(file);
  EXPECT_TRUE(both.has("/a") && both.has("/b") && both.has("/c"));
}

TEST(Favourites, StayInTheWindowWhereTheyCannotBeWritten) {
  const test::TemporaryFolder folder;
  folder.put("no_folder", "");
  Favourites kept(folder.path() / "no_folder" / "favourites");
  EXPECT_FALSE(kept.set("/a", true));
  EXPECT_TRUE(kept.set("/b", true)) << "said once";
  EXPECT_TRUE(kept.has("/a") && kept.has("/b"));
}

TEST(Favourites, InAFileThatCannotBeReadAreNotReplaced) {
  const test::TemporaryFolder folder;
  const auto file = test::put_unreadable(folder, "favourites");
  Favourites kept(file);
  EXPECT_FALSE(kept.set("/a", true));
  EXPECT_TRUE(kept.has("/a"));
  EXPECT_FALSE(read_lines(file));
}

}  // namespace
}  // namespace mmd
