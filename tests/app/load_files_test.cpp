#include <gmock/gmock.h>

#include "app/loader.h"
#include "tests/app/figure.h"
#include "tests/assets/temporary_folder.h"

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
  static Result<Loaded> load(std::vector<std::string> files, const Session* current = nullptr,
                             const Options& options = {}) {
    LoadRequest request;
    request.options = options;
    request.options.files = std::move(files);
    if (current != nullptr) request.current = std::make_shared<const Session>(*current);
    return load_files(request, {});
  }

  test::TemporaryFolder folder;
  const std::filesystem::path model = folder.path() / "figure.pmx", pose = folder.path() / "pose.vpd";
  const std::string model_name = to_utf8(model), pose_name = to_utf8(pose);
};

TEST_F(LoadFiles, APoseKeepsTheModelThatIsThere) {
  const auto first = load({model_name});
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->new_model);
  const auto second = load({pose_name}, &first->session);
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->new_model);
  EXPECT_EQ(second->session.loaded.model, first->session.loaded.model);
  EXPECT_EQ(second->session.inputs.model, model_name);
  EXPECT_THAT(second->session.inputs.poses, ElementsAre(pose_name));
  EXPECT_NE(second->session.pose.rotation, first->session.pose.rotation);
}

TEST_F(LoadFiles, AModelKeepsThePosesThatAreThere) {
  const auto first = load({model_name, pose_name});
  ASSERT_TRUE(first);
  const auto second = load({model_name}, &first->session);
  ASSERT_TRUE(second);
  EXPECT_NE(second->session.loaded.model, first->session.loaded.model);
  EXPECT_EQ(second->session.pose.rotation, first->session.pose.rotation);
}

TEST_F(LoadFiles, AModelLoadsThoughTheOldPoseIsGone) {
  const auto first = load({model_name, pose_name});
  ASSERT_TRUE(first);
  std::filesystem::remove(pose);
  const auto second = load({model_name}, &first->session);
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->session.inputs.poses.empty());
  ASSERT_FALSE(second->session.diagnostics.empty());
  EXPECT_EQ(second->session.diagnostics.back().severity, Severity::warning);
}

TEST_F(LoadFiles, MorphsOfTheCommandLineAreNotHeldAgainstADroppedModel) {
  const auto first = load({model_name});
  ASSERT_TRUE(first);
  Options options;
  options.morph_weights = {{"あ", 1.0f}};
  EXPECT_FALSE(load({model_name}, nullptr, options)) << "the figure has no morphs";
  EXPECT_TRUE(load({model_name}, &first->session, options));
}

TEST_F(LoadFiles, APoseAloneAsksForAModel) {
  const auto loaded = load({pose_name});
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().what, HasSubstr("no model"));
  EXPECT_FALSE(loaded.error().hint.empty());
}

TEST_F(LoadFiles, StopsWhenProgressSaysSo) {
  LoadRequest request;
  request.options.files = {model_name};
  EXPECT_FALSE(load_files(request, [](float, const std::string&) { return false; }));
}

}  // namespace
}  // namespace mmd
