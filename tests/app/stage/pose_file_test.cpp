// Saving poses.
#include "app/stage/pose_file.h"

#include <random>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "document/inputs.h"
#include "edit/edit_state.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class PoseFile : public testing::Test {
 protected:
  PoseFile() {
    test::FileBuilder b;
    b.bone("腕");
    b.bone("袖", 0);
    b.morph<pmx::VertexOffset>("笑い", pmx::MorphType::vertex, {});
    document.loaded.model = b.model();
    document.model_file = to_utf8(folder.put("model.pmx", "model"));
    document.pose = Pose(*document.loaded.model);
  }
  SavedPose saved(const Pose& pose, bool only_changed = true) const {
    return {*document.loaded.model, pose, only_changed};
  }
  Pose random_pose(std::mt19937& random) const {
    std::normal_distribution<float> any;
    Pose pose(*document.loaded.model);
    for (vec3& t : pose.translation) t = vec3(any(random), any(random) * 1e-5f, any(random) * 100.0f);
    for (quat& q : pose.rotation) q = quat(any(random), any(random), any(random), any(random));
    for (float& w : pose.morph_weights) w = any(random);
    edit::settle_changed(Pose(*document.loaded.model), pose);
    return pose;
  }
  test::TemporaryFolder folder;
  LoadedFigure document;
};

TEST_F(PoseFile, KeepsAPoseExactly) {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    const Pose pose = random_pose(random);
    const auto path = folder.path() / "pose.vpd";
    ASSERT_TRUE(save_pose(path, saved(pose), open_files(document), {}));
    const auto bytes = read_file(path);
    ASSERT_TRUE(bytes);
    const auto read = vpd::read(*bytes);
    ASSERT_TRUE(read);
    Pose again(*document.loaded.model);
    apply_vpd(read->file, *document.loaded.model, again);
    edit::settle_changed(Pose(*document.loaded.model), again);
    EXPECT_EQ(again.translation, pose.translation);
    EXPECT_EQ(again.rotation, pose.rotation);
    EXPECT_EQ(again.morph_weights, pose.morph_weights);
  }
}

TEST_F(PoseFile, LeavesOutRestIfAsked) {
  Pose pose(*document.loaded.model);
  pose.translation[0].x = 1.5f;
  const auto some = pose_file(saved(pose)), all = pose_file(saved(pose, false));
  ASSERT_TRUE(some && all);
  EXPECT_THAT(some->bytes, HasSubstr("1.500000,0.000000,0.000000"));
  EXPECT_THAT(some->bytes, testing::Not(HasSubstr("Bone1")));
  EXPECT_THAT(all->bytes, HasSubstr("Bone1"));
  EXPECT_THAT(all->bytes, HasSubstr("Morph0"));
}

TEST_F(PoseFile, WarnsOfANameThatShiftJisLacks) {
  const auto path = folder.path() / "pose.vpd";
  Pose pose(*document.loaded.model);
  pose.translation[0].x = 1.5f;
  const auto plain = save_pose(path, saved(pose), open_files(document), {});
  ASSERT_TRUE(plain);
  EXPECT_FALSE(*plain);
  test::FileBuilder b;
  b.bone("한국");
  const auto korean = b.model();
  Pose moved(*korean);
  moved.translation[0].x = 1.5f;
  const auto other = save_pose(path, {*korean, moved, true}, open_files(document), {});
  ASSERT_TRUE(other) << other.error().what;
  ASSERT_TRUE(*other);
  EXPECT_EQ((*other)->severity, Severity::warning);
  EXPECT_THAT((*other)->what, HasSubstr("bone '한국'"));
  EXPECT_EQ(vpd::read(*read_file(path))->file.bones.front().name, "한국");
}

TEST_F(PoseFile, NeverOverwritesOtherInputs) {
  const Pose pose(*document.loaded.model);
  const auto model = folder.path() / "model.pmx";
  const auto done = save_pose(model, saved(pose), open_files(document), {});
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what, HasSubstr("the model"));
  const auto bytes = read_file(model);
  EXPECT_EQ(as_text(*bytes), "model");
  const std::string mine = to_utf8(folder.put("mine.vpd", "old")),
                    other = to_utf8(folder.put("b.vpd", "old"));
  document.poses = {{mine, nullptr}, {other, nullptr}};
  EXPECT_TRUE(save_pose(path_from_utf8(mine), saved(pose), open_files(document), mine));
  const std::string otherwise =
      to_utf8(path_from_utf8(mine).parent_path() / "." / path_from_utf8(mine).filename());
  EXPECT_TRUE(save_pose(path_from_utf8(mine), saved(pose), open_files(document), otherwise))
      << "the same file";
  EXPECT_FALSE(save_pose(path_from_utf8(other), saved(pose), open_files(document), mine));
}

TEST_F(PoseFile, NeverOverwritesATexture) {
  test::FileBuilder b;
  b.bone("腕");
  b.texture("skin.vpd");
  document.loaded.model = b.model();
  document.loaded.origin.files = open_folder(folder.path());
  document.pose = Pose(*document.loaded.model);
  const auto texture = folder.put("skin.vpd", "a picture");
  const auto hard_link = folder.path() / "other.vpd";
  std::filesystem::create_hard_link(texture, hard_link);
  for (const auto& path : {texture, hard_link})
    EXPECT_FALSE(save_pose(path, saved(document.pose), open_files(document), {}));
  EXPECT_EQ(as_text(*read_file(texture)), "a picture");
}

TEST_F(PoseFile, ReportsAMissingFolder) {
  const Pose pose(*document.loaded.model);
  EXPECT_FALSE(save_pose(folder.path() / "none" / "a.vpd", saved(pose), open_files(document), {}));
  std::filesystem::create_directory(folder.path() / "taken.vpd");
  EXPECT_FALSE(save_pose(folder.path() / "taken.vpd", saved(pose), open_files(document), {}));
}

TEST_F(PoseFile, FoldersAndTypedNames) {
  const std::string pose = to_utf8(folder.put("poses/a.vpd", ""));
  EXPECT_EQ(folder_beside(pose, "/x"), folder.path() / "poses");
  EXPECT_EQ(folder_beside(to_utf8(folder.path() / "a.zip") + "/a.vpd", "/x"), "/x");
  EXPECT_EQ(folder_beside("", "/x"), "/x");
  std::filesystem::current_path(folder.path());
  EXPECT_EQ(folder_beside("poses/a.vpd", folder.path()), folder.path() / "poses");
  std::filesystem::current_path(folder.path() / "poses");
  for (const char* named : {"a.vpd", "./a.vpd", "../poses/a.vpd"})
    EXPECT_EQ(folder_beside(named, folder.path() / "poses"), folder.path() / "poses") << named;
  std::filesystem::current_path("/");
  EXPECT_EQ(typed_pose_file("wave", "/x"), "/x/wave.vpd");
  EXPECT_EQ(typed_pose_file("wave.VPD", "/x"), "/x/wave.VPD");
  EXPECT_EQ(typed_pose_file("/y/wave.vpd", "/x"), "/y/wave.vpd");
  EXPECT_EQ(new_pose_file(folder.path(), "ミク").filename(), path_from_utf8("ミク.vpd"));
  folder.put("ミク.vpd", "");
  EXPECT_EQ(new_pose_file(folder.path(), "ミク").filename(), path_from_utf8("ミク 2.vpd"));
}

TEST(PosesIn, ListsVpdFilesOfAnyCaseInOrder) {
  const test::TemporaryFolder folder;
  for (const char* name : {"pose10.vpd", "Pose2.VPD", "pose1.vpd", "readme.txt", "model.pmx"})
    folder.put(name, "");
  EXPECT_THAT(poses_in(folder.path()), ElementsAre(folder.path() / "pose1.vpd", folder.path() / "Pose2.VPD",
                                                   folder.path() / "pose10.vpd"));
  EXPECT_TRUE(poses_in(folder.path() / "missing").empty());
}

TEST(PoseAfter, WrapsAndStartsAtTheNameOfAMissingPose) {
  struct Step {
    const char* from;
    int step;
    std::size_t to;
  };
  for (const auto& [from, step, to] :
       {Step{"f/a.vpd", 1, 1}, Step{"f/e.vpd", 1, 0}, Step{"f/a.vpd", -1, 2}, Step{"f/b.vpd", 1, 1},
        Step{"f/b.vpd", -1, 0}, Step{"f/z.vpd", 1, 0}, Step{"f/0.vpd", -1, 2}})
    EXPECT_EQ(pose_after({"f/a.vpd", "f/c.vpd", "f/e.vpd"}, from, step), to) << from << ' ' << step;
  EXPECT_EQ(pose_after({"f/only.vpd"}, "f/only.vpd", 1), 0u);
}

TEST(PoseSteps, ListTheFolderOfThePoseOrTheModel) {
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

class Expressions : public testing::Test {
 protected:
  static std::shared_ptr<const Model> face_model(const char* third = "ウィンク") {
    test::FileBuilder b;
    b.bone("腕");
    for (const char* morph : {"まばたき", "笑い", third})
      b.morph<pmx::VertexOffset>(morph, pmx::MorphType::vertex, {});
    return b.model();
  }
  static vpd::File at_rest(const char* third = "ウィンク") {
    const auto shown = face_model(third);
    return expression_of(Pose(*shown), *shown).value();
  }
  Result<vpd::File> read(const std::filesystem::path& file) { return read_expression(to_utf8(file), found); }

  const test::TemporaryFolder folder;
  Diagnostics found;
};

TEST_F(Expressions, HaveEveryMorphAndNoBone) {
  const auto shown = face_model();
  Pose pose(*shown);
  pose.translation[0] = vec3(1.0f, 2.0f, 3.0f);
  pose.morph_weights = {0.5f, 0.0f, -1.25f};
  const auto saved =
      save_expression(expression_of(pose, *shown).value(), folder.path() / "new" / "folder", "にっこり");
  ASSERT_TRUE(saved) << describe(saved.error());
  EXPECT_EQ(to_utf8(saved->filename()), "にっこり.vpd");
  const auto file = read(*saved);
  ASSERT_TRUE(file) << describe(file.error());
  EXPECT_THAT(found, IsEmpty());
  EXPECT_THAT(file->bones, IsEmpty());
  EXPECT_EQ(file->encoding, vpd::Encoding::cp932);
  ASSERT_THAT(file->morphs, SizeIs(3));
  EXPECT_EQ(file->morphs[1].name, "笑い");
  EXPECT_EQ(file->morphs[1].weight, 0.0f) << "so that it takes a smile away";
  EXPECT_EQ(file->morphs[2].weight, -1.25f);
}

TEST_F(Expressions, GetAFreeNameInTheFolder) {
  for (const char* name : {"smile.vpd", "smile-2.vpd"})
    EXPECT_EQ(save_expression(at_rest(), folder.path(), "smile").value(), folder.path() / name);
  EXPECT_EQ(save_expression(at_rest(), folder.path(), "../up").value().parent_path(), folder.path());
  EXPECT_THAT(expressions_in(folder.path()), SizeIs(3));
  const auto utf8 = save_expression(at_rest("眨眼"), folder.path(), "a");
  ASSERT_TRUE(utf8);
  EXPECT_EQ(read(*utf8).value().morphs[2].name, "眨眼") << "Shift-JIS lacks the name";
}

TEST_F(Expressions, AreTheMorphsOfAPoseAndNothingElse) {
  vpd::File pose = test::figure_pose(0.4f);
  test::write_pose(folder.path() / "pose.vpd", pose);
  const auto bones_only = read(folder.path() / "pose.vpd");
  ASSERT_FALSE(bones_only);
  EXPECT_THAT(bones_only.error().what, HasSubstr("no morphs"));
  pose.morphs.push_back({"笑い", 0.75f, 0});
  test::write_pose(folder.path() / "pose.vpd", pose);
  const auto file = read(folder.path() / "pose.vpd");
  ASSERT_TRUE(file);
  EXPECT_THAT(file->bones, IsEmpty());
  ASSERT_THAT(file->morphs, SizeIs(1));
  EXPECT_EQ(file->morphs[0].weight, 0.75f);
  EXPECT_FALSE(read(folder.put("x.txt", "no pose")));
  EXPECT_FALSE(read(folder.path() / "absent.vpd"));
  EXPECT_FALSE(save_expression(at_rest(), folder.path(), " . "));
  EXPECT_FALSE(save_expression(at_rest(), {}, "a"));
  EXPECT_FALSE(save_expression(at_rest(), folder.put("file", ""), "a")) << "not a folder";
  EXPECT_THAT(expressions_in({}), IsEmpty());
}

}  // namespace
}  // namespace mmd
