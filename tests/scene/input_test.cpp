#include "scene/input.h"

#include <utility>

#include <gmock/gmock.h>

#include "base/text.h"
#include "scene/load.h"
#include "tests/assets/temporary_folder.h"
#include "tests/scene/loaded.h"
#include "tests/support/archive_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::picture;
using test::said;
using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

std::string model_text() {
  return test::text_of(test::textured("tex\\体.png").bytes());
}

/// An archive of two models with one texture each, and a pose. Names are UTF-8 or CP932.
class TwoModels : public ::testing::TestWithParam<bool> {
 protected:
  TwoModels() {
    const auto name = [](const char* text) { return GetParam() ? text : *cp932_from_utf8(text); };
    const std::uint16_t flags = GetParam() ? test::zip_utf8 : 0;
    zip = to_utf8(
        folder.put("二 つ.zip", as_text(test::zip_file({{name("甲/モデル.pmx"), model_text(), flags, true},
                                                        {name("甲/tex/体.png"), picture(3), flags, true},
                                                        {name("乙/モデル.pmx"), model_text(), flags, true},
                                                        {name("乙/tex/体.png"), picture(5), flags, true},
                                                        {name("ポーズ.vpd"), pose, flags, true}}))));
  }
  const std::string pose = "Vocaloid Pose Data file\n\nx.osm;\n0;\n";
  TemporaryFolder folder;
  std::string zip;
};

TEST_P(TwoModels, LoadByNameWithTheirOwnTextures) {
  const std::pair<const char*, int> cases[] = {
      {"/甲/モデル.pmx", 3}, {"/乙/モデル.pmx", 5}, {"\\乙\\モデル.pmx", 5}, {"/乙/モデル.PMX", 5}};
  for (const auto& [rest, size] : cases) {
    const auto loaded = load_model(path_from_utf8(zip + rest), true);
    ASSERT_TRUE(loaded) << describe(loaded.error());
    ASSERT_TRUE((*loaded->textures)[0]) << said(loaded->diagnostics);
    EXPECT_EQ((*loaded->textures)[0]->width, size);
  }
}

TEST_P(TwoModels, OriginNamesArchiveAndMember) {
  const auto loaded = load_model(path_from_utf8(zip + "\\乙\\モデル.pmx"), false);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->origin.member, "乙/モデル.pmx");
  EXPECT_EQ(loaded->origin.name, zip + "/乙/モデル.pmx");
}

TEST_P(TwoModels, PosesAreReadByName) {
  const auto input = read_input(zip + "/ポーズ.vpd");
  ASSERT_TRUE(input) << describe(input.error());
  EXPECT_EQ(input->kind, FileKind::pose);
  EXPECT_EQ(as_text(input->bytes), pose);
  EXPECT_EQ(input->name, zip + "/ポーズ.vpd");
  EXPECT_EQ(input->member, "ポーズ.vpd");
}

TEST_P(TwoModels, WithoutANameTheErrorListsThem) {
  const auto loaded = load_model(path_from_utf8(zip), true);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(describe(loaded.error()), AllOf(HasSubstr(zip), HasSubstr("2 models")));
  EXPECT_EQ(loaded.error().file, zip);
  EXPECT_EQ(loaded.error().advice, Advice::name_one);
  EXPECT_THAT(loaded.error().names, UnorderedElementsAre("甲/モデル.pmx", "乙/モデル.pmx"));
}

TEST_P(TwoModels, WrongNamesListFilesOfThatKind) {
  for (const char* wrong : {"/丙.pmx", "/乙", "/モデル.pmx", "/../x.pmx"}) {
    const auto input = read_input(zip + wrong);
    ASSERT_FALSE(input) << wrong;
    EXPECT_EQ(input.error().file, zip);
    EXPECT_EQ(input.error().advice, Advice::see_members);
    EXPECT_THAT(input.error().names, Contains("乙/モデル.pmx"));
    EXPECT_FALSE(is_input(zip + wrong));
  }
  const auto no_pose = read_input(zip + "/x.vpd");
  ASSERT_FALSE(no_pose);
  EXPECT_THAT(no_pose.error().names, ElementsAre("ポーズ.vpd"));
}

TEST_P(TwoModels, IsInputAndSameInputCompareMembers) {
  EXPECT_TRUE(is_input(zip));
  EXPECT_TRUE(is_input(zip + "/甲/モデル.pmx"));
  EXPECT_FALSE(is_input(to_utf8(folder.path())));
  EXPECT_TRUE(same_input(zip + "/甲/モデル.pmx", zip + "/甲/モデル.pmx"));
  EXPECT_TRUE(same_input(zip, zip));
  EXPECT_FALSE(same_input(zip + "/甲/モデル.pmx", zip + "/乙/モデル.pmx"));
  EXPECT_FALSE(same_input(zip + "/甲/モデル.pmx", zip));
  EXPECT_FALSE(same_input(to_utf8(folder.path() / "missing"), to_utf8(folder.path() / "missing")));
}

INSTANTIATE_TEST_SUITE_P(Names, TwoModels, ::testing::Bool(),
                         [](const auto& param) { return param.param ? "utf8" : "cp932"; });

TEST(ReadInput, RejectsMembersOfOtherFiles) {
  const TemporaryFolder folder;
  const std::string text = to_utf8(folder.put("text.zip", "hello"));
  const auto input = read_input(text + "/m.pmx");
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().file, text);
  EXPECT_THAT(input.error().what, HasSubstr("not an archive"));
  const auto cut = read_input(to_utf8(folder.put("cut.zip", "PK\x03\x04")) + "/m.pmx");
  ASSERT_FALSE(cut);
  EXPECT_THAT(cut.error().what, HasSubstr("damaged"));
}

TEST(ReadInput, OpensNestedArchives) {
  const TemporaryFolder folder;
  const std::string inner(as_text(test::zip_file({{"m/m.pmx", model_text()}, {"m/tex/体.png", picture(4)}})));
  const std::string outer = to_utf8(folder.put("outer.zip", as_text(test::zip_file({{"inner.zip", inner}}))));
  const auto loaded = load_model(path_from_utf8(outer + "/inner.zip"), true);
  ASSERT_TRUE(loaded) << describe(loaded.error());
  EXPECT_EQ((*loaded->textures)[0]->width, 4);
}

constexpr const char* pose_text = "Vocaloid Pose Data file\r\n\r\nm.osm;\r\n0;\r\n\r\n";

/// Reads an archive of these files.
InputFile archive_of(const test::TemporaryFolder& folder, const std::vector<test::ZipFile>& files) {
  auto input = read_input(to_utf8(folder.put("a.zip", as_text(test::zip_file(files)))));
  EXPECT_TRUE(input);
  return std::move(*input);
}

TEST(PoseArchive, UsesTheOnlyPose) {
  const test::TemporaryFolder folder;
  const auto pose = unwrap_pose(archive_of(folder, {{"poses/p.vpd", pose_text}, {"readme.txt", "x"}}));
  ASSERT_TRUE(pose) << describe(pose.error());
  EXPECT_EQ(pose->kind, FileKind::pose);
  EXPECT_EQ(as_text(pose->bytes), pose_text);
  EXPECT_EQ(pose->member, "poses/p.vpd");
  EXPECT_THAT(pose->name, HasSubstr("a.zip/poses/p.vpd"));
  EXPECT_TRUE(pose->archive);
}

TEST(PoseArchive, AsksForOneOfSeveral) {
  const test::TemporaryFolder folder;
  const auto pose =
      unwrap_pose(archive_of(folder, {{"b.vpd", pose_text}, {"a.vpd", pose_text}, {"m.vmd", "x"}}));
  ASSERT_FALSE(pose);
  EXPECT_THAT(describe(pose.error()),
              HasSubstr("a.zip: the archive contains no model but 3 poses and motions"));
  EXPECT_EQ(pose.error().advice, Advice::name_one);
  EXPECT_THAT(pose.error().names, ElementsAre("a.vpd", "b.vpd", "m.vmd"));
}

TEST(PoseArchive, KeepsOtherFiles) {
  const test::TemporaryFolder folder;
  for (const std::vector<test::ZipFile>& files :
       {std::vector<test::ZipFile>{{"m.pmx", "x"}, {"p.vpd", pose_text}}, {{"readme.txt", "x"}}}) {
    const auto input = unwrap_pose(archive_of(folder, files));
    ASSERT_TRUE(input);
    EXPECT_EQ(input->kind, FileKind::archive);
    EXPECT_TRUE(input->opened) << "it is not opened twice";
  }
  auto input = read_input(to_utf8(folder.put("p.vpd", pose_text)));
  ASSERT_TRUE(input);
  const auto same = unwrap_pose(std::move(*input));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->kind, FileKind::pose);
  EXPECT_FALSE(same->archive);
}

}  // namespace
}  // namespace mmd
