#include "commands/picture/posed_document.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

struct PosedDocumentTest : ::testing::Test {
  PosedDocumentTest() {
    FileBuilder b;
    b.bone("a");
    b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
    model = to_utf8(folder.put("model", as_text(b.bytes())));
    vmd::File file = vmd::empty_file("m");
    file.bones = {test::bone_key("a", 0), test::bone_key("a", 30, {3, 0, 0})};
    motion = to_utf8(folder.put("motion", as_text(vmd::write(file).value())));
  }
  Result<PosedDocument> load(std::vector<std::string> files, std::optional<double> frame) {
    options.files = std::move(files);
    options.frame = frame;
    return load_posed_document(options, false);
  }

  test::TemporaryFolder folder;
  std::string model, motion;
  Options options;
};

TEST_F(PosedDocumentTest, WarnsAboutAFrameWithoutAMotion) {
  const auto posed = load({model}, 3.0);
  ASSERT_TRUE(posed);
  const Diagnostics& diagnostics = posed->document.diagnostics;
  EXPECT_TRUE(says(diagnostics, "no effect without a motion")) << said(diagnostics);
}

TEST_F(PosedDocumentTest, FramePastTheEndGivesTheLastFrameAndAWarning) {
  const auto at_end = load({model, motion}, 1e6);
  ASSERT_TRUE(at_end);
  EXPECT_TRUE(says(at_end->document.diagnostics, "frame 1000000 is past the end"));
  const auto whole = load({model, motion}, at_end->document.last_frame());
  ASSERT_TRUE(whole);
  EXPECT_FALSE(says(whole->document.diagnostics, "past the end"));
  EXPECT_EQ(at_end->state.pose.translation, whole->state.pose.translation);
}

TEST_F(PosedDocumentTest, ComparedPoseIgnoresTheFrameOfTheMotion) {
  const auto first = load({model, motion}, 15.0);
  ASSERT_TRUE(first);
  options.compare = motion;
  const auto other = load_compared_document(options, first->document);
  ASSERT_TRUE(other && *other);
  EXPECT_EQ((*other)->state.pose.translation[0].x, 1.5f);
  options.compare = to_utf8(folder.put("pose", "Vocaloid Pose Data file\n\nx.osm;\n0;\n\n"));
  const auto pose = load_compared_document(options, first->document);
  ASSERT_TRUE(pose && *pose);
  EXPECT_FALSE(says((*pose)->document.diagnostics, "--frame"));
  options.compare = "append";
  const auto none_to_load = load_compared_document(options, first->document);
  ASSERT_TRUE(none_to_load);
  EXPECT_FALSE(*none_to_load);
}

}  // namespace
}  // namespace mmd
