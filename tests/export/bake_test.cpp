// Plays baked files as programs without IK and physics do, through the bytes of the file.

#include "export/bake.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "document/simulation.h"
#include "formats/vpd.h"
#include "pose/pose_to_vpd.h"
#include "tests/export/arranged.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;
using ::testing::HasSubstr;

/// Largest error of a bone after baking at the default error, MMD units.
constexpr float promised = 1e-3f;

LoadedFigure document_of(std::shared_ptr<const Model> model) {
  LoadedFigure document;
  document.loaded.model = std::move(model);
  document.loaded.textures = std::make_shared<TextureSet>();
  document.pose = Pose(document.model());
  return document;
}

void add_motion(LoadedFigure& document, const vmd::File& file) {
  Diagnostics diagnostics;
  document.motions.push_back(
      {"motion", nullptr, std::make_shared<const Motion>(file, document.model(), diagnostics)});
}

vmd::File through_bytes(const vmd::File& file) {
  const auto bytes = vmd::write(file);
  EXPECT_TRUE(bytes);
  auto again = vmd::read(*bytes);
  EXPECT_TRUE(again);
  EXPECT_EQ(said(again->diagnostics), "");
  return again->file;
}

/// The model with a motion of these keys.
LoadedFigure moving(const FileBuilder& b, std::vector<vmd::BoneKey> bones,
                    std::vector<vmd::MorphKey> morphs = {}) {
  LoadedFigure document = document_of(b.model());
  vmd::File motion = vmd::empty_file("m");
  motion.bones.assign(bones.begin(), bones.end());
  motion.morphs.assign(morphs.begin(), morphs.end());
  add_motion(document, motion);
  return document;
}

/// Shorter than the default, which settles until everything rests.
PhysicsChoice short_physics() {
  PhysicsChoice choice;
  choice.warm_up_steps = 20;
  choice.steps = 40;
  return choice;
}

/// Shows a document, with or without physics.
class Player {
 public:
  Player(const LoadedFigure& document, bool simulated, bool ik = true)
      : sampler_(std::make_shared<const LoadedFigure>(document)) {
    evaluation_.ik = ik;
    scene_.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
    if (simulated) simulation_ = std::make_unique<Simulation>(scene_, sampler_, evaluation_, short_physics());
  }
  const Actor& show(double frame) {
    if (simulation_) {
      simulation_->show(frame);
    } else {
      pose_actor(sampler_, frame, evaluation_, *scene_.actors.front());
      scene_.actors.front()->evaluate();
    }
    return *scene_.actors.front();
  }

 private:
  Scene scene_;
  PoseSampler sampler_;
  Evaluation evaluation_;
  std::unique_ptr<Simulation> simulation_;
};

float farthest(const Actor& a, const Actor& b) {
  float out = 0.0f;
  for (std::size_t i = 0; i < a.model().bone_count(); ++i) {
    const auto bone = static_cast<std::int32_t>(i);
    out = std::max(out, glm::length(a.bones().position(bone) - b.bones().position(bone)));
  }
  return out;
}

/// A document, and the document of its baked motion.
struct Rebaked {
  BakedMotion baked;
  LoadedFigure again;
};

Rebaked baked(const LoadedFigure& document, bool simulated, float error = promised) {
  Session session(test::arranged(document, simulated ? std::optional(short_physics()) : std::nullopt));
  BakeChoice choice;
  choice.error = error;
  auto motion = bake_motion(session, choice, {0.0, static_cast<double>(document.last_frame())});
  EXPECT_TRUE(motion);
  Rebaked out{std::move(*motion), document_of(document.loaded.model)};
  add_motion(out.again, through_bytes(out.baked.file));
  return out;
}

/// Over all frames of the document.
float farthest_replayed(const LoadedFigure& document, bool simulated, const LoadedFigure& again,
                        bool again_simulated) {
  Player first(document, simulated), second(again, again_simulated);
  float out = 0.0f;
  for (std::uint32_t frame = 0; frame <= document.last_frame(); ++frame)
    out = std::max(out, farthest(first.show(frame), second.show(frame)));
  return out;
}

/// The pose of random inputs, and a motion from it to another.
LoadedFigure random_document(std::mt19937& random) {
  pmx::File file = test::random_skeleton(random, {});
  const auto from = test::random_inputs(random, file), to = test::random_inputs(random, file);
  vmd::File motion = vmd::empty_file("m");
  for (std::size_t b = 0; b < file.bones.size(); ++b)
    for (const bool last : {false, true}) {
      const test::PlainInput& input = last ? to[b] : from[b];
      const quat q(input.rotation);
      motion.bones.push_back(
          test::bone_key(std::to_string(b), last ? 5 : 0, vec3(input.translation), vec4(q.x, q.y, q.z, q.w)));
    }
  LoadedFigure document = document_of(build_model(std::move(file)).model);
  add_motion(document, motion);
  return document;
}

std::filesystem::path sample_file(const char* name) {
  return std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples" / name;
}

LoadedFigure sample_figure() {
  static const auto loaded = load_model(sample_file("figure/figure.pmx"), false);
  EXPECT_TRUE(loaded);
  return document_of(loaded->model);
}

LoadedFigure sample_song() {
  LoadedFigure document = sample_figure();
  const auto loaded = load_motion(sample_file("motions/song.vmd"));
  EXPECT_TRUE(loaded);
  add_motion(document, loaded->file);
  return document;
}

TEST(Bake, KeepsBonesOfRandomSkeletons) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const LoadedFigure document = random_document(random);
    const Rebaked r = baked(document, false);
    EXPECT_LE(farthest_replayed(document, false, r.again, false), promised);
    EXPECT_LE(r.baked.error.distance, promised);
    Session session(test::arranged(document));
    LoadedFigure again = document_of(document.loaded.model);
    const BakedPose pose = bake_pose(session, 2.5);
    EXPECT_LE(pose.error.distance, promised);
    again.pose = pose.pose;
    Player first(document, false), second(again, false, false);
    EXPECT_LE(farthest(first.show(2.5), second.show(0)), promised);
  }
}

TEST(Bake, WarnsAboutMoreKeysThanMmdLoads) {
  vmd::File file = vmd::empty_file("m");
  file.bones.resize(400000);
  file.morphs.resize(200000);
  EXPECT_FALSE(too_many_keys(file));
  file.morphs.resize(200001);
  const auto warning = too_many_keys(file);
  ASSERT_TRUE(warning);
  EXPECT_NE(warning->what.find("600001 keys"), std::string::npos) << warning->what;
}

TEST(Bake, DoesNotApplyAppendTwice) {
  FileBuilder b;
  b.bone("センター", -1, {0, 10, 0});
  test::add_leg(b.file, 0, {1, 10, 0}, "左");
  const LoadedFigure document =
      moving(b, {test::bone_key("左足ＩＫ", 0), test::bone_key("左足ＩＫ", 20, {1, 4, -3}),
                 test::bone_key("左ひざD", 0, {}, {0.6f, 0, 0, 0.8f})});
  const Rebaked r = baked(document, false);
  EXPECT_LE(farthest_replayed(document, false, r.again, false), promised);
  const Model& model = document.model();
  Pose pose;
  PoseSampler(std::make_shared<const LoadedFigure>(r.again)).sample(20, pose);
  const auto turned = [&](const char* name) {
    return std::abs(pose.rotation[static_cast<std::size_t>(model.find_bone(name))].w);
  };
  EXPECT_LT(turned("左足"), 0.95f);  // by IK
  EXPECT_NEAR(turned("左足D"), 1.0f, 1e-5f);
  EXPECT_NEAR(turned("左ひざD"), 0.8f, 1e-4f);  // its own rotation
}

TEST(Bake, DoesNotApplyBoneMorphsTwice) {
  FileBuilder b;
  b.bone("a");
  b.bone("b", 0, {0, 3, 0});
  b.morph<pmx::BoneOffset>("m", pmx::MorphType::bone, {{0, {1, 2, 3}, {0, 0.6f, 0, 0.8f}}});
  const LoadedFigure document = moving(b, {test::bone_key("a", 9, {}, {0.6f, 0, 0, 0.8f})},
                                       {test::morph_key("m", 0, 0.25f), test::morph_key("m", 9, 1.0f)});
  const Rebaked r = baked(document, false);
  EXPECT_LE(farthest_replayed(document, false, r.again, false), promised);
  ASSERT_EQ(r.baked.file.morphs.size(), 2u);
  EXPECT_EQ(r.baked.file.morphs[1].weight, 1.0f);
}

TEST(Bake, SongPlaysTheSameWithAndWithoutPhysics) {
  const LoadedFigure document = sample_song();
  const Rebaked r = baked(document, true);
  EXPECT_LE(farthest_replayed(document, true, r.again, false), promised);
  EXPECT_LE(farthest_replayed(document, true, r.again, true), promised);
  EXPECT_GT(farthest_replayed(document, true, document, false), 0.1f);  // physics has an effect
  EXPECT_LE(r.baked.error.distance, promised);
}

TEST(Bake, SamplePosesRoundTrip) {
  std::size_t poses = 0;
  for (const auto& entry : std::filesystem::directory_iterator(sample_file("poses"))) {
    if (entry.path().extension() != ".vpd") continue;
    ++poses;
    LoadedFigure document = sample_figure();
    apply_vpd(vpd::read(read_file(entry.path()).value()).value().file, document.model(), document.pose);
    Session session(test::arranged(document, short_physics()));
    const BakedPose pose = bake_pose(session, 0.0);
    const auto text = vpd::write(vpd_from_pose(pose.pose, document.model()));
    ASSERT_TRUE(text);
    LoadedFigure again = sample_figure();
    apply_vpd(vpd::read(as_byte_span(*text)).value().file, again.model(), again.pose);
    Player first(document, true), second(again, false, false);
    EXPECT_LE(farthest(first.show(0), second.show(0)), promised) << entry.path();
  }
  EXPECT_EQ(poses, 13u);
}

TEST(Bake, DroppedKeysStayWithinTheError) {
  const LoadedFigure document = sample_song();
  std::size_t kept_before = 0;
  for (const float error : {0.1f, 0.01f, promised, 2e-4f}) {
    const Rebaked r = baked(document, false, error);
    EXPECT_LE(farthest_replayed(document, false, r.again, false), error);
    EXPECT_GT(r.baked.file.bones.size(), kept_before);
    kept_before = r.baked.file.bones.size();
    EXPECT_EQ(r.baked.between.bone, none) << "every frame is sampled";
    if (error >= promised) {
      EXPECT_LT(kept_before, r.baked.sampled_keys / 2);
    }
  }
  const Rebaked all = baked(document, false, 0.0f);
  EXPECT_EQ(all.baked.file.bones.size(), all.baked.sampled_keys);
  EXPECT_EQ(all.baked.sampled_keys, document.model().bone_count() * 241);
}

TEST(Bake, RestingBonesNeedTwoKeys) {
  FileBuilder b;
  b.bone("a");
  b.bone("b", 0, {0, 1, 0});
  const LoadedFigure document =
      moving(b, {test::bone_key("a", 0, {1, 0, 0}), test::bone_key("a", 2000, {1, 0, 0})});
  const Rebaked r = baked(document, false);
  EXPECT_EQ(r.baked.file.bones.size(), 4u);
  EXPECT_EQ(r.again.last_frame(), 2000u);
}

TEST(Bake, ReportsBonesWithoutUsableNames) {
  FileBuilder b;
  b.bone("センター");
  b.bone("Шея🙂", 0, {0, 2, 0});
  b.bone("センター", 1, {0, 4, 0});
  b.bone("b", 2, {0, 6, 0});
  LoadedFigure document =
      moving(b, {test::bone_key("センター", 0), test::bone_key("センター", 3, {1, 0, 0})});
  document.pose.rotation[1] = quat(0.8f, 0.6f, 0.0f, 0.0f);
  document.pose.rotation[2] = quat(0.8f, 0.0f, 0.0f, 0.6f);
  const Rebaked r = baked(document, false);
  EXPECT_TRUE(says(r.baked.diagnostics, "get no keys because their names are not in Shift-JIS: Шея🙂"))
      << said(r.baked.diagnostics);
  EXPECT_TRUE(
      says(r.baked.diagnostics, "because their names share the first 15 bytes with others: センター"));
  Player first(document, false), second(r.again, false);
  EXPECT_NEAR(glm::length(first.show(3).bones().position(3) - second.show(3).bones().position(3)), 0.0f,
              promised);
}

TEST(Bake, KeepsVisibilityAndReportsTheCamera) {
  FileBuilder b;
  b.bone("a");
  b.bone("goal");
  b.ik(1, 0, {0});
  LoadedFigure document = document_of(b.model());
  vmd::File motion = vmd::empty_file("m");
  motion.properties = {{0, 1, {}}, {10, 0, {}}, {20, 1, {}}};
  motion.cameras.emplace_back();
  add_motion(document, motion);
  const Rebaked r = baked(document, false);
  ASSERT_EQ(r.baked.file.properties.size(), 3u);
  EXPECT_EQ(r.baked.file.properties[1].frame, 10u);
  EXPECT_EQ(r.baked.file.properties[1].visible, 0);
  ASSERT_EQ(r.baked.file.properties[2].ik.size(), 1u);
  EXPECT_EQ(r.baked.file.properties[2].ik[0].enabled, 0);
  EXPECT_TRUE(says(r.baked.diagnostics, "not baked: camera")) << said(r.baked.diagnostics);
}

TEST(Bake, LowerRateHasKeysAtItsFramesAndTheLast) {
  const LoadedFigure document = sample_song();
  Session session(test::arranged(document));
  const auto motion = bake_motion(session, {true, 7.5, 0.0f}, {0.0, 30.0});
  ASSERT_TRUE(motion);
  for (const vmd::BoneKey& key : motion->file.bones) EXPECT_TRUE(key.frame % 4 == 0 || key.frame == 30);
  EXPECT_EQ(motion->sampled_keys, document.model().bone_count() * 9);
}

TEST(Bake, LowerRateReportsTheErrorBetweenItsFrames) {
  const LoadedFigure document = sample_song();
  Session session(test::arranged(document));
  const double last = document.last_frame();
  const auto motion = bake_motion(session, {true, 7.5, promised}, {0.0, last});
  ASSERT_TRUE(motion);
  LoadedFigure again = document_of(document.loaded.model);
  add_motion(again, through_bytes(motion->file));
  Player first(document, false), second(again, false);
  float at_samples = 0.0f, between = 0.0f;
  for (std::uint32_t frame = 0; frame <= document.last_frame(); ++frame) {
    float& off = frame % 4 == 0 || frame == document.last_frame() ? at_samples : between;
    off = std::max(off, farthest(first.show(frame), second.show(frame)));
  }
  EXPECT_LE(at_samples, promised);
  EXPECT_GT(between, 10.0f * promised) << "the song moves differently in between";
  EXPECT_NEAR(motion->between.distance, between, 1e-4f);
  EXPECT_NE(motion->between.bone, none);
  EXPECT_NE(static_cast<int>(motion->between.frame) % 4, 0);
}

TEST(Bake, LimitsTheNumberOfFrames) {
  FileBuilder b;
  b.bone("a");
  LoadedFigure document = document_of(b.model());
  Session session(test::arranged(document));
  const auto motion = bake_motion(session, {}, {0.0, 4294967295.0});
  ASSERT_FALSE(motion);
  EXPECT_THAT(motion.error().what, HasSubstr("4294967296 frames; no more than 1000000"));
}

}  // namespace
}  // namespace mmd
