#include <algorithm>

#include "annotations/label_makers.h"
#include "tests/annotations/label_fixture.h"

namespace mmd {
namespace {

using CocoLabel = test::LabelTest;

/// Pixels of COCO run lengths, row by row.
std::vector<bool> mask_of(const nlohmann::json& segmentation) {
  const std::size_t height = segmentation["size"][0], width = segmentation["size"][1];
  std::vector<bool> by_column;
  bool inside = false;
  for (const std::size_t run : segmentation["counts"]) {
    by_column.insert(by_column.end(), run, inside);
    inside = !inside;
  }
  EXPECT_EQ(by_column.size(), width * height);
  std::vector<bool> out(width * height);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = by_column[(i % width) * height + i / width];
  return out;
}

TEST_F(CocoLabel, HasMaskBoxAndKeypoints) {
  add_figure("walking", 120, 100);
  const LabelSource source = look("keypoints", 120, 100);
  const auto json = json_of(source, ".coco.json");
  ASSERT_EQ(json["annotations"].size(), 1u);
  const auto& annotation = json["annotations"][0];
  const std::vector<bool> mask = mask_of(annotation["segmentation"]);
  int area = 0, left = 1000, right = 0, top = 1000, bottom = 0;
  for (int i = 0; i < 120 * 100; ++i) {
    const bool seen = source.surfaces.face[static_cast<std::size_t>(i)] != 0;
    ASSERT_EQ(mask[static_cast<std::size_t>(i)], seen);
    if (!seen) continue;
    ++area;
    left = std::min(left, i % 120);
    right = std::max(right, i % 120 + 1);
    top = std::min(top, i / 120);
    bottom = std::max(bottom, i / 120 + 1);
  }
  EXPECT_EQ(annotation["area"], area);
  EXPECT_EQ(annotation["bbox"], nlohmann::json({left, top, right - left, bottom - top}));
  EXPECT_EQ(annotation["image_id"], json["images"][0]["id"]);
  EXPECT_EQ(json["images"][0]["width"], 120);
  const std::pair<const char*, std::size_t> sizes[] = {{"keypoints", 51},
                                                       {"foot_kpts", 18},
                                                       {"face_kpts", 204},
                                                       {"lefthand_kpts", 63},
                                                       {"righthand_kpts", 63}};
  for (const auto& [list, size] : sizes) EXPECT_EQ(annotation[list].size(), size) << list;
  EXPECT_EQ(annotation["face_valid"], true);
  EXPECT_EQ(annotation["lefthand_valid"], true);
  EXPECT_EQ(annotation["num_keypoints"], 17);
  ASSERT_EQ(json["categories"].size(), 1u);
  EXPECT_EQ(json["categories"][0]["keypoints"].size(), 17u);
  EXPECT_EQ(json["categories"][0]["keypoints"][5], "left_shoulder");
}

TEST_F(CocoLabel, ProjectsPointsIn3DToThoseIn2D) {
  add_figure("walking", 120, 100);
  const LabelSource source = look("keypoints", 120, 100);
  const auto annotation = json_of(source, ".coco.json")["annotations"][0];
  const auto& places = annotation["keypoints_3d"];
  ASSERT_EQ(places.size(), 133u);
  std::vector<nlohmann::json> flat;
  for (const char* list : {"keypoints", "foot_kpts", "face_kpts", "lefthand_kpts", "righthand_kpts"})
    flat.insert(flat.end(), annotation[list].begin(), annotation[list].end());
  int compared = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].is_null()) {
      EXPECT_EQ(flat[3 * i + 2], 0) << i;
      continue;
    }
    const auto pixel = source.camera.pixel_in_picture(source.camera.to_camera(test::vector_of<3>(places[i])));
    ASSERT_EQ(pixel.has_value(), flat[3 * i + 2] != 0) << i;
    if (!pixel) continue;
    EXPECT_NEAR(pixel->x, flat[3 * i].get<double>(), 1e-3) << i;
    EXPECT_NEAR(pixel->y, flat[3 * i + 1].get<double>(), 1e-3) << i;
    ++compared;
  }
  EXPECT_GE(compared, 50);
  EXPECT_FALSE(places[23].is_null()) << "the outline of the face";
}

TEST_F(CocoLabel, KeepsPlacesOutsideThePicture) {
  add_figure("standing", 64, 64);
  scene_.camera = Camera();
  scene_.camera.target = vec3(0.0f, 12.0f, 0.0f);
  scene_.camera.eye = vec3(0.0f, 12.0f, 8.0f);  // only the middle of the body
  const auto annotation = json_of(look("keypoints"), ".coco.json")["annotations"][0];
  EXPECT_EQ(annotation["keypoints"][3 * 16 + 2], 0) << "the right ankle";
  EXPECT_LT(annotation["keypoints_3d"][16][1].get<double>(), 3.0) << "is near the ground";
}

TEST_F(CocoLabel, GivesEachPersonAMaskAndId) {
  add_figure("standing", 120, 80).place({identity_rotation(), vec3(-4.0f, 0.0f, 0.0f), 1.0f});
  add_figure("standing", 120, 80).place({identity_rotation(), vec3(4.0f, 0.0f, 0.0f), 1.0f});
  add(test::ball_model(1.0f));
  scene_.camera = Camera();
  const auto json = json_of(look("keypoints", 120, 80), ".coco.json");
  ASSERT_EQ(json["annotations"].size(), 2u) << "the ball is no person";
  const auto &first = json["annotations"][0], &second = json["annotations"][1];
  EXPECT_NE(first["id"], second["id"]);
  EXPECT_LT(first["bbox"][0].get<double>(), second["bbox"][0].get<double>());
  EXPECT_LT(first["keypoints"][0].get<double>(), 60.0);
  EXPECT_GT(second["keypoints"][0].get<double>(), 60.0);
}

TEST_F(CocoLabel, HasNoAnnotationsWithoutPeople) {
  add(test::ball_model(0.5f));
  const auto json = json_of(look("keypoints"), ".coco.json");
  EXPECT_EQ(json["images"].size(), 1u);
  EXPECT_TRUE(json["annotations"].empty());
}

}  // namespace
}  // namespace mmd
