#include <utility>

#include <gmock/gmock.h>

#include "scene/input.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/zip_samples.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* pose_text = "Vocaloid Pose Data file\r\n\r\nm.osm;\r\n0;\r\n\r\n";

/// The archive of these files, as it is read.
InputFile archive_of(const test::TemporaryFolder& folder, const std::vector<test::ZipFile>& files) {
  auto input = read_input(to_utf8(folder.put("a.zip", as_text(test::zip_file(files)))));
  EXPECT_TRUE(input);
  return std::move(*input);
}

TEST(PoseArchive, TheOnlyPoseStandsForTheArchive) {
  const test::TemporaryFolder folder;
  const auto pose = unwrap_pose(archive_of(folder, {{"poses/p.vpd", pose_text}, {"readme.txt", "x"}}));
  ASSERT_TRUE(pose) << describe(pose.error());
  EXPECT_EQ(pose->kind, FileKind::pose);
  EXPECT_EQ(as_text(pose->bytes), pose_text);
  EXPECT_EQ(pose->member, "poses/p.vpd");
  EXPECT_THAT(pose->name, HasSubstr("a.zip/poses/p.vpd"));
  EXPECT_TRUE(pose->archive);
}

TEST(PoseArchive, OfSeveralOneHasToBeNamed) {
  const test::TemporaryFolder folder;
  const auto pose =
      unwrap_pose(archive_of(folder, {{"b.vpd", pose_text}, {"a.vpd", pose_text}, {"m.vmd", "x"}}));
  ASSERT_FALSE(pose);
  EXPECT_THAT(describe(pose.error()), HasSubstr("a.zip: the archive holds no model but 3 poses and motions"));
  EXPECT_EQ(pose.error().advice, Advice::name_one);
  EXPECT_THAT(pose.error().names, ElementsAre("a.vpd", "b.vpd", "m.vmd"));
}

TEST(PoseArchive, AnArchiveWithAModelOrWithoutPosesStaysOne) {
  const test::TemporaryFolder folder;
  for (const std::vector<test::ZipFile>& files :
       {std::vector<test::ZipFile>{{"m.pmx", "x"}, {"p.vpd", pose_text}}, {{"readme.txt", "x"}}}) {
    const auto input = unwrap_pose(archive_of(folder, files));
    ASSERT_TRUE(input);
    EXPECT_EQ(input->kind, FileKind::archive);
    EXPECT_TRUE(input->opened) << "it is not opened twice";
  }
}

TEST(PoseArchive, WhatIsNoArchiveStaysAsItIs) {
  const test::TemporaryFolder folder;
  auto input = read_input(to_utf8(folder.put("p.vpd", pose_text)));
  ASSERT_TRUE(input);
  const auto same = unwrap_pose(std::move(*input));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->kind, FileKind::pose);
  EXPECT_FALSE(same->archive);
}

}  // namespace
}  // namespace mmd
