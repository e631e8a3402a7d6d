#include "commands/session.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;
using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string vpd_with(const std::string& blocks) {
  return "Vocaloid Pose Data file\n\nx.osm;\n1;\n\n" + blocks;
}
std::string bone_block(const std::string& name, float x) {
  return "Bone0{" + name + "\n " + std::to_string(x) + ",0,0;\n 0,0,0,1;\n}\n";
}

/// A model, two poses and something else.
struct Files {
  TemporaryFolder folder;
  std::string model, first, second, text;
  Files() {
    FileBuilder b;
    b.bone("a");
    b.bone("b");
    b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
    model = to_utf8(folder.put("m.bin", as_text(b.bytes())));
    first = to_utf8(folder.put("first", vpd_with(bone_block("a", 1) + bone_block("b", 2))));
    second = to_utf8(folder.put("second", vpd_with(bone_block("b", 3) + bone_block("nobody", 4))));
    text = to_utf8(folder.put("text.pmx", "hello"));
  }
};

Options with(std::vector<std::string> files) {
  Options o;
  o.files = std::move(files);
  return o;
}

TEST(SortInputs, ContentDecidesNotNameOrOrder) {
  const Files f;
  const auto inputs = sort_inputs({f.first, f.model, f.second});
  ASSERT_TRUE(inputs);
  EXPECT_EQ(inputs->model, f.model);
  EXPECT_THAT(inputs->poses, ElementsAre(f.first, f.second));
}

TEST(SortInputs, WhatIsNeitherIsAnErrorThatNamesIt) {
  const Files f;
  const std::string empty = to_utf8(f.folder.put("empty.pmx", ""));
  for (const std::string& bad :
       {f.text, empty, to_utf8(f.folder.path()), to_utf8(f.folder.path() / "missing.pmx")}) {
    const auto inputs = sort_inputs({bad});
    ASSERT_FALSE(inputs) << bad;
    EXPECT_EQ(inputs.error().file, bad);
    EXPECT_FALSE(inputs.error().hint.empty()) << describe(inputs.error());
  }
  const auto two = sort_inputs({f.model, f.model});
  ASSERT_FALSE(two);
  EXPECT_THAT(two.error().what, HasSubstr("second model"));
}

TEST(LoadSession, LaterPosesLieOverEarlierOnes) {
  const Files f;
  const auto s = load_session(with({f.model, f.first, f.second}), false);
  ASSERT_TRUE(s) << describe(s.error());
  EXPECT_EQ(s->pose.translation[0].x, 1.0f);
  EXPECT_EQ(s->pose.translation[1].x, 3.0f);
  const auto reversed = load_session(with({f.second, f.first, f.model}), false);
  EXPECT_EQ(reversed->pose.translation[1].x, 2.0f);
}

TEST(LoadSession, NamesThatTheModelLacksAreAWarningOfThatPose) {
  const Files f;
  const auto s = load_session(with({f.model, f.first, f.second}), false);
  EXPECT_THAT(s->unmatched.bones, ElementsAre("nobody"));
  ASSERT_TRUE(says(s->diagnostics, "nobody")) << said(s->diagnostics);
  for (const Diagnostic& d : s->diagnostics) {
    if (d.what.find("nobody") != std::string::npos) {
      EXPECT_EQ(d.file, f.second);
    }
  }
}

TEST(LoadSession, MorphOptionsLieOverThePosesAndMustExist) {
  const Files f;
  Options o = with({f.model, to_utf8(f.folder.put("p", vpd_with("Morph0{m\n 0.25;\n}\n")))});
  EXPECT_EQ(load_session(o, false)->pose.morph_weights[0], 0.25f);
  o.morph_weights = {{"m", 0.5f}, {"m", 0.75f}};
  EXPECT_EQ(load_session(o, false)->pose.morph_weights[0], 0.75f);
  o.morph_weights = {{"missing", 1.0f}};
  const auto failed = load_session(o, false);
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().what, HasSubstr("missing"));
}

TEST(LoadSession, WithoutAModelThereIsNothingToDo) {
  const Files f;
  EXPECT_FALSE(load_session(with({f.first}), false));
  EXPECT_FALSE(load_session(with({}), false));
}

TEST(CameraOf, TheCameraOptionIsInMmdsSpaceAndOverridesTheView) {
  Options o;
  o.view = View::back;
  o.camera = {1, 2, -30, 4, 5, 6};
  o.fov_degrees = 20;
  o.orthographic = true;
  const Camera camera = camera_of(o, Scene(), 1.0f);
  EXPECT_EQ(camera.eye, vec3(1, 2, 30));
  EXPECT_EQ(camera.target, vec3(4, 5, -6));
  EXPECT_EQ(camera.fov_degrees, 20.0f);
  EXPECT_TRUE(camera.orthographic);
}

}  // namespace
}  // namespace mmd
