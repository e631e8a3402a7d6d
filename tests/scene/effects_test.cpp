#include "scene/effects.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(EffectsStrength, AllAreOffAtNoneAndAsTheyAreAtFull) {
  for (const EffectPreset& preset : effect_presets()) {
    EXPECT_FALSE(scaled(preset.effects, 0.0f).any()) << preset.name;
    EXPECT_EQ(scaled(preset.effects, 1.0f), preset.effects) << preset.name;
    EXPECT_TRUE(scaled(preset.effects, 0.01f).any()) << preset.name;
  }
}

TEST(EffectsStrength, HalfIsHalfOfEachEffect) {
  Effects effects = effect_presets()[0].effects;
  effects.lines = 0.6f;
  effects.fog = {true, vec3(1.0f), 10.0f, 30.0f};
  effects.grade = {1.0f, 2.0f, 0.0f, -1.0f};
  const Effects half = scaled(effects, 0.5f);
  EXPECT_FLOAT_EQ(half.glow.strength, 0.5f * effects.glow.strength);
  EXPECT_FLOAT_EQ(half.glow.threshold, effects.glow.threshold);
  EXPECT_FLOAT_EQ(half.rim.strength, 0.5f * effects.rim.strength);
  EXPECT_FLOAT_EQ(half.occlusion.strength, 0.5f * effects.occlusion.strength);
  EXPECT_FLOAT_EQ(half.lines, 0.3f);
  EXPECT_FLOAT_EQ(half.fog.begin, 10.0f);
  EXPECT_FLOAT_EQ(half.fog.end, 50.0f);
  EXPECT_FLOAT_EQ(half.depth_of_field.f_number, 2.0f * effects.depth_of_field.f_number);
  EXPECT_EQ(half.grade, (Effects::Grade{0.5f, 1.5f, 0.5f, -0.5f}));
}

}  // namespace
}  // namespace mmd
