#include "options/opened.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

struct OpenedFiles : ::testing::Test {
  OpenedFiles() {
    FileBuilder b;
    b.bone("a");
    b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
    model = to_utf8(folder.put("model", as_text(b.bytes())));
    vmd::File file = vmd::empty_file("m");
    file.bones = {test::bone_key("a", 0), test::bone_key("a", 30, {3, 0, 0})};
    motion = to_utf8(folder.put("motion", as_text(vmd::write(file).value())));
  }
  Result<Opened> open(std::vector<std::string> files, std::optional<double> frame) {
    options.files = std::move(files);
    options.frame = frame;
    return open_files(options, Models::one, false);
  }
  static vec3 shown(const Arrangement& arrangement) {
    Session session(arrangement);
    session.show(arrangement.frame);
    return session.scene().actors[0]->pose.translation[0];
  }

  test::TemporaryFolder folder;
  std::string model, motion;
  Options options;
};

TEST_F(OpenedFiles, WarnAboutAFrameWithoutAMotion) {
  const auto opened = open({model}, 3.0);
  ASSERT_TRUE(opened);
  EXPECT_TRUE(says(opened->diagnostics(), "no effect without a motion")) << said(opened->diagnostics());
}

TEST_F(OpenedFiles, AFramePastTheEndGivesTheLastFrameAndAWarning) {
  const auto at_end = open({model, motion}, 1e6);
  ASSERT_TRUE(at_end);
  EXPECT_TRUE(says(at_end->diagnostics(), "frame 1000000 is past the end"));
  const auto whole = open({model, motion}, 30.0);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(says(whole->diagnostics(), "past the end"));
  EXPECT_EQ(shown(at_end->arrangement), shown(whole->arrangement));
}

TEST_F(OpenedFiles, ModelsCannotHangOnEachOther) {
  options.places = {{}, {}, {}};
  options.places[1].carrier = 3;
  options.places[2].carrier = 2;
  options.places[1].bone = options.places[2].bone = "a";
  options.files = {model, model, model};
  const auto opened = open_files(options, Models::all, false);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().what, "place of model 2: it cannot hang on model 3");
}

TEST_F(OpenedFiles, AComparedPoseIgnoresTheFrameOfTheMotion) {
  options.compare = motion;
  const auto moved = open({model, motion}, 15.0);
  ASSERT_TRUE(moved && moved->other);
  EXPECT_EQ(shown(*moved->other).x, 1.5f);
  options.compare = to_utf8(folder.put("pose", "Vocaloid Pose Data file\n\nx.osm;\n0;\n\n"));
  const auto posed = open({model, motion}, 15.0);
  ASSERT_TRUE(posed && posed->other);
  EXPECT_FALSE(says(posed->diagnostics(), "--frame"));
  options.compare = "append";
  const auto switched = open({model, motion}, 15.0);
  ASSERT_TRUE(switched && switched->other);
  EXPECT_FALSE(switched->other->evaluation.append);
  EXPECT_EQ(switched->other->figures, switched->arrangement.figures);
}

}  // namespace
}  // namespace mmd
