#include "options/effects_text.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

TEST(EffectsText, IsReadAsItWasWritten) {
  for (const EffectPreset& preset : effect_presets()) {
    const auto back = parse_effects(effects_text(preset.effects));
    ASSERT_TRUE(back) << preset.name;
    EXPECT_TRUE(back->any()) << preset.name;
    EXPECT_EQ(effects_text(*back), effects_text(preset.effects)) << preset.name;
    EXPECT_EQ(back->glow, preset.effects.glow) << preset.name;
    EXPECT_EQ(back->grade, preset.effects.grade) << preset.name;
    EXPECT_EQ(back->depth_of_field, preset.effects.depth_of_field) << preset.name;
  }
  EXPECT_EQ(parse_effects(effects_text({})).value(), Effects());
}

TEST(EffectsText, RefusesOtherJsonAndInvalidValues) {
  for (const char* text : {"", "[]", "{\"glow\": 1}", "{\"glow\": \"bright\"}", "{"})
    EXPECT_FALSE(parse_effects(text)) << text;
}

TEST(EffectsText, LeavesOutUnknownOptions) {
  EXPECT_EQ(parse_effects(R"({"sparkles": "9", "lines": "0.5", "output": "x.png"})").value().lines, 0.5f);
}

}  // namespace
}  // namespace mmd
