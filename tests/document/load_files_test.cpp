#include <gmock/gmock.h>

#include "document/bone_names.h"
#include "document/loader.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LoadFiles : public testing::Test {
 protected:
  LoadFiles() {
    test::write_model(model, test::figure());
    test::write_pose(pose, test::figure_pose(0.5f));
  }
  static Result<Loaded> load(std::vector<std::string> files, const LoadedFigure* current = nullptr,
                             const std::vector<AttachOption>& attachments = {}) {
    LoadRequest request;
    request.files = std::move(files);
    request.attachments = attachments;
    if (current != nullptr) request.current = std::make_shared<const LoadedFigure>(*current);
    return load_files(request, {});
  }

  /// A model whose first materials have these textures, one each; only red.png is there.
  void put_textured_model(const std::vector<std::string>& textures) const {
    pmx::File file = test::figure();
    for (std::size_t i = 0; i < textures.size(); ++i) {
      file.textures.push_back(pmx::from_utf8(textures[i], file.header.encoding));
      file.materials[i].texture = static_cast<std::int32_t>(i);
    }
    test::write_model(model, file);
    folder.put("red.png", as_text(test::png_file({1, 1, {{255, 0, 0, 255}}})));
  }

  test::TemporaryFolder folder;
  const std::filesystem::path model = folder.path() / "figure.pmx", pose = folder.path() / "pose.vpd";
  const std::string model_name = to_utf8(model), pose_name = to_utf8(pose);
};

TEST_F(LoadFiles, KeepsTheModelWhenAPoseIsLoaded) {
  const auto first = load({model_name});
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->new_model);
  const auto second = load({pose_name}, &first->document);
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->new_model);
  EXPECT_EQ(second->document.loaded.model, first->document.loaded.model);
  EXPECT_EQ(second->document.model_file, model_name);
  ASSERT_EQ(second->document.poses.size(), 1u);
  EXPECT_EQ(second->document.poses[0].file, pose_name);
  EXPECT_NE(second->document.pose.rotation, first->document.pose.rotation);
}

TEST_F(LoadFiles, KeepsThePoseForANewModelWithoutReadingItAgain) {
  const auto first = load({model_name, pose_name});
  ASSERT_TRUE(first);
  std::filesystem::remove(pose);
  const auto second = load({model_name}, &first->document);
  ASSERT_TRUE(second);
  ASSERT_EQ(second->document.poses.size(), 1u);
  EXPECT_NE(second->document.loaded.model, first->document.loaded.model);
  EXPECT_EQ(second->document.pose.rotation, first->document.pose.rotation);
  EXPECT_EQ(second->document.poses[0].source, first->document.poses[0].source) << "parsed once";
}

TEST_F(LoadFiles, DropsForgottenPoses) {
  const auto first = load({model_name, pose_name});
  ASSERT_TRUE(first);
  LoadRequest request;
  request.files = {model_name};
  request.current = std::make_shared<const LoadedFigure>(first->document);
  request.forgotten = {pose_name};
  const auto second = load_files(request, {});
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->document.poses.empty());
}

TEST_F(LoadFiles, GivesPosesTheNamesOfBonesThatWereChosenForTheModel) {
  pmx::File file = test::figure();
  for (pmx::Bone& bone : file.bones)
    if (file.utf8(bone.name) == "腕") bone.name = pmx::from_utf8("udewa", file.header.encoding);
  test::write_model(model, file);
  const auto plain = load({model_name, pose_name});
  ASSERT_TRUE(plain);
  EXPECT_THAT(plain->document.unmatched.bones, ElementsAre("腕"));
  LoadRequest request;
  request.files = {model_name, pose_name};
  request.bone_names = folder.path() / "names";
  ASSERT_TRUE(
      keep_bone_names({{"腕", "udewa"}}, bone_names_file(request.bone_names, plain->document.model_hash)));
  const auto named = load_files(request, {});
  ASSERT_TRUE(named);
  EXPECT_THAT(named->document.unmatched.bones, testing::IsEmpty());
  EXPECT_NE(named->document.pose.rotation, plain->document.pose.rotation);
}

TEST_F(LoadFiles, ABoneChosenForAVrmTakesNoPoseFromTheModelsOwnBone) {
  const auto plain = load({model_name, pose_name});
  ASSERT_TRUE(plain);
  LoadRequest request;
  request.files = {model_name, pose_name};
  request.bone_names = folder.path() / "names";
  const std::string other = plain->document.model().skeleton.bones.back().name;
  ASSERT_NE(other, "腕");
  ASSERT_TRUE(
      keep_bone_names({{"腕", other}}, bone_names_file(request.bone_names, plain->document.model_hash)));
  const auto named = load_files(request, {});
  ASSERT_TRUE(named);
  EXPECT_EQ(named->document.pose.rotation, plain->document.pose.rotation);
}

TEST_F(LoadFiles, RejectsAPoseWithoutAModel) {
  const auto loaded = load({pose_name});
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().what, HasSubstr("no model"));
  EXPECT_FALSE(loaded.error().hint.empty());
}

TEST_F(LoadFiles, StopsWhenProgressReturnsFalse) {
  LoadRequest request;
  request.files = {model_name};
  EXPECT_FALSE(load_files(request, [](float, const std::string&) { return false; }));
}

TEST_F(LoadFiles, LoadsLargeTexturesAfterTheModel) {
  put_textured_model({"red.png", "missing.png"});

  LoadRequest request;
  request.files = {model_name};
  request.textures_at_once = 0;
  const auto first = load_files(request, {});
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->textures_missing);
  EXPECT_THAT(*first->document.loaded.textures, ElementsAre(nullptr, nullptr));
  EXPECT_THAT(first->document.diagnostics, testing::IsEmpty());
  EXPECT_EQ(first->document.loaded.textures_hash, ContentHash{}) << "incomplete";

  LoadRequest rest;
  rest.textures_only = true;
  rest.current = std::make_shared<const LoadedFigure>(first->document);
  const auto second = load_files(rest, {});
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->textures_only);
  EXPECT_EQ(second->document.loaded.model, first->document.loaded.model);
  ASSERT_NE(second->document.loaded.textures->at(0), nullptr);
  EXPECT_THAT(second->document.loaded.textures->at(0)->rgba, ElementsAre(255, 0, 0, 255));
  EXPECT_NE(second->document.loaded.textures_hash, ContentHash{});
  ASSERT_EQ(second->document.diagnostics.size(), 1u);
  EXPECT_THAT(second->document.diagnostics[0].what, HasSubstr("missing.png"));
}

TEST_F(LoadFiles, LoadsSmallTexturesWithTheModel) {
  put_textured_model({"red.png"});
  const auto loaded = load({model_name});
  ASSERT_TRUE(loaded);
  EXPECT_FALSE(loaded->textures_missing);
  EXPECT_NE(loaded->document.loaded.textures->at(0), nullptr);
  EXPECT_NE(loaded->document.loaded.textures_hash, ContentHash{});
}

/// One attachment on the figure's arm and one beside it.
std::vector<AttachOption> with_props(const std::string& prop) {
  return {{prop + "@腕"}, {prop + "@"}};
}

TEST_F(LoadFiles, KeepsAttachmentsWhenAPoseIsLoaded) {
  const auto first = load({model_name}, nullptr, with_props(model_name));
  ASSERT_TRUE(first) << describe(first.error());
  ASSERT_EQ(first->document.attached.size(), 2u);
  const auto second = load({pose_name}, &first->document, with_props(model_name));
  ASSERT_TRUE(second);
  ASSERT_EQ(second->document.attached.size(), 2u);
  EXPECT_EQ(second->document.attached[0].loaded.model, first->document.attached[0].loaded.model);
}

TEST_F(LoadFiles, KeepsFittingAttachmentsWhenAModelIsLoaded) {
  pmx::File other = test::figure();
  other.bones[0].name = pmx::from_utf8("うで", other.header.encoding);
  const auto other_path = folder.path() / "other.pmx";
  test::write_model(other_path, other);
  const auto first = load({model_name}, nullptr, with_props(model_name));
  ASSERT_TRUE(first);
  const auto second = load({to_utf8(other_path)}, &first->document, with_props(model_name));
  ASSERT_TRUE(second) << describe(second.error());
  ASSERT_EQ(second->document.attached.size(), 1u);
  EXPECT_EQ(second->document.attached[0].place.bone, "");
  ASSERT_FALSE(second->document.diagnostics.empty());
  EXPECT_EQ(second->document.diagnostics.front().severity, Severity::warning);
  EXPECT_THAT(second->document.diagnostics.front().what, HasSubstr("腕"));
}

TEST_F(LoadFiles, ReloadsChangedFiles) {
  const auto first = load({model_name, pose_name});
  ASSERT_TRUE(first);
  pmx::File renamed = test::figure();
  renamed.name = pmx::from_utf8("again", renamed.header.encoding);
  test::write_model(model, renamed);
  test::write_pose(pose, test::figure_pose(-0.5f));
  const auto shown = std::make_shared<const LoadedFigure>(first->document);
  const auto again = load_files(request_again(shown), {});
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->again && again->new_model);
  EXPECT_EQ(again->document.model().name, "again");
  ASSERT_EQ(again->document.poses.size(), 1u);
  EXPECT_NE(again->document.pose.rotation, shown->pose.rotation);
}

TEST_F(LoadFiles, ReloadingKeepsAPoseWhoseFileIsGone) {
  const auto last = folder.path() / "last.vpd";
  test::write_pose(last, test::figure_pose(0.2f));
  const auto first = load({model_name, pose_name, to_utf8(last)});
  ASSERT_TRUE(first);
  std::filesystem::remove(pose);
  const auto shown = std::make_shared<const LoadedFigure>(first->document);
  const auto again = load_files(request_again(shown), {});
  ASSERT_TRUE(again) << describe(again.error());
  ASSERT_EQ(again->document.poses.size(), 2u);
  EXPECT_EQ(again->document.poses.front().file, pose_name);
  EXPECT_EQ(again->document.pose.rotation, shown->pose.rotation);
}

}  // namespace
}  // namespace mmd
