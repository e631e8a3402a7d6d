#include "scene/effect_words.h"

#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(EffectWords, AreReadAsTheyAreWritten) {
  for (const EffectPreset& preset : effect_presets()) {
    Effects back;
    for (const EffectWords& effect : effect_words()) {
      const auto text = effect.write(preset.effects);
      if (text) {
        EXPECT_EQ(effect.read(back, *text), "") << effect.name << " " << *text;
      }
      EXPECT_EQ(effect.write(back), text) << effect.name;
    }
    EXPECT_EQ(back.any(), preset.effects.any()) << preset.name;
    EXPECT_EQ(back.depth_of_field, preset.effects.depth_of_field) << preset.name;
    EXPECT_EQ(back.glow, preset.effects.glow) << preset.name;
  }
}

TEST(EffectWords, AreFoundByTheNameOfTheirOption) {
  for (const EffectWords& effect : effect_words()) {
    EXPECT_EQ(effect_called(effect.name), &effect);
    EXPECT_EQ(effect.write(Effects()), std::nullopt) << effect.name << " is off at first";
  }
  EXPECT_EQ(effect_called("preset"), nullptr);
}

TEST(EffectWords, APresetReplacesAllEffects) {
  Effects effects;
  effects.fog = {true, vec3(1.0f), 1.0f, 2.0f};
  EXPECT_NE(read_preset(effects, "fancy"), "");
  EXPECT_TRUE(effects.fog.on);
  EXPECT_EQ(read_preset(effects, "soft"), "");
  EXPECT_FALSE(effects.fog.on);
  EXPECT_TRUE(effects.any());
}

}  // namespace
}  // namespace mmd
