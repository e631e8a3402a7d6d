#include "annotations/seen_point.h"

#include <algorithm>

#include "tests/annotations/label_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

class SeenPoints : public test::LabelTest {
 protected:
  static int covered(const LabelSource& source) { return static_cast<int>(seen_points(source).size()); }
};

TEST_F(SeenPoints, GiveFaceActorAndPlace) {
  add(test::square_model({-0.5f, 0.0f, 0.25f}, 0.5f));
  add(test::squares_model({{{0.5f, 0.0f, -1.0f}, 0.5f}, {{0.5f, 0.0f, 0.0f}, 0.5f}}));
  const LabelSource source = look("bones", 64, 64);
  const auto a = seen_at(source, 10, 32), b = seen_at(source, 53, 32);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->actor, 0u);
  EXPECT_EQ(b->actor, 1u);
  EXPECT_GE(b->face, 2u) << "the second square";
  EXPECT_NEAR(a->depth, 9.75f, 1e-5f);
  EXPECT_NEAR(b->depth, 10.0f, 1e-5f);
  EXPECT_FALSE(a->from_behind);
  const vec3 place = at(*a, *source.actors[0].model, source.actors[0].positions);
  EXPECT_NEAR(place.x, (10.5f / 32.0f) - 1.0f, 1e-4f);
  EXPECT_NEAR(place.y, 1.0f - 32.5f / 32.0f, 1e-4f);
  EXPECT_FALSE(seen_at(source, 10, 2));
  EXPECT_FALSE(seen_at(source, -1, 2));
  EXPECT_FALSE(seen_at(source, 64, 2));
}

TEST_F(SeenPoints, SeeBacksOfDoubleSidedMaterialsOnly) {
  scene_.camera.eye.z = -10.0f;
  for (const bool both : {false, true}) {
    show_only(test::square_model(vec3(0.0f), 1.0f,
                                 [&](Material& m) { m.flags = both ? pmx::material_double_sided : 0; }));
    const auto seen = seen_at(look("bones"), 32, 32);
    EXPECT_EQ(seen.has_value(), both);
    if (seen) {
      EXPECT_TRUE(seen->from_behind);
    }
  }
}

TEST_F(SeenPoints, SeeThroughMaterialsBelowHalfAlpha) {
  for (const float alpha : {0.4f, 0.6f}) {
    show_only(
        test::squares_model({{{0.0f, 0.0f, 1.0f}, 1.0f, [&](Material& m) { m.diffuse.a = alpha; }}, {}}));
    const LabelSource source = look("bones");
    const auto seen = seen_at(source, 20, 20);
    ASSERT_TRUE(seen);
    EXPECT_EQ(material_of(*source.actors[0].model, seen->face), alpha < 0.5f ? 1u : 0u);
  }
}

TEST_F(SeenPoints, UseTextureAlphaInAnyShading) {
  Image half = test::solid_image(16, 16, {255, 255, 255, 255});
  for (std::size_t i = 0; i < 16 * 16; ++i)
    if (i % 16 < 8) half.rgba[4 * i + 3] = 0;
  half.has_alpha = true;
  add(test::square_model(vec3(0.0f), 1.0f, [](Material& m) { m.texture = 0; }), test::texture_set({half}));
  scene_.settings.shading = Shading::normals;
  const LabelSource source = look("bones");
  EXPECT_FALSE(seen_at(source, 16, 32));
  EXPECT_TRUE(seen_at(source, 48, 32));
}

/// Intersection over union of the pixels of labels and picture.
double overlap(const LabelSource& source, const Image& image) {
  int both = 0, either = 0;
  for (std::size_t i = 0; i < source.surfaces.face.size(); ++i) {
    const bool seen = source.surfaces.face[i] != 0, drawn = image.rgba[4 * i + 3] > 127;
    both += seen && drawn ? 1 : 0;
    either += seen || drawn ? 1 : 0;
  }
  EXPECT_GT(either, 1000);
  return static_cast<double>(both) / either;
}

TEST_F(SeenPoints, CoverThePixelsOfThePicture) {
  add_figure("dance", 160, 160);
  scene_.settings.edge = scene_.settings.ground_shadow = false;
  EXPECT_GE(overlap(look("bones", 160, 160), render(160, 1)), 0.999);
}

/// Strands of hair: alpha falls off to both sides and towards the tips.
Image strands() {
  constexpr int side = 128, width = 16;
  Image image = test::solid_image(side, side, {90, 60, 40, 255});
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const float across =
          1.0f - std::abs(static_cast<float>(x % width) + 0.5f - width * 0.5f) / (width * 0.5f);
      const float along = 1.0f - static_cast<float>(y) / side;
      const auto at = static_cast<std::size_t>(y * side + x) * 4 + 3;
      image.rgba[at] = static_cast<std::uint8_t>(255.0f * std::min(2.0f * across * along, 1.0f));
    }
  image.has_alpha = true;
  return image;
}

TEST_F(SeenPoints, CoverThePixelsOfCutOutHair) {
  ModelBuilder builder;
  builder.square(vec3(0.0f, -0.3f, -0.5f), 0.4f);
  builder.material();
  builder.square(vec3(0.0f), 0.9f);
  builder.material().texture = 0;
  builder.material().flags = pmx::material_double_sided;
  builder.model().textures = {"hair.png"};
  add(builder.finish(), test::texture_set({strands()}));
  scene_.settings.edge = scene_.settings.ground_shadow = false;
  for (const float degrees : {0.0f, 20.0f, 50.0f}) {  // from the side, texels are smaller than pixels
    const float angle = glm::radians(degrees);
    scene_.camera.eye = 10.0f * vec3(std::sin(angle), 0.0f, std::cos(angle));
    const LabelSource source = look("bones", 160, 160);
    EXPECT_GE(overlap(source, render(160, 1)), 0.999) << degrees;
    int face = 0;
    for (const SeenPoint& point : seen_points(source)) face += point.face < 2 ? 1 : 0;
    EXPECT_GT(face, 300) << "visible through the hair";
  }
}

TEST_F(SeenPoints, SkipHiddenActors) {
  add(test::square_model({0.0f, 0.0f, 1.0f}, 1.0f)).visible = false;
  add(test::square_model(vec3(0.0f), 1.0f));
  const auto seen = seen_at(look("bones"), 32, 32);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->actor, 1u);
}

TEST(MaterialOfFace, SkipsMaterialsWithoutFaces) {
  ModelBuilder builder;
  builder.square(vec3(0.0f), 1.0f);
  builder.material();
  builder.material();
  builder.square(vec3(0.0f), 1.0f);
  builder.material();
  builder.material();
  const auto model = builder.finish();
  EXPECT_EQ(material_of(*model, 1), 0u);
  EXPECT_EQ(material_of(*model, 2), 2u);
  EXPECT_EQ(material_of(*model, 3), 2u);
}

class Keypoints : public test::LabelTest {
 protected:
  static constexpr std::size_t nose = 0, left_eye = 1, right_eye = 2, left_ear = 3, left_shoulder = 5,
                               right_shoulder = 6, left_wrist = 9, left_hip = 11, left_knee = 13,
                               right_knee = 14, left_ankle = 15, left_big_toe = 17, left_heel = 19;
  std::vector<Keypoint> points(int width, int height) {
    const LabelSource source = look("keypoints", width, height);
    const auto people = people_in(source);
    EXPECT_EQ(people.size(), 1u);
    return people.empty() ? std::vector<Keypoint>(keypoint_count) : keypoints_of(source, *people.front());
  }
  void look_from(const vec3& side) {
    scene_.camera.target = vec3(0.0f, 10.0f, 0.0f);
    scene_.camera.eye = scene_.camera.target + 45.0f * side;
  }
};

TEST_F(Keypoints, LeftIsOnTheRightFromTheFront) {
  add_figure("standing", 200, 200);
  const auto p = points(200, 200);
  ASSERT_EQ(p.size(), keypoint_count);
  for (const std::size_t left :
       {left_eye, left_ear, left_shoulder, left_wrist, left_hip, left_knee, left_ankle})
    EXPECT_GT(p[left].pixel.x, p[left + 1].pixel.x) << left;
  EXPECT_LT(p[nose].pixel.y, p[left_shoulder].pixel.y);
  EXPECT_LT(p[left_shoulder].pixel.y, p[left_hip].pixel.y);
  EXPECT_LT(p[left_hip].pixel.y, p[left_knee].pixel.y);
  EXPECT_LT(p[left_knee].pixel.y, p[left_ankle].pixel.y);
  for (const std::size_t seen : {nose, left_eye, right_eye, left_knee, right_knee, left_big_toe})
    EXPECT_EQ(p[seen].visibility, Visibility::seen) << seen;
}

TEST_F(Keypoints, FaceIsHiddenFromBehind) {
  add_figure("standing", 200, 200);
  look_from({0.0f, 0.0f, -1.0f});
  const auto p = points(200, 200);
  EXPECT_LT(p[left_shoulder].pixel.x, p[right_shoulder].pixel.x);
  for (const std::size_t hidden : {nose, left_eye, right_eye})
    EXPECT_EQ(p[hidden].visibility, Visibility::hidden) << hidden;
  EXPECT_EQ(p[left_heel].visibility, Visibility::seen);
}

TEST_F(Keypoints, FarSideIsHiddenFromTheSide) {
  add_figure("standing", 200, 200);
  look_from({1.0f, 0.0f, 0.0f});
  const auto p = points(200, 200);
  for (const std::size_t near : {left_eye, left_wrist}) {
    EXPECT_EQ(p[near].visibility, Visibility::seen) << near;
    EXPECT_EQ(p[near + 1].visibility, Visibility::hidden) << near;
  }
}

TEST_F(Keypoints, PointsOutsideAreZero) {
  add_figure("standing", 200, 200);
  look_from({0.0f, 0.0f, 1.0f});
  scene_.camera.target.y = scene_.camera.eye.y = 26.0f;
  const auto p = points(200, 200);
  EXPECT_EQ(p[left_ankle].visibility, Visibility::outside);
  EXPECT_EQ(p[left_ankle].pixel, glm::dvec2(0.0));
  EXPECT_NE(p[nose].visibility, Visibility::outside);
}

TEST_F(Keypoints, FingersAreInOrder) {
  add_figure("standing", 400, 400);
  const auto p = points(400, 400);
  for (const KeypointGroup group : {KeypointGroup::left_hand, KeypointGroup::right_hand}) {
    const auto hand = group_of(p, group);
    for (std::size_t finger = 1; finger < 21; finger += 4) {
      double before = 0.0;
      for (std::size_t joint = finger; joint < finger + 4; ++joint) {
        const double from_wrist = glm::distance(hand[joint].pixel, hand[0].pixel);
        EXPECT_GT(from_wrist, before) << joint;
        before = from_wrist;
      }
    }
  }
}

}  // namespace
}  // namespace mmd
