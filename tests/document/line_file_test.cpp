#include "document/line_file.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/document/unreadable_file.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LineFile, HoldsWhatWasWrittenInFoldersThatItMakes) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "deep" / "er" / "lines";
  EXPECT_THAT(*read_lines(file), IsEmpty());
  ASSERT_TRUE(write_lines(file, {"一", "two  ", "three"}));
  EXPECT_THAT(*read_lines(file), ElementsAre("一", "two  ", "three"));
  EXPECT_THAT(*read_lines({}), IsEmpty());
}

TEST(LineFile, WhatWouldBeSeveralLinesIsNoLine) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "lines";
  ASSERT_TRUE(write_lines(file, {"a\nb", "", "c\r", "d"}));
  EXPECT_THAT(*read_lines(file), ElementsAre("d"));
}

TEST(LineFile, SaysThatItCannotBeWritten) {
  const test::TemporaryFolder folder;
  folder.put("no_folder", "");
  EXPECT_FALSE(write_lines(folder.path() / "no_folder" / "lines", {"a"}));
}

TEST(LineFile, OneThatCannotBeReadIsNotOneWithoutLines) {
  const test::TemporaryFolder folder;
  EXPECT_FALSE(read_lines(test::put_unreadable(folder, "lines")));
}

}  // namespace
}  // namespace mmd
