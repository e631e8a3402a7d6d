// Poses of scenes and projects of MMD of all sizes, each read once however many figures have one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "document/inputs.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/pmm_samples.h"

namespace mmd {
namespace {

using testing::HasSubstr;

constexpr const char* vpd_of_arm =
    "Vocaloid Pose Data file\\r\\n\\r\\nm.osm;\\r\\n1;\\r\\n\\r\\nBone0{腕\\r\\n  0,0,0;\\r\\n  "
    "0,0,0,1;\\r\\n}\\r\\n";

/// A scene with this many figures with a pose, whose picture makes it so long.
std::string scene(std::size_t figures, std::size_t size) {
  const std::string pose = "\"files\": [\"figure.pmx\"], \"pose\": \"" + std::string(vpd_of_arm) + "\"";
  std::string out = "{\"mmdview-scene\": 1, " + pose + ", \"figures\": [";
  for (std::size_t i = 1; i < figures; ++i) out += (i > 1 ? ", {" : "{") + pose + "}";
  out += "], \"picture\": \"data:image/jpeg;base64,";
  return out + std::string(size > out.size() + 2 ? size - out.size() - 2 : 0, 'A') + "\"}";
}

class SceneInputs : public testing::Test {
 protected:
  SceneInputs() { test::write_model(folder.path() / "figure.pmx", test::figure()); }
  /// The model and its pose for each of the figures.
  std::vector<std::string> files(const std::string& scene, std::size_t figures) const {
    std::vector<std::string> out;
    for (std::size_t i = 1; i <= figures; ++i) {
      out.push_back(model);
      out.push_back(name_of_pose(scene, i));
    }
    return out;
  }
  test::TemporaryFolder folder;
  const std::string model = to_utf8(folder.path() / "figure.pmx");
};

TEST_F(SceneInputs, HavePosesInScenesOfAnySize) {
  for (const std::size_t size : {std::size_t{10'000}, std::size_t{65'535}, std::size_t{65'536},
                                 std::size_t{65'537}, std::size_t{66'164}, std::size_t{20'000'000}}) {
    const std::string file = to_utf8(folder.put("s.mmdscene", scene(3, size)));
    const auto inputs = read_all_inputs(files(file, 3));
    ASSERT_TRUE(inputs) << size << describe(inputs.error());
    ASSERT_EQ(inputs->size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_EQ((*inputs)[i].poses.size(), 1u);
      EXPECT_EQ((*inputs)[i].poses[0].name, name_of_pose(file, i + 1));
      EXPECT_THAT(std::string(as_text((*inputs)[i].poses[0].bytes)), HasSubstr("Bone0{腕"));
    }
    EXPECT_EQ(read_inputs({model, file}).value().poses.size(), 1u) << "a scene among files is its first pose";
  }
}

TEST_F(SceneInputs, HavePosesInProjectsOfAnySize) {
  for (const std::int32_t keys : {1, 100, 660, 680, 720, 500'000}) {
    const std::string file = to_utf8(folder.put("a.pmm", as_text(test::pmm_project(keys))));
    const auto inputs = read_all_inputs(files(file, 1));
    ASSERT_TRUE(inputs) << keys << describe(inputs.error());
    ASSERT_EQ(inputs->front().poses.size(), 1u);
    EXPECT_THAT(std::string(as_text(inputs->front().poses[0].bytes)), HasSubstr("左腕"));
  }
}

TEST_F(SceneInputs, OfManyFiguresComeFromOneReading) {
  // If each figure parsed the scene again, this would take minutes.
  const std::string file = to_utf8(folder.put("s.mmdscene", scene(400, 8'000'000)));
  const auto inputs = read_all_inputs(files(file, 400));
  ASSERT_TRUE(inputs) << describe(inputs.error());
  EXPECT_EQ(inputs->size(), 400u);
}

TEST_F(SceneInputs, FromTheSameSceneTwiceAreEqual) {
  const std::string file = to_utf8(folder.put("s.mmdscene", scene(2, 100'000)));
  const auto inputs = read_all_inputs({model, name_of_pose(file, 2), name_of_pose(file, 2)});
  ASSERT_TRUE(inputs) << describe(inputs.error());
  ASSERT_EQ(inputs->front().poses.size(), 2u);
  EXPECT_EQ(inputs->front().poses[0].bytes, inputs->front().poses[1].bytes);
}

TEST_F(SceneInputs, OfFiguresWithoutAPoseAreErrors) {
  const std::string file = to_utf8(folder.put("s.mmdscene", scene(2, 100'000)));
  for (const std::size_t figure : {std::size_t{3}, std::size_t{99'999}}) {
    const auto inputs = read_all_inputs({model, name_of_pose(file, 1), name_of_pose(file, figure)});
    ASSERT_FALSE(inputs);
    EXPECT_THAT(inputs.error().what, HasSubstr("a scene cannot be part"));
    EXPECT_EQ(inputs.error().file, file);
  }
}

TEST_F(SceneInputs, OtherLargeJsonFilesAreNotRead) {
  const std::string file =
      to_utf8(folder.put("other.json", "{\"a\": \"" + std::string(1'000'000, 'a') + "\"}"));
  const auto input = read_input(file);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->bytes.size(), std::size_t{64} << 10);
  EXPECT_FALSE(read_all_inputs({model, file}));
}

TEST_F(SceneInputs, HaveALimitOfModels) {
  const std::vector<std::string> most(max_models, model);
  EXPECT_TRUE(read_all_inputs(most));
  std::vector<std::string> more = most;
  more.push_back(model);
  const auto inputs = read_all_inputs(more);
  ASSERT_FALSE(inputs);
  EXPECT_THAT(describe(inputs.error()), HasSubstr("more than 512 models"));
}

}  // namespace
}  // namespace mmd
