#include "document/seen_models.h"

#include <gtest/gtest.h>

#include "document/line_file.h"
#include "tests/assets/temporary_folder.h"
#include "tests/document/unreadable_file.h"

namespace mmd {
namespace {

ContentHash model(std::uint64_t number) {
  return {number, 1};
}

TEST(SeenModels, AreRememberedByTheirBytes) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "state" / "models-seen";
  SeenModels seen(file);
  EXPECT_FALSE(seen.has(model(1)));
  ASSERT_TRUE(seen.add(model(1)));
  ASSERT_TRUE(seen.add(model(1)));
  EXPECT_TRUE(SeenModels(file).has(model(1)));
  EXPECT_FALSE(SeenModels(file).has(model(2)));
  EXPECT_EQ(read_lines(file)->size(), 1u);
}

TEST(SeenModels, OfTwoWindowsAddUp) {
  const test::TemporaryFolder folder;
  SeenModels one(folder.path() / "seen"), other(folder.path() / "seen");
  ASSERT_TRUE(one.add(model(1)));
  ASSERT_TRUE(other.add(model(2)));
  EXPECT_TRUE(one.has(model(2)) && other.has(model(1)));
}

TEST(SeenModels, WithoutAFileNobodyIsAsked) {
  SeenModels seen;
  EXPECT_TRUE(seen.has(model(1)));
  EXPECT_TRUE(seen.add(model(1)));
}

TEST(SeenModels, AskOnlyOnceWhereNothingCanBeWritten) {
  const test::TemporaryFolder folder;
  folder.put("no_folder", "");
  SeenModels seen(folder.path() / "no_folder" / "seen");
  EXPECT_FALSE(seen.has(model(1)));
  EXPECT_FALSE(seen.add(model(1)));
  EXPECT_TRUE(seen.has(model(1)));
}

TEST(SeenModels, ForgetTheOldestBeyondTheirBound) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "seen";
  std::vector<std::string> lines;
  for (std::uint64_t i = 0; i < SeenModels::most; ++i) lines.push_back(to_hex(model(i)));
  ASSERT_TRUE(write_lines(file, lines));
  SeenModels seen(file);
  ASSERT_TRUE(seen.add(model(1000000)));
  EXPECT_EQ(read_lines(file)->size(), SeenModels::most);
  EXPECT_FALSE(seen.has(model(0)));
  EXPECT_TRUE(seen.has(model(1)));
}

TEST(SeenModels, InAFileThatCannotBeReadAreNotReplaced) {
  const test::TemporaryFolder folder;
  const auto file = test::put_unreadable(folder, "seen");
  SeenModels seen(file);
  EXPECT_FALSE(seen.add(model(1)));
  EXPECT_TRUE(seen.has(model(1)));
  EXPECT_FALSE(read_lines(file));
}

}  // namespace
}  // namespace mmd
