#include "annotations/merge.h"

#include <set>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "annotations/label_makers.h"
#include "base/errors.h"

namespace mmd {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// The COCO file of a picture with this number of people, as `shot` writes it.
std::string coco(int people, const std::string& file = "a.png") {
  json annotations = json::array();
  for (int i = 0; i < people; ++i) annotations.push_back({{"id", i + 8}, {"image_id", 7}, {"area", i}});
  return json{{"images", {{{"id", 7}, {"file_name", file}}}},
              {"annotations", annotations},
              {"categories", {{{"id", 1}}}}}
      .dump();
}

std::string camera(const std::string& model = "PINHOLE") {
  return json{{"camera_model", model}, {"frames", {{{"file_path", "a.png"}, {"w", 4}}}}}.dump();
}

struct Given {
  std::string text, picture;
};

Result<json> merged(std::unique_ptr<LabelMerge> (*begin)(TextSink), const std::vector<Given>& labels) {
  std::string text;
  const auto merge = begin([&](std::string_view piece) {
    text += piece;
    return Result<void>();
  });
  for (const Given& given : labels) MMD_TRY(merge->add({"of " + given.picture, given.text}, given.picture));
  MMD_TRY(merge->end());
  return json::parse(text);
}

TEST(MergeCoco, EqualNamesInTwoFoldersGetOwnPathsAndIds) {
  const auto all = merged(merge_coco, {{coco(2), "x/a.png"}, {coco(1), "y/a.png"}});
  ASSERT_TRUE(all) << describe(all.error());
  EXPECT_EQ((*all)["images"][0]["file_name"], "x/a.png");
  EXPECT_EQ((*all)["images"][1]["file_name"], "y/a.png");
  EXPECT_EQ((*all)["categories"].size(), 1u);
  std::set<std::uint64_t> ids;
  for (const json& image : (*all)["images"]) ids.insert(image["id"].get<std::uint64_t>());
  ASSERT_EQ(ids.size(), 2u);
  EXPECT_EQ(*ids.begin() & ~((std::uint64_t{1} << 52) - 1), 0u) << "exact as floating-point numbers";
  std::set<std::uint64_t> own;
  for (const json& annotation : (*all)["annotations"]) {
    own.insert(annotation["id"].get<std::uint64_t>());
    EXPECT_EQ(ids.count(annotation["image_id"].get<std::uint64_t>()), 1u);
  }
  EXPECT_EQ(own.size(), 3u);
  EXPECT_EQ((*all)["annotations"][1]["image_id"], coco_id("x/a.png", 0));
  EXPECT_EQ((*all)["annotations"][2]["image_id"], coco_id("y/a.png", 0));
}

TEST(MergeCoco, MergesNothingIntoAnEmptyFile) {
  const auto all = merged(merge_coco, {});
  ASSERT_TRUE(all);
  for (const char* list : {"images", "annotations", "categories"}) EXPECT_EQ((*all)[list], json::array());
  EXPECT_EQ(merged(merge_coco, {{coco(0), "a.png"}})->at("images").size(), 1u) << "without people";
}

TEST(MergeCoco, RejectsDuplicatePictures) {
  const auto both = merged(merge_coco, {{coco(1), "a.png"}, {coco(1), "a.png"}});
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().file, "a.png");
  EXPECT_THAT(both.error().what, HasSubstr("id"));
}

TEST(MergeCoco, RejectsOtherFiles) {
  for (const char* text :
       {"", "[]", "{", R"({"images": 3})", R"({"images": [], "annotations": [], "categories": []})",
        R"({"images": [3], "annotations": [], "categories": []})", R"({"images": [{}], "annotations": []})",
        R"({"images": [{}, {}], "annotations": [], "categories": []})",
        R"({"images": [{}], "annotations": [1], "categories": []})"}) {
    const auto result = merged(merge_coco, {{coco(1), "a.png"}, {text, "b.png"}});
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().file, "of b.png") << text;
  }
}

TEST(MergeCoco, NamesTheLineThatIsNotJson) {
  const auto result = merged(merge_coco, {{"{\n\"images\": [}\n", "b.png"}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().line, 2u);
  EXPECT_THAT(result.error().what, HasSubstr("no labels: this is not JSON"));
}

TEST(MergeCoco, ReportsErrorsOfTheSink) {
  const auto merge = merge_coco([](std::string_view) { return Result<void>(fail("the disk is full")); });
  const auto added = merge->add({"f", coco(1)}, "a.png");
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().what, "the disk is full");
}

TEST(MergeCameras, WritesOneTransformsFile) {
  const auto all = merged(merge_cameras, {{camera(), "x/b.png"}, {camera(), "x/a.png"}});
  ASSERT_TRUE(all) << describe(all.error());
  EXPECT_EQ((*all)["camera_model"], "PINHOLE");
  EXPECT_TRUE((*all)["metres_per_unit"].is_number());
  ASSERT_EQ((*all)["frames"].size(), 2u);
  EXPECT_EQ((*all)["frames"][0]["file_path"], "x/b.png");
  EXPECT_FALSE((*all)["frames"][0].contains("camera_model"));
}

TEST(MergeCameras, MovesSharedValuesOutOfTheFrames) {
  const auto file = [](int width, int scale) {
    return json{{"camera_model", "PINHOLE"},
                {"aabb_scale", scale},
                {"applied_transform", {{1, 0, 0, 0}}},
                {"frames", {{{"file_path", "a.png"}, {"w", width}, {"h", 3}, {"fl_x", 5.5}}}}}
        .dump();
  };
  const auto alike =
      merged(merge_cameras, {{file(4, 8), "a.png"}, {file(4, 32), "b.png"}, {file(4, 16), "c"}});
  ASSERT_TRUE(alike);
  EXPECT_EQ((*alike)["w"], 4);
  EXPECT_EQ((*alike)["h"], 3);
  EXPECT_EQ((*alike)["fl_x"], 5.5);
  EXPECT_EQ((*alike)["aabb_scale"], 32) << "contains all cameras";
  EXPECT_EQ((*alike)["applied_transform"][0][0], 1);
  const auto unlike =
      merged(merge_cameras, {{file(4, 8), "a.png"}, {file(6, 8), "b.png"}, {file(4, 8), "c"}});
  ASSERT_TRUE(unlike);
  EXPECT_FALSE(unlike->contains("w"));
  EXPECT_EQ((*unlike)["frames"][1]["w"], 6);
  EXPECT_EQ((*unlike)["h"], 3);
}

TEST(MergeCameras, FramesOfAnotherModelNameIt) {
  const auto all = merged(merge_cameras, {{camera("ORTHOGRAPHIC"), "a.png"}, {camera(), "b.png"}});
  ASSERT_TRUE(all);
  EXPECT_EQ((*all)["camera_model"], "ORTHOGRAPHIC");
  EXPECT_FALSE((*all)["frames"][0].contains("camera_model"));
  EXPECT_EQ((*all)["frames"][1]["camera_model"], "PINHOLE");
  EXPECT_FALSE(merged(merge_cameras, {{R"({"frames": [{"w": 1}]})", "a.png"}}));
  EXPECT_EQ(merged(merge_cameras, {})->at("frames"), json::array());
}

}  // namespace
}  // namespace mmd
