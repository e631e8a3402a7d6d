#include <gmock/gmock.h>

#include "app/stage/pose_file.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using testing::ElementsAre;

std::vector<std::string> names_of(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> out;
  out.reserve(paths.size());
  for (const auto& path : paths) out.push_back(to_utf8(path.filename()));
  return out;
}

TEST(PosesIn, ListsVpdFilesOfAnyCaseInOrder) {
  const test::TemporaryFolder folder;
  for (const char* name : {"pose10.vpd", "Pose2.VPD", "pose1.vpd", "readme.txt", "model.pmx"})
    folder.put(name, "");
  EXPECT_THAT(names_of(poses_in(folder.path())), ElementsAre("pose1.vpd", "Pose2.VPD", "pose10.vpd"));
  EXPECT_TRUE(poses_in(folder.path() / "missing").empty());
}

TEST(PoseAfter, GoesAroundAtBothEnds) {
  const std::vector<std::filesystem::path> poses = {"f/a.vpd", "f/b.vpd", "f/c.vpd"};
  EXPECT_EQ(pose_after(poses, "f/a.vpd", 1), 1u);
  EXPECT_EQ(pose_after(poses, "f/c.vpd", 1), 0u);
  EXPECT_EQ(pose_after(poses, "f/a.vpd", -1), 2u);
  EXPECT_EQ(pose_after({"f/only.vpd"}, "f/only.vpd", 1), 0u);
}

TEST(PoseAfter, StepsFromWhereAMissingPoseWouldBe) {
  const std::vector<std::filesystem::path> poses = {"f/a.vpd", "f/c.vpd"};
  EXPECT_EQ(pose_after(poses, "f/b.vpd", 1), 1u);
  EXPECT_EQ(pose_after(poses, "f/b.vpd", -1), 0u);
  EXPECT_EQ(pose_after(poses, "f/z.vpd", 1), 0u);
  EXPECT_EQ(pose_after(poses, "f/0.vpd", -1), 1u);
}

TEST(PoseSteps, ListThePosesBesideTheOneThatWasOpenedOrElseBesideTheModel) {
  const test::TemporaryFolder models, poses;
  models.put("a.vpd", "");
  const std::string model = to_utf8(models.put("model.pmx", "")), opened = to_utf8(poses.put("b.vpd", ""));
  PoseSteps steps;
  EXPECT_TRUE(steps.listed().empty());
  steps.list(model);
  EXPECT_THAT(steps.listed(), ElementsAre(to_utf8(models.path() / "a.vpd")));
  steps.open(opened);
  EXPECT_THAT(steps.listed(), ElementsAre(to_utf8(models.path() / "a.vpd"))) << "until it is asked for";
  steps.list(model);
  EXPECT_THAT(steps.listed(), ElementsAre(opened));
  steps.forget();
  steps.list("");
  EXPECT_TRUE(steps.listed().empty());
}

}  // namespace
}  // namespace mmd
