#include "app/stage/onion_skins.h"

#include <gmock/gmock.h>

#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<double> frames_of(const OnionChoice& choice, double frame, std::uint32_t last) {
  std::vector<double> out;
  for (const OnionFrame& there : onion_frames(choice, frame, last)) out.push_back(there.frame);
  return out;
}

TEST(OnionFrames, AreListedFromTheFarthest) {
  EXPECT_THAT(frames_of({true, 2, 1, 5}, 20.0, 60), ElementsAre(10.0, 15.0, 25.0));
  EXPECT_THAT(frames_of({true, 1, 2, 10}, 20.5, 60), ElementsAre(40.5, 10.5, 30.5));
  EXPECT_THAT(frames_of({true, 0, 0, 5}, 20.0, 60), IsEmpty());
  EXPECT_THAT(frames_of({true, 3, 3, 5}, 5.0, 12), ElementsAre(0.0, 10.0)) << "within the motion";
  EXPECT_THAT(frames_of({true, 3, 3, 5}, 0.0, 0), IsEmpty());
}

TEST(OnionFrames, FadeWithDistance) {
  const auto there = onion_frames({true, 2, 2, 5}, 20.0, 60);
  ASSERT_THAT(there, SizeIs(4));
  const vec4 far_before = there[0].colour, far_after = there[1].colour, before = there[2].colour,
             after = there[3].colour;
  EXPECT_LT(far_before.a, before.a);
  EXPECT_EQ(before.a, after.a);
  EXPECT_EQ(far_before.a, far_after.a);
  EXPECT_GT(before.r, before.b);
  EXPECT_LT(after.r, after.b);
}

TEST(OnionChoice, IsClamped) {
  EXPECT_EQ(within_limits({true, -3, 1000, 0}), (OnionChoice{true, 0, max_onion_skins, 1}));
  EXPECT_EQ(within_limits({true, 1, 2, 1'000'000}), (OnionChoice{true, 1, 2, farthest_onion_skin}));
}

class OnionSkinsTest : public testing::Test {
 protected:
  OnionSkinsTest() {
    test::FileBuilder b;
    b.bone("腕");
    b.square({0, 10, 0}, 1, 0);
    b.material();
    Loaded loaded;
    loaded.new_model = true;
    LoadedFigure& document = loaded.document;
    document.model_file = "model.pmx";
    document.loaded.model = b.model();
    document.loaded.textures = std::make_shared<const TextureSet>();
    document.pose = Pose(document.model());
    vmd::File dance = vmd::empty_file("");
    dance.bones = {test::bone_key("腕", 0), test::bone_key("腕", 60, vec3(0.0f, 6.0f, 0.0f))};
    dance.properties.resize(2);
    dance.properties[0].visible = 1;
    dance.properties[1].frame = 50;
    dance.properties[1].visible = 0;
    Diagnostics ignored;
    document.motions.push_back(
        {"dance.vmd", nullptr, std::make_shared<const Motion>(dance, document.model(), ignored)});
    stage.show(std::move(loaded));
    EXPECT_TRUE(stage.find_named());
    stage.refresh();
    skins.choose({true, 1, 1, 10});
  }
  std::vector<float> heights() const {
    std::vector<float> out;
    for (const Ghost& ghost : stage.scene().ghosts) out.push_back(ghost.actor->pose.translation[0].y);
    return out;
  }
  std::size_t ghosts_after(bool hidden) {
    skins.update(stage, Dirty::nothing, hidden);
    return stage.scene().ghosts.size();
  }
  void go_to(double frame) {
    stage.playback().go_to(frame);
    stage.changed(Dirty::pose);
    skins.update(stage, stage.refresh(), false);
  }

  Stage stage{Options()};
  OnionSkins skins;
};

TEST_F(OnionSkinsTest, ShowNeighbouringFrames) {
  go_to(20.0);
  EXPECT_THAT(heights(), ElementsAre(testing::FloatNear(1.0f, 1e-4f), testing::FloatNear(3.0f, 1e-4f)));
  const Actor* first = stage.actor();
  EXPECT_EQ(stage.scene().ghosts[0].actor->shared_model(), first->shared_model())
      << "nothing is uploaded anew";
  EXPECT_NEAR(first->pose.translation[0].y, 2.0f, 1e-4f);
  go_to(0.0);
  EXPECT_THAT(heights(), ElementsAre(testing::FloatNear(1.0f, 1e-4f)));
  go_to(45.0);
  EXPECT_THAT(heights(), SizeIs(1)) << "the motion hides the model later";
}

TEST_F(OnionSkinsTest, GetTexturesThatLoadLater) {
  go_to(20.0);
  Loaded whole;
  whole.document.loaded = stage.document()->loaded;
  const auto textures = std::make_shared<const TextureSet>();
  whole.document.loaded.textures = textures;
  stage.show_textures(std::move(whole));
  skins.update(stage, stage.refresh(), false);
  ASSERT_EQ(stage.scene().ghosts.size(), 2u);
  for (const Ghost& ghost : stage.scene().ghosts) EXPECT_EQ(ghost.actor->shared_textures(), textures);
}

TEST_F(OnionSkinsTest, AreEvaluatedWithThePoseAndNotWithTheLook) {
  go_to(20.0);
  const std::uint64_t before = stage.scene().ghosts[0].actor->pose_version();
  skins.update(stage, Dirty::look, false);
  EXPECT_EQ(stage.scene().ghosts[0].actor->pose_version(), before);
  skins.choose({true, 1, 1, 5});
  skins.update(stage, Dirty::look, false);
  EXPECT_NE(stage.scene().ghosts[0].actor->pose_version(), before);
}

TEST_F(OnionSkinsTest, AreHiddenDuringPlaybackAndComparison) {
  go_to(20.0);
  EXPECT_EQ(ghosts_after(true), 0u);
  EXPECT_EQ(ghosts_after(false), 2u);
  stage.playback().play(0.0);
  EXPECT_EQ(ghosts_after(false), 0u);
  stage.playback().pause();
  skins.choose({false, 1, 1, 10});
  go_to(20.0);
  EXPECT_THAT(stage.scene().ghosts, IsEmpty());
}

}  // namespace
}  // namespace mmd
