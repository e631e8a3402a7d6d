// `batch --web`. That the website works in a browser is for tests/web.

#include <filesystem>

#include <gmock/gmock.h>

#include "tests/cli/batch_fixture.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class BatchWeb : public Batch {};

TEST_F(BatchWeb, WantsToHearThatTheModelsMayBePublished) {
  const Outcome done = poses({"--web", in_folder("site")});
  expect_failure(done, 2);
  EXPECT_THAT(done.err, HasSubstr("--i-may-publish"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "site"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_F(BatchWeb, IsMadeFromTheWholeBatchAndFromPictures) {
  const Words site{"--web", in_folder("site"), "--i-may-publish"};
  EXPECT_THAT(poses(with(site, {"--shard", "0/2"})).err, HasSubstr("--web and --shard"));
  EXPECT_EQ(poses(with(site, {"--shard", "0/2"})).status, 2);
  EXPECT_EQ(poses(with(site, {"--video", in_folder("v.mp4")})).status, 2);
}

TEST_F(BatchWeb, LeavesAFolderWithOtherFilesAlone) {
  put("site/mine.txt", "mine");
  const Outcome done = poses({"--web", in_folder("site"), "--i-may-publish"});
  expect_failure(done, 2);
  EXPECT_THAT(done.err, HasSubstr("the folder has other files"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path() / "site"), {}), 1);
}

}  // namespace
}  // namespace mmd::test
