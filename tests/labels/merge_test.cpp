#include "labels/merge.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mmd {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string coco(const std::string& file, int id, int area = 7) {
  return json{{"images", {{{"id", id}, {"file_name", file}}}},
              {"annotations", {{{"id", id + 1000}, {"image_id", id}, {"area", area}}}},
              {"categories", {{{"id", 1}}}}}
      .dump();
}

std::string camera(const std::string& file, const std::string& model = "PINHOLE") {
  return json{{"camera_model", model}, {"frames", {{{"file_path", file}, {"w", 4}}}}}.dump();
}

using Merge = Result<Bytes> (*)(std::span<const LabelText>);
Result<json> merged(Merge merge, const std::vector<std::string>& texts) {
  std::vector<LabelText> files;
  for (const std::string& text : texts) files.push_back({"f" + std::to_string(files.size()), text});
  auto bytes = merge(files);
  if (!bytes) return fail(bytes.error());
  const auto* first = reinterpret_cast<const char*>(bytes->data());
  return json::parse(first, first + bytes->size());
}

TEST(MergeCoco, TheOrderDoesNotMatterAndMergedFilesMergeAgain) {
  const std::string a = coco("a.png", 1), b = coco("b.png", 2), c = coco("c.png", 3);
  const auto all = merged(merge_coco, {a, b, c});
  ASSERT_TRUE(all);
  EXPECT_EQ((*all)["images"].size(), 3u);
  EXPECT_EQ((*all)["annotations"].size(), 3u);
  EXPECT_EQ((*all)["categories"].size(), 1u);
  EXPECT_EQ((*all)["annotations"][1]["image_id"], 2);
  EXPECT_EQ(merged(merge_coco, {c, a, b}).value(), *all);
  EXPECT_EQ(merged(merge_coco, {merged(merge_coco, {c, b})->dump(), a}).value(), *all);
}

TEST(MergeCoco, APictureThatComesTwiceIsTakenOnceUnlessItsLabelsDiffer) {
  const auto same = merged(merge_coco, {coco("a.png", 1), coco("a.png", 1)});
  ASSERT_TRUE(same);
  EXPECT_EQ((*same)["annotations"].size(), 1u);
  const auto other = merged(merge_coco, {coco("a.png", 1), coco("a.png", 1, 8)});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().what, HasSubstr("a.png"));
  EXPECT_EQ(other.error().file, "f1");
}

TEST(MergeCoco, TwoPicturesWithOneIdAreAnError) {
  const auto both = merged(merge_coco, {coco("a.png", 1), coco("b.png", 1)});
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().what, HasSubstr("id 1"));
}

TEST(MergeCoco, WhatIsNoLabelIsAnErrorThatNamesTheFile) {
  for (const char* text :
       {"", "[]", "{", R"({"images": 3})", R"({"images": [], "annotations": []})",
        R"({"images": [{}], "annotations": [], "categories": []})",
        R"({"images": [{"file_name": "a", "id": -1}], "annotations": [], "categories": []})",
        R"({"images": [], "annotations": [{"id": 1}], "categories": []})"}) {
    const auto result = merged(merge_coco, {coco("a.png", 1), text});
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().file, "f1") << text;
  }
}

TEST(MergeCameras, AreOneTransformsFile) {
  const auto all = merged(merge_cameras, {camera("b.png"), camera("a.png")});
  ASSERT_TRUE(all);
  EXPECT_EQ((*all)["camera_model"], "PINHOLE");
  ASSERT_EQ((*all)["frames"].size(), 2u);
  EXPECT_EQ((*all)["frames"][0]["file_path"], "a.png");
  EXPECT_FALSE((*all)["frames"][0].contains("camera_model"));
  EXPECT_EQ(merged(merge_cameras, {all->dump(), camera("a.png")}).value(), *all);
}

TEST(MergeCameras, OfTwoKindsSayWhichAtEachFrame) {
  const auto all = merged(merge_cameras, {camera("b.png", "ORTHOGRAPHIC"), camera("a.png")});
  ASSERT_TRUE(all);
  EXPECT_FALSE(all->contains("camera_model"));
  EXPECT_EQ((*all)["frames"][1]["camera_model"], "ORTHOGRAPHIC");
  const auto again = merged(merge_cameras, {all->dump(), camera("b.png", "ORTHOGRAPHIC")});
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(*again, *all);
  EXPECT_FALSE(merged(merge_cameras, {camera("a.png"), R"({"frames": [{"w": 1}]})"}));
}

}  // namespace
}  // namespace mmd
