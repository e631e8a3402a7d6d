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

TEST_F(OpenedFiles, WarnAboutHiddenMaterialsOfAModelThatIsNotThere) {
  options.hidden = {"2:skirt", "skirt"};
  const auto opened = open({model}, 0.0);
  ASSERT_TRUE(opened);
  EXPECT_TRUE(says(opened->diagnostics(), "--hide 2:skirt: there is no model"))
      << said(opened->diagnostics());
  EXPECT_FALSE(says(opened->diagnostics(), "--hide skirt: there is no model"));
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

TEST_F(OpenedFiles, ModelsThatHangOnEachOtherStandByThemselves) {
  options.places.resize(4);
  const auto hang = [&](std::size_t number, std::size_t carrier) {
    options.places[number - 1].carrier = carrier;
    options.places[number - 1].bone = "a";
    options.places[number - 1].position = vec3(static_cast<float>(number), 0.0f, 0.0f);
  };
  hang(2, 3);
  hang(3, 2);
  hang(4, 2);
  options.files = {model, model, model, model};
  const auto opened = open_files(options, Models::all, false);
  ASSERT_TRUE(opened);
  EXPECT_TRUE(says(opened->diagnostics(), "place of model 2: models hang on each other in a circle"));
  EXPECT_FALSE(says(opened->diagnostics(), "place of model 4")) << "it hangs on a model of the circle";
  Session session(opened->arrangement);
  const auto x_of = [&](std::size_t number) {
    session.show(0.0);
    return session.scene().actors[number - 1]->placement().translation.x;
  };
  for (int time = 0; time < 3; ++time) {
    EXPECT_EQ(x_of(2), 2.0f);
    EXPECT_EQ(x_of(3), 3.0f);
    EXPECT_EQ(x_of(4), 6.0f);
  }
  Arrangement opens = opened->arrangement;
  opens.figures[2].place.carrier = 0;
  session.set(opens);
  session.show(0.0);
  EXPECT_EQ(session.scene().actors[1]->placement().translation.x, 5.0f) << "no circle any more";
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
