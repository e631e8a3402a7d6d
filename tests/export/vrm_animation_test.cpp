#include "export/vrm_animation.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::Exchanged;
using test::Glb;

/// The song of the sample figure as a motion for avatars.
struct AvatarSong : test::ExchangedSong {
  VrmAnimation animation = sample_vrm_animation(session, {0.0, 240.0, 30.0, 0.0}).value();

  /// Distance between a bone of the model and the node of the humanoid bone, MMD units.
  double distance(const Glb& glb, const char* bone, const char* human) {
    const std::size_t node =
        glb.json["extensions"]["VRMC_vrm_animation"]["humanoid"]["humanBones"][human]["node"];
    const vec3 wanted = session.scene().actors.front()->bones().position(e.document.model().find_bone(bone));
    return glm::length(glm::dvec3(glb.global(node)[3]) / 0.08 - glm::dvec3(wanted));
  }
};

TEST(VrmAnimation, MovesHumanoidBonesAsTheMotionDoes) {
  AvatarSong song;
  Glb glb(write_vrma(song.animation).value());
  for (const double frame : {0.0, 33.0, 120.0, 240.0}) {
    song.session.show(frame);
    glb.play(frame / 30.0);
    for (const auto& [bone, human] :
         {std::pair("頭", "head"), {"左ひじ", "leftLowerArm"}, {"右手首", "rightHand"}})
      EXPECT_LT(song.distance(glb, bone, human), 0.01) << bone << " at " << frame;
    // The lower body turns about a joint of its own, which VRM lacks.
    EXPECT_LT(song.distance(glb, "左足首D", "leftFoot"), 0.3) << frame;
  }
}

TEST(VrmAnimation, HasTheWeightsOfExpressions) {
  AvatarSong song;
  Glb glb(write_vrma(song.animation).value());
  const auto& preset = glb.json["extensions"]["VRMC_vrm_animation"]["expressions"]["preset"];
  ASSERT_TRUE(preset.contains("aa"));
  EXPECT_FALSE(preset.contains("lookUp"));
  double most = 0.0;
  for (double frame = 0.0; frame <= 240.0; frame += 5.0) {
    song.session.show(frame);
    glb.play(frame / 30.0);
    const std::size_t node = preset["aa"]["node"];
    const std::int32_t morph = song.e.document.model().find_morph("あ");
    const float wanted =
        song.session.scene().actors.front()->morph_weights()[static_cast<std::size_t>(morph)];
    EXPECT_NEAR(glb.global(node)[3].x, wanted, 1e-5) << frame;
    most = std::max(most, glb.global(node)[3].x);
  }
  EXPECT_GT(most, 0.1) << "the song is sung";
}

TEST(VrmAnimation, ExpressionsTogetherSetTheMorphsOfTheMotion) {
  AvatarSong song;
  const Exchanged figure({test::sample("figure/figure.pmx")}, ExchangeShape::skinned, MaterialTerms::mtoon);
  const VrmAvatar avatar = make_avatar(figure.document.model(), figure.model).value();
  for (std::size_t frame = 0; frame <= 240; frame += 15) {
    std::vector<float> sum(figure.model.morphs.size(), 0.0f);
    for (const VrmAnimation::Expression& played : song.animation.expressions)
      for (const VrmExpression& expression : avatar.expressions)
        for (const VrmExpression::Bind& bind : expression.binds)
          if (expression.name == played.name) sum[bind.morph] += played.weights[frame] * bind.weight;
    song.session.show(static_cast<double>(frame));
    for (std::size_t m = 0; m < sum.size(); ++m)
      EXPECT_NEAR(sum[m], song.session.scene().actors.front()->morph_weights()[figure.model.morphs[m].morph],
                  1e-5f)
          << figure.model.morphs[m].name << " at " << frame;
  }
}

TEST(VrmAnimation, MovesNothingButHipsAndRotations) {
  const AvatarSong song;
  const Glb glb(write_vrma(song.animation).value());
  const auto& extension = glb.json["extensions"]["VRMC_vrm_animation"];
  EXPECT_EQ(extension["specVersion"], "1.0");
  const auto& bones = extension["humanoid"]["humanBones"];
  EXPECT_FALSE(bones.contains("leftEye"));
  std::size_t moved = 0;
  for (const auto& channel : glb.json["animations"][0]["channels"])
    moved += channel["target"]["path"] == "translation" ? 1 : 0;
  EXPECT_EQ(moved, 1 + extension["expressions"]["preset"].size() + extension["expressions"]["custom"].size());
  EXPECT_EQ(song.animation.bones.front().name, "hips");
  EXPECT_GT(song.animation.bones.front().rest.y, 0.5f);
}

TEST(VrmAnimation, NeedsTheBonesOfAHuman) {
  test::FileBuilder builder;
  test::add_square(builder);
  Exchanged e(builder);
  Session session(test::arranged(e.document));
  const auto made = sample_vrm_animation(session, {0.0, 0.0, 30.0, 0.0});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().what, testing::HasSubstr("bones of a human body"));
}

}  // namespace
}  // namespace mmd
