#include <algorithm>

#include "annotations/label_makers.h"
#include "document/framing.h"
#include "tests/annotations/label_fixture.h"
#include "tests/support/png_values.h"

namespace mmd {
namespace {

std::vector<Keypoint> numbered() {
  std::vector<Keypoint> out(keypoint_count);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {glm::dvec2(static_cast<double>(i)), Visibility::seen};
  return out;
}

std::vector<double> order(OpenposeBody body) {
  std::vector<double> out;
  for (const Keypoint& p : openpose_body(numbered(), body)) out.push_back(p.pixel.x);
  return out;
}

TEST(OpenposeBody, HasTheDocumentedOrder) {
  // Nose, neck, right arm, left arm, middle hip, right leg, left leg, eyes and ears (right first), left toes
  // and heel, right toes and heel, by numbers of COCO-WholeBody. Points between two have their mean.
  EXPECT_EQ(order(OpenposeBody::body_25),
            (std::vector<double>{0,  5.5, 6, 8, 10, 5, 7,  9,  11.5, 12, 14, 16, 11,
                                 13, 15,  2, 1, 4,  3, 17, 18, 19,   20, 21, 22}));
  EXPECT_EQ(order(OpenposeBody::coco_18),
            (std::vector<double>{0, 5.5, 6, 8, 10, 5, 7, 9, 12, 14, 16, 11, 13, 15, 2, 1, 4, 3}));
}

TEST(OpenposeBody, PointsBetweenNeedBothEnds) {
  auto points = numbered();
  points[5] = {};
  EXPECT_FALSE(openpose_body(points, OpenposeBody::coco_18)[1].is_in_picture());
  points = numbered();
  points[5].visibility = points[6].visibility = Visibility::hidden;
  EXPECT_EQ(openpose_body(points, OpenposeBody::coco_18)[1].visibility, Visibility::hidden);
}

using OpenposeLabel = test::LabelTest;

TEST_F(OpenposeLabel, HasTheJsonOfOpenPose) {
  add_figure("dance", 160, 160);
  const LabelSource source = look("openpose", 160, 160);
  const std::pair<const char*, std::size_t> files[] = {{".openpose.json", 25}, {".openpose18.json", 18}};
  for (const auto& [suffix, count] : files) {
    const auto json = json_of(source, suffix);
    EXPECT_DOUBLE_EQ(json["version"].get<double>(), 1.3);
    ASSERT_EQ(json["people"].size(), 1u);
    const auto& person = json["people"][0];
    EXPECT_EQ(person["person_id"], nlohmann::json({-1}));
    const std::vector<double> points = person["pose_keypoints_2d"];
    ASSERT_EQ(points.size(), count * 3);
    EXPECT_EQ(person["hand_left_keypoints_2d"].size(), 63u);
    EXPECT_EQ(person["hand_right_keypoints_2d"].size(), 63u);
    EXPECT_EQ(person["face_keypoints_2d"].size(), 210u);
    for (const char* empty :
         {"pose_keypoints_3d", "face_keypoints_3d", "hand_left_keypoints_3d", "hand_right_keypoints_3d"})
      EXPECT_TRUE(person[empty].is_array() && person[empty].empty()) << empty;
    for (std::size_t i = 0; i < count; ++i) {
      const double c = points[3 * i + 2];
      EXPECT_TRUE(c == 0.0 || c == 0.5 || c == 1.0) << i;
    }
  }
}

TEST_F(OpenposeLabel, HasNoFaceFromBehind) {
  add_figure("standing", 160, 160);
  const auto face = [&] {
    const std::vector<double> out =
        json_of(look("openpose", 160, 160), ".openpose.json")["people"][0]["face_keypoints_2d"];
    return std::count_if(out.begin(), out.end(), [](double v) { return v != 0.0; });
  };
  EXPECT_GT(face(), 150);
  scene_.camera = turned(scene_.camera, 3.14159f);
  EXPECT_EQ(face(), 0);
}

using Rgb = std::array<int, 3>;

class StickFigure : public test::LabelTest {
 protected:
  static Rgb colour_at(const test::PngValues& png, const glm::dvec2& at) {
    const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
    return {png.at(x, y, 0), png.at(x, y, 1), png.at(x, y, 2)};
  }
};

TEST_F(StickFigure, HasColoursOfControlNet) {
  constexpr int size = 512;
  add_figure("standing", size, size);
  const LabelSource source = look("openpose", size, size);
  const auto png = test::png_values(bytes_of(source, ".openpose.png"));
  ASSERT_EQ(png.width, size);
  EXPECT_EQ(png.channels, 3);
  const auto body = openpose_body(keypoints_of(source, *people_in(source).front()), OpenposeBody::coco_18);
  const std::pair<std::size_t, Rgb> points[] = {{0, {255, 255, 255}}, {1, {255, 85, 0}},  {3, {255, 255, 0}},
                                                {6, {0, 255, 0}},     {9, {0, 255, 255}}, {10, {0, 170, 255}},
                                                {12, {0, 0, 255}},    {13, {85, 0, 255}}, {17, {255, 0, 85}}};
  for (const auto& [index, colour] : points) EXPECT_EQ(colour_at(png, body[index].pixel), colour) << index;
  const auto middle = [&](std::size_t a, std::size_t b) { return (body[a].pixel + body[b].pixel) * 0.5; };
  EXPECT_EQ(colour_at(png, middle(2, 3)), (Rgb{153, 102, 0})) << "the right upper arm";
  EXPECT_EQ(colour_at(png, middle(12, 13)), (Rgb{0, 51, 153})) << "the left shin";
  EXPECT_EQ(colour_at(png, {2.0, 2.0}), (Rgb{0, 0, 0}));
}

TEST_F(StickFigure, GrowsWithThePicture) {
  const auto share = [&](int size) {
    scene_.actors.clear();
    add_figure("standing", size, size);
    const auto png = test::png_values(bytes_of(look("openpose", size, size), ".openpose.png"));
    int lit = 0;
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) lit += colour_at(png, glm::dvec2(x, y)) != Rgb{0, 0, 0} ? 1 : 0;
    return static_cast<double>(lit) / (size * size);
  };
  EXPECT_NEAR(share(256), share(512), 0.15 * share(512));
}

TEST_F(StickFigure, IsBlackWithoutPeople) {
  test::ModelBuilder builder;
  add(builder.finish());
  const auto png = test::png_values(bytes_of(look("openpose"), ".openpose.png"));
  EXPECT_TRUE(std::all_of(png.values.begin(), png.values.end(), [](int v) { return v == 0; }));
}

}  // namespace
}  // namespace mmd
