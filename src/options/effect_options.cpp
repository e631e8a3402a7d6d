// The rows of the effects on a finished picture.
#include <cstddef>
#include <utility>

#include "options/option_values.h"
#include "scene/effect_words.h"

namespace mmd {
namespace {

constexpr Text effects = "Effects";

/// The row of the effect of that number in effect_words().
template <std::size_t number>
constexpr OptionRow of_effect(Text option, Text value, Text help, Text usual) {
  return in_scene({effects, option, "", value, help, usual, pictures, 0,
                   [](Options& o, Text text) { return effect_words()[number].read(o.look.effects, text); }},
                  [](const Options& o) {
                    auto text = effect_words()[number].write(o.look.effects);
                    return text ? ShownValues{std::move(*text)} : ShownValues{};
                  });
}

constexpr OptionRow effect_rows[] = {
    {effects, "--preset", "", "NAME", "portrait, stage, soft or line-art; other options change it", "",
     pictures, on_view | on_shot, [](Options& o, Text name) { return read_preset(o.look.effects, name); }},
    of_effect<0>("--depth-of-field", "WHAT[,F]",
                 "sharp at face, BONE or a distance, blurred elsewhere; f-number", "off; F 2"),
    of_effect<1>("--glow", "N[,THRESHOLD[,RADIUS]]",
                 "light around what is bright: strength; from which on; % of height", "off; 0.6,4"),
    of_effect<2>("--occlusion", "N[,RADIUS]", "shade in hollows: strength, MMD units around", "off; 1.2"),
    of_effect<3>("--fog", "RRGGBB,NEAR,FAR", "fade models into a colour from NEAR to FAR units away", "off"),
    of_effect<4>("--rim", "N[,RRGGBB]", "light along borders that face away from the light", "off; ffffff"),
    of_effect<5>("--lines", "N", "how much gives way to lines on white paper, 0 to 1", "0"),
    of_effect<6>("--grade", "EXP,CONTRAST,SAT,TEMP",
                 "exposure (stops), contrast, saturation, temperature (-1 to 1)", "0,1,1,0"),
};

}  // namespace

std::span<const OptionRow> effect_option_rows() {
  return effect_rows;
}

}  // namespace mmd
