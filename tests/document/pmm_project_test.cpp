#include "document/pmm_project.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/pmm_samples.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct PmmProject : ::testing::Test {
  std::string place(std::string_view name) { return to_utf8(folder.path() / path_from_utf8(name)); }
  /// A path, as separators differ between systems.
  static std::filesystem::path found(const std::string& project, const std::string& stored) {
    return path_from_utf8(file_of_project(project, stored));
  }
  test::TemporaryFolder folder;
};

TEST_F(PmmProject, FindsFilesBesideAndBelowUserFile) {
  folder.put("mmd/UserFile/Model/ミク.pmx", "x");
  folder.put("mmd/UserFile/scenes/prop.x", "x");
  const std::string project = place("mmd/UserFile/scenes/a.pmm");
  EXPECT_EQ(found(project, "UserFile\\Model\\ミク.pmx"),
            path_from_utf8(place("mmd/UserFile/Model/ミク.pmx")));
  EXPECT_EQ(found(project, "E:\\MMD\\userfile\\model\\ミク.PMX"),
            path_from_utf8(place("mmd/UserFile/Model/ミク.pmx")));
  EXPECT_EQ(found(project, "G:\\elsewhere\\PROP.x"), path_from_utf8(place("mmd/UserFile/scenes/prop.x")));
  EXPECT_EQ(found(project, "gone.pmx"), path_from_utf8(place("mmd/UserFile/scenes/gone.pmx")));
  folder.put("own.pmx", "x");
  EXPECT_EQ(found(project, place("own.pmx")), path_from_utf8(place("own.pmx")));
}

TEST_F(PmmProject, NeverFollowsNetworkPaths) {
  const std::string project = place("a.pmm");
  EXPECT_EQ(found(project, "\\\\server\\share\\m.pmx"), path_from_utf8(place("m.pmx")));
  EXPECT_EQ(found(project, "//server/share/m.pmx"), path_from_utf8(place("m.pmx")));
}

TEST_F(PmmProject, GivesTheShownPose) {
  const auto project = read_project(test::pmm_project(), place("a.pmm"));
  ASSERT_TRUE(project) << describe(project.error());
  const auto pose = shown_pose(project->models.front());
  ASSERT_TRUE(pose) << describe(pose.error());
  EXPECT_THAT(std::string(as_text(pose->vpd)),
              testing::AllOf(HasSubstr("左腕"), HasSubstr("0.5"), HasSubstr("笑い")));
  EXPECT_THAT(pose->ik_off, ElementsAre("左足ＩＫ"));
}

TEST_F(PmmProject, OfVersionOneNamesItsMissingModel) {
  Bytes bytes = test::pmm_project();
  bytes[23] = std::byte{'1'};
  const auto project = read_project(bytes, place("a.pmm"));
  ASSERT_FALSE(project);
  EXPECT_THAT(project.error().what, HasSubstr("version 1"));
  EXPECT_EQ(project.error().file, place("a.pmm"));
}

}  // namespace
}  // namespace mmd
