#include "export/exchange_motion.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "pose/motion.h"
#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::Exchanged;
using test::Glb;

/// The song on the sample figure.
struct Song : test::ExchangedSong {
  SampledMotion sampled(const ExchangeSampling& sampling) {
    auto out = sample_motion(session, e.model.morphs, sampling);
    EXPECT_TRUE(out);
    return std::move(*out);
  }
  /// The file with the motion.
  Glb glb(const ExchangeSampling& sampling) {
    session.show(sampling.first);
    e.model = make_exchange(e.document.loaded, actor(), ExchangeShape::skinned,
                            MaterialTerms::vertex_coloured, e.diagnostics)
                  .value();
    e.model.motion = sampled(sampling).motion;
    return e.glb();
  }
  /// Largest distance of a bone of the file from its position at a frame, MMD units.
  double farthest_bone(const Glb& glb, double frame) {
    session.show(frame);
    const BoneManager& bones = actor().bones();
    double most = 0.0;
    for (std::size_t b = 0; b < e.model.bones.size(); ++b) {
      const glm::dvec3 at(glb.global(b + 1)[3]);
      const auto wanted = glm::dvec3(translation_of(bones.mconv(static_cast<std::int32_t>(b))));
      most = std::max(most, glm::length(at / 0.08 - wanted));
    }
    return most;
  }
};

bool rises(const std::vector<float>& times) {
  return std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) == times.end();
}

TEST(ExchangeMotion, TimesRiseAtEveryRate) {
  Song song;
  song.session.show(0.0);
  for (const double rate : {11.0, 13.0, 22.0, 26.0, 1.1}) {
    const SampledMotion sampled = song.sampled({0.0, 240.0, rate, 0.0});
    ASSERT_FALSE(sampled.motion.rotations.empty());
    for (const auto& track : sampled.motion.rotations) EXPECT_TRUE(rises(track.times)) << rate;
  }
}

TEST(ExchangeMotion, TimesRiseWithinFloatPrecision) {
  test::FileBuilder b;
  b.bone("首");
  Exchanged e(b);
  Session session(test::arranged(e.document));
  for (const double last : {40499.0, 70499.0}) {
    const auto sampled = sample_motion(session, e.model.morphs, {0.0, last, 59.94, 0.0});
    ASSERT_TRUE(sampled);
    EXPECT_GT(sampled->motion.rotations.at(0).times.size(), 80'000u);
    EXPECT_TRUE(rises(sampled->motion.rotations.at(0).times)) << last;
  }
}

TEST(ExchangeMotion, BonesStayWithinTheError) {
  for (const float error : {1e-3f, 1e-2f}) {
    Song song;
    Glb glb = song.glb({30.0, 90.0, 30.0, error});
    for (double frame = 30.0; frame <= 90.0; frame += 4.0) {
      glb.play((frame - 30.0) / frames_per_second);
      EXPECT_LT(song.farthest_bone(glb, frame), static_cast<double>(error) + 1e-4) << frame;
    }
  }
}

TEST(ExchangeMotion, LargerErrorDropsMoreKeys) {
  Song song;
  const auto all = song.sampled({0.0, 40.0, 30.0, 0.0f}), fine = song.sampled({0.0, 40.0, 30.0, 1e-3f}),
             coarse = song.sampled({0.0, 40.0, 30.0, 0.1f});
  EXPECT_EQ(all.error, 0.0f);
  EXPECT_EQ(all.kept_keys, all.sampled_keys);
  EXPECT_LT(fine.kept_keys, all.kept_keys);
  EXPECT_LT(coarse.kept_keys, fine.kept_keys);
  EXPECT_LE(fine.error, 1e-3f);
  EXPECT_GT(coarse.error, fine.error);
}

TEST(ExchangeMotion, HigherRateFollowsTheMotionBetweenFrames) {
  Song song;
  Glb glb = song.glb({30.0, 40.0, 60.0, 1e-3f});
  glb.play(4.5 / frames_per_second);
  EXPECT_LT(song.farthest_bone(glb, 34.5), 1.1e-3);
}

TEST(ExchangeMotion, MorphsPlayAlong) {
  Song song;
  const ExchangeSampling sampling{0.0, 120.0, 30.0, 1e-3f};
  Glb glb = song.glb(sampling);
  for (double frame = 0.0; frame <= 120.0; frame += 12.0) {
    glb.play(frame / frames_per_second);
    song.session.show(frame);
    for (std::size_t m = 0; m < song.e.model.morphs.size(); ++m)
      EXPECT_NEAR(glb.json["meshes"].back()["weights"][m].get<double>(),
                  song.actor().morph_weights()[song.e.model.morphs[m].morph], 0.011)
          << song.e.model.morphs[m].name << " at " << frame;
  }
}

TEST(ExchangeMotion, RestingBonesHaveNoKeys) {
  Song song;
  const auto sampled = song.sampled({0.0, 20.0, 30.0, 1e-3f});
  std::size_t resting = 0;
  for (const auto& track : sampled.motion.translations) resting += track.times.empty() ? 1 : 0;
  EXPECT_GT(resting, sampled.motion.translations.size() / 2);
}

TEST(ExchangeMotion, LimitsSamplesAndTheirProductWithBonesAndMorphs) {
  Song song;
  EXPECT_FALSE(sample_motion(song.session, song.e.model.morphs, {0.0, 2e6, 30.0, 1e-3f}));
  const auto refused =
      sample_motion(song.session, std::vector<ExchangeMorph>(60'000), {0.0, 3000.0, 30.0, 1e-3f});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, testing::HasSubstr("3001 samples of "));
  EXPECT_THAT(refused.error().what, testing::HasSubstr("60000 morphs"));
}

}  // namespace
}  // namespace mmd
