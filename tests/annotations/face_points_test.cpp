#include "annotations/face_points.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "annotations/face_mesh.h"
#include "model/body_parts.h"
#include "tests/annotations/label_fixture.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// The sample figure's face at rest.
class FacePointsTest : public test::LabelTest {
 protected:
  FacePointsTest() : model_(add_figure("standing", 64, 64).shared_model()) {
    const auto parts = parts_of_bones(*model_);
    landmarks_ = find_landmarks(*model_, parts);
    found_ = find_face_points(*model_, parts, landmarks_);
  }
  /// The point with a share of morphs.
  vec3 point(std::size_t number, std::initializer_list<const char*> morphs = {}) const {
    const MeshPlace& place = found_.points[number];
    vec3 out(0.0f);
    for (std::size_t i = 0; i < place.vertices.size(); ++i) {
      vec3 at = model_->vertices.position[place.vertices[i]];
      for (const char* morph : morphs) at += offsets_of(*model_, morph)[place.vertices[i]];
      out += place.weights[i] * at;
    }
    return out;
  }
  std::shared_ptr<const Model> model_;
  Landmarks landmarks_;
  FacePoints found_;
};

TEST_F(FacePointsTest, AreAllFoundOnTheSampleFigure) {
  EXPECT_THAT(found_.lacks, testing::IsEmpty());
  for (std::size_t i = 0; i < found_.points.size(); ++i) EXPECT_FALSE(found_.points[i].vertices.empty()) << i;
}

TEST_F(FacePointsTest, GoFromThePersonsRightToTheLeft) {
  for (const auto& [first, last] :
       {std::pair(0, 16), {17, 26}, {31, 35}, {36, 39}, {42, 45}, {48, 54}, {60, 64}})
    for (int i = first; i < last; ++i)
      EXPECT_LT(point(static_cast<std::size_t>(i)).x, point(static_cast<std::size_t>(i) + 1).x) << i;
}

TEST_F(FacePointsTest, LieOneAboveTheOther) {
  // Brow, upper lid, lower lid, nose, upper lip, chin.
  const std::size_t down[] = {24, 43, 47, 33, 51, 8};
  for (std::size_t i = 0; i + 1 < std::size(down); ++i)
    EXPECT_GT(point(down[i]).y, point(down[i + 1]).y) << down[i];
}

TEST_F(FacePointsTest, MoveWithTheFace) {
  const float open = point(43).y - point(47).y;
  const float closed = point(43, {"まばたき"}).y - point(47, {"まばたき"}).y;
  EXPECT_LT(closed, 0.25f * open) << "the lids meet";
  EXPECT_GT(point(62, {"あ"}).y - point(66, {"あ"}).y, point(62).y - point(66).y + 0.1f) << "the mouth opens";
  EXPECT_GT(glm::length(point(19, {"困る"}) - point(19)), 0.01f) << "the brow moves";
  EXPECT_EQ(point(8, {"まばたき"}), point(8));
}

TEST(FacePoints, AreLackingWithoutAFace) {
  test::FileBuilder builder;
  builder.bone("頭");
  const auto model = builder.model();
  const auto found = find_face_points(*model, parts_of_bones(*model), Landmarks{});
  EXPECT_THAT(found.lacks, testing::ElementsAre("face"));
  for (const MeshPlace& place : found.points) EXPECT_TRUE(place.vertices.empty());
}

/// A flat face without holes, whose vertices a morph moves within a rectangle down to its lower side.
struct FlatFace {
  test::FileBuilder builder;
  FlatFace(const vec2& low, const vec2& high, bool from_above) {
    const auto head = builder.bone("頭");
    pmx::Morph morph;
    morph.name = builder.text("動く");
    morph.type = pmx::MorphType::vertex;
    std::vector<pmx::VertexOffset> offsets;
    for (int y = 0; y <= 40; ++y)
      for (int x = 0; x <= 40; ++x) {
        const vec2 at(0.1f * static_cast<float>(x) - 2.0f, 0.1f * static_cast<float>(y));
        const auto v = builder.vertex(vec3(at, 0.0f), head);
        const bool inside = at.x > low.x && at.x < high.x && at.y > low.y && at.y < high.y;
        if (inside) offsets.push_back({v, vec3(0.0f, from_above ? low.y - at.y : -0.5f, 0.0f)});
      }
    for (std::uint32_t y = 0; y < 40; ++y)
      for (std::uint32_t x = 0; x < 40; ++x) {
        const std::uint32_t a = 41 * y + x;
        builder.triangle(a, a + 41, a + 1);
        builder.triangle(a + 1, a + 41, a + 42);
      }
    builder.material();
    morph.offsets = std::move(offsets);
    builder.file.morphs.push_back(std::move(morph));
  }
};

TEST(FaceRim, IsFoundByMovementWhereTheSkinHasNoHole) {
  FlatFace flat(vec2(-0.55f, 1.95f), vec2(0.55f, 2.55f), true);
  const auto model = flat.builder.model();
  Face face;
  for (std::uint32_t v = 0; v < model->vertices.size(); ++v) face.skin.push_back(v);
  const FaceMesh mesh(*model, face);
  const auto moved = offsets_of(*model, "動く");
  const FrontBox around{vec2(-1.0f, 1.0f), vec2(1.0f, 3.5f)};
  EXPECT_FALSE(rim_on_border(mesh, moved, around, 0.0f).is_known());
  const Rim rim = rim_by_movement(mesh, moved, around, true);
  ASSERT_TRUE(rim.is_known());
  EXPECT_NEAR(mesh.at(along(mesh, rim.upper, 0.5f)).y, 2.5f, 0.11f);
  EXPECT_NEAR(mesh.at(along(mesh, rim.lower, 0.5f)).y, 2.0f, 0.11f);
  EXPECT_NEAR(mesh.at(along(mesh, rim.upper, 0.0f)).x, -0.5f, 0.11f);
  EXPECT_NEAR(mesh.at(along(mesh, rim.upper, 1.0f)).x, 0.5f, 0.11f);
}

}  // namespace
}  // namespace mmd
