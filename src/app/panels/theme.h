#pragma once

#include <cstdint>

#include "base/diagnostic.h"

struct ImGuiStyle;

namespace mmd {

/// The colours of panels and menus.
enum class Theme : std::uint8_t { dark, light };

/// What a text is to its reader.
enum class Tone : std::uint8_t { normal, quiet, accent, warning, error };

/// What is wrong stands out.
Tone tone_of(Severity severity);

/// 0xAABBGGRR, as ImGui has it.
std::uint32_t colour_of(Tone tone, Theme theme);
/// What is behind the panels' text, to judge contrast by.
std::uint32_t panel_colour(Theme theme);

/// Colours, roundings and distances. `scale`: by how much all lengths are larger than on a screen of 96 dots
/// per inch, in the window's points.
void apply_theme(ImGuiStyle& style, Theme theme, float scale);

}  // namespace mmd
