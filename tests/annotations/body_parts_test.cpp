#include "model/body_parts.h"

#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>

#include "annotations/landmarks.h"
#include "tests/annotations/label_fixture.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

struct Parts {
  std::shared_ptr<const Model> model;
  std::vector<std::uint8_t> values = parts_of_bones(*model);
  explicit Parts(const test::FileBuilder& builder) : model(builder.model()) {}
  std::string of(std::string_view bone) const {
    return name(static_cast<std::size_t>(model->find_bone(bone)));
  }
  std::string name(std::size_t index) const { return std::string(body_parts()[values[index]].name); }
};

TEST(BodyParts, FollowNamesOrParents) {
  test::FileBuilder builder;
  const auto torso = builder.bone("上半身"), head = builder.bone("頭", torso);
  builder.bone("左目", head);
  builder.bone("右髪1", head);
  const auto wrist = builder.bone("右手首", builder.bone("右ひじ", builder.bone("右腕", torso)));
  builder.bone("右人指１", wrist);
  const auto hips = builder.bone("下半身");
  builder.bone("左足D", hips);
  builder.bone("スカート_0_1", hips);
  builder.bone("何か");
  const Parts parts(builder);
  const std::pair<const char*, const char*> expected[] = {{"上半身", "torso"},
                                                          {"左目", "head"},
                                                          {"右髪1", "hair"},
                                                          {"右腕", "right upper arm"},
                                                          {"右ひじ", "right forearm"},
                                                          {"右人指１", "right hand"},
                                                          {"左足D", "left thigh"},
                                                          {"スカート_0_1", "clothes"},
                                                          {"何か", "other"}};
  for (const auto& [bone, part] : expected) EXPECT_EQ(parts.of(bone), part);
  EXPECT_EQ(parts.name(parts.values.size() - 1), "other") << "vertices without bone";
}

TEST(BodyParts, RecogniseHairMaterials) {
  test::FileBuilder builder;
  for (const char* name : {"前髪", "Hair_2", "まつ毛", "髪飾り", "肌", "眉毛"}) builder.material(name);
  EXPECT_EQ(hair_materials(*builder.model()), (std::vector<bool>{true, true, false, false, false, false}));
}

TEST(BodyParts, TableNamesExistingParts) {
  for (const BodyPartBone& row : body_part_bones()) {
    test::FileBuilder builder;
    builder.bone(row.bone);
    EXPECT_EQ(Parts(builder).of(row.bone), row.part);
  }
}

TEST(BodyParts, MatchTheManual) {
  std::ifstream in(std::string(MMDVIEW_SOURCE_DIR) + "/docs/user/labels.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t i = 0; i < body_parts().size(); ++i)
    EXPECT_THAT(page, ::testing::HasSubstr("| " + std::to_string(i) + " | " +
                                           std::string(body_parts()[i].name) + " |"));
  for (const BodyPartBone& row : body_part_bones())
    EXPECT_THAT(page,
                ::testing::HasSubstr("| " + std::string(row.bone) + " | " + std::string(row.part) + " |"));
}

TEST(StandardBones, AreFoundInAnySpelling) {
  test::FileBuilder builder;
  builder.bone("左人指1");
  builder.bone("knee_R");
  builder.bone("左足ＩＫ");
  const auto neck = builder.bone("首");
  builder.bone("首");
  const auto model = builder.model();
  const StandardBones bones(*model);
  EXPECT_EQ(bones.find("左人指１"), model->find_bone("左人指1"));
  EXPECT_EQ(bones.find("右ひざ"), model->find_bone("knee_R"));
  EXPECT_EQ(bones.find("左足IK"), model->find_bone("左足ＩＫ"));
  EXPECT_EQ(bones.find("頭"), none);
  EXPECT_EQ(bones.find("首"), neck) << "the first of equal names";
}

TEST(StandardBones, RightOfSwapsTheSide) {
  EXPECT_EQ(right_of("左腕捩"), "右腕捩");
  EXPECT_EQ(right_of("腰キャンセル左"), "腰キャンセル右");
  EXPECT_EQ(right_of("頭"), "頭");
}

class LandmarksOfTheFigure : public test::LabelTest {
 protected:
  LandmarksOfTheFigure()
      : model_(add_figure("standing", 64, 64).model()),
        landmarks_(find_landmarks(model_, parts_of_bones(model_))) {}
  vec3 place(Landmark landmark) const {
    const auto& vertices = landmarks_[static_cast<std::size_t>(landmark)];
    EXPECT_FALSE(vertices.empty()) << static_cast<int>(landmark);
    vec3 sum(0.0f);
    for (const std::uint32_t v : vertices) sum += model_.vertices.position[v];
    return sum / static_cast<float>(vertices.size());
  }
  vec3 joint(std::string_view bone) const {
    return model_.skeleton.bones[static_cast<std::size_t>(model_.find_bone(bone))].rest;
  }

  const Model& model_;
  const Landmarks landmarks_;
};

TEST_F(LandmarksOfTheFigure, NoseIsBelowAndBetweenTheEyes) {
  const vec3 nose = place(Landmark::nose), left = place(Landmark::left_eye),
             right = place(Landmark::right_eye);
  EXPECT_GT(left.x, right.x) << "the left is at +X";
  EXPECT_LT(nose.y, left.y);
  EXPECT_GT(nose.y, joint("頭").y - 0.5f);
  EXPECT_NEAR(nose.x, (left.x + right.x) * 0.5f, 0.1f);
  EXPECT_GT(nose.z, left.z - 0.1f);
}

TEST_F(LandmarksOfTheFigure, EarsAreBesideAndBehindTheEyes) {
  const vec3 left = place(Landmark::left_ear), right = place(Landmark::right_ear);
  EXPECT_GT(left.x, place(Landmark::left_eye).x + 0.3f);
  EXPECT_LT(right.x, place(Landmark::right_eye).x - 0.3f);
  EXPECT_LT(left.z, place(Landmark::left_eye).z - 0.3f);
  EXPECT_NEAR(left.y, right.y, 0.1f);
  EXPECT_LT(left.y, place(Landmark::left_eye).y);
  EXPECT_GT(left.y, place(Landmark::nose).y - 0.5f);
}

TEST_F(LandmarksOfTheFigure, ToesAreInFrontAndHeelsBehind) {
  for (const bool is_left : {true, false}) {
    const vec3 ankle = joint(is_left ? "左足首" : "右足首");
    const vec3 big = place(is_left ? Landmark::left_big_toe : Landmark::right_big_toe);
    const vec3 small = place(is_left ? Landmark::left_small_toe : Landmark::right_small_toe);
    const vec3 heel = place(is_left ? Landmark::left_heel : Landmark::right_heel);
    EXPECT_GT(big.z, ankle.z + 0.3f);
    EXPECT_GT(small.z, ankle.z);
    EXPECT_LT(heel.z, ankle.z);
    EXPECT_LT(std::abs(big.x), std::abs(small.x));
    for (const vec3& p : {big, small, heel}) {
      EXPECT_LT(p.y, ankle.y * 0.6f);
      EXPECT_GT(p.x * ankle.x, 0.0f) << "on the same side";
    }
  }
}

TEST(LandmarksOfABareModel, AreUnknown) {
  test::FileBuilder builder;
  const auto head = builder.bone("頭");
  builder.square(vec3(0.0f, 1.0f, 0.0f), 1.0f, head);
  builder.material();
  const auto model = builder.model();
  for (const auto& vertices : find_landmarks(*model, parts_of_bones(*model))) EXPECT_TRUE(vertices.empty());
}

TEST(LandmarksOfABareModel, VerticesBelongToTheStrongestBone) {
  test::FileBuilder builder;
  const auto a = builder.bone("頭"), b = builder.bone("首");
  builder.weighted(vec3(0.0f), pmx::WeightType::bdef2, {a, b}, {0.6f, 0.4f});
  builder.weighted(vec3(1.0f), pmx::WeightType::bdef2, {a, b}, {0.4f, 0.6f});
  builder.vertex(vec3(2.0f), a);
  builder.triangle(0, 1, 2);
  builder.material();
  const auto model = builder.model();
  EXPECT_EQ(vertices_of_bone(*model, a), (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(vertices_of_part(*model, parts_of_bones(*model), "neck"), (std::vector<std::uint32_t>{1}));
  EXPECT_TRUE(vertices_of_bone(*model, none).empty());
  EXPECT_EQ(farthest(*model, {0, 1, 2}, {-1.0f, 0.0f, 0.0f}), 0);
  EXPECT_EQ(farthest(*model, {}, {1.0f, 0.0f, 0.0f}), none);
}

}  // namespace
}  // namespace mmd
