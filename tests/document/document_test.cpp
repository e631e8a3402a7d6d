#include "document/document.h"

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"
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

TEST(ReadInputs, ContentDecidesNotNameOrOrder) {
  const Files f;
  const auto inputs = read_inputs({f.first, f.model, f.second});
  ASSERT_TRUE(inputs);
  ASSERT_TRUE(inputs->model);
  EXPECT_EQ(inputs->model->name, f.model);
  ASSERT_EQ(inputs->poses.size(), 2u);
  EXPECT_EQ(inputs->poses[0].name, f.first);
  EXPECT_EQ(inputs->poses[1].name, f.second);
}

TEST(ReadInputs, AFileInAnArchiveThatIsCalledLikeAPoseOfAStateIsThatFile) {
  const Files f;
  const std::string one = vpd_with(bone_block("a", 1)), other = vpd_with(bone_block("a", 2));
  const std::string zip =
      to_utf8(f.folder.put("poses.zip", as_text(test::zip_file({{"a.vpd", other}, {"pose1", one}}))));
  const auto inputs = read_inputs({f.model, zip + "/pose1"});
  ASSERT_TRUE(inputs);
  ASSERT_EQ(inputs->poses.size(), 1u);
  EXPECT_EQ(as_text(inputs->poses[0].bytes), one);
}

TEST(ReadInputs, APoseBelongsToTheModelBeforeItOrToTheFirst) {
  const Files f;
  const auto all = read_all_inputs({f.first, f.model, f.second, f.model, f.first});
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  ASSERT_EQ((*all)[0].poses.size(), 2u);
  EXPECT_EQ((*all)[0].poses[1].name, f.second);
  ASSERT_EQ((*all)[1].poses.size(), 1u);
  EXPECT_EQ((*all)[1].poses[0].name, f.first);
}

TEST(ReadInputs, WhatIsNeitherIsAnErrorThatNamesIt) {
  const Files f;
  const std::string empty = to_utf8(f.folder.put("empty.pmx", ""));
  for (const std::string& bad :
       {f.text, empty, to_utf8(f.folder.path()), to_utf8(f.folder.path() / "missing.pmx")}) {
    const auto inputs = read_inputs({bad});
    ASSERT_FALSE(inputs) << bad;
    EXPECT_EQ(inputs.error().file, bad);
    EXPECT_FALSE(inputs.error().hint.empty()) << describe(inputs.error());
  }
  const auto two = read_inputs({f.model, f.model});
  ASSERT_FALSE(two);
  EXPECT_THAT(two.error().what, HasSubstr("second model"));
}

TEST(LoadDocument, LaterPosesLieOverEarlierOnes) {
  const Files f;
  const auto s = load_document({f.model, f.first, f.second}, {}, false);
  ASSERT_TRUE(s) << describe(s.error());
  EXPECT_EQ(s->pose.translation[0].x, 1.0f);
  EXPECT_EQ(s->pose.translation[1].x, 3.0f);
  const auto reversed = load_document({f.second, f.first, f.model}, {}, false);
  EXPECT_EQ(reversed->pose.translation[1].x, 2.0f);
}

TEST(LoadDocument, NamesThatTheModelLacksAreAWarningOfThatPose) {
  const Files f;
  const auto s = load_document({f.model, f.first, f.second}, {}, false);
  EXPECT_THAT(s->unmatched.bones, ElementsAre("nobody"));
  ASSERT_TRUE(says(s->diagnostics, "nobody")) << said(s->diagnostics);
  for (const Diagnostic& d : s->diagnostics) {
    if (d.what.find("nobody") != std::string::npos) {
      EXPECT_EQ(d.file, f.second);
    }
  }
}

TEST(LoadDocument, WithoutAModelThereIsNothingToDo) {
  const Files f;
  EXPECT_FALSE(load_document({f.first}, {}, false));
  EXPECT_FALSE(load_document({}, {}, false));
}

}  // namespace
}  // namespace mmd
