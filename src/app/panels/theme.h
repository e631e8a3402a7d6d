#pragma once

#include <cstdint>

#include "app/actions/panel_state.h"
#include "base/diagnostic.h"

struct ImGuiStyle;

namespace mmd {

/// Roles of a text.
enum class Tone : std::uint8_t { normal, quiet, accent, warning, error };

/// Tone of a message by its severity.
Tone tone_of(Severity severity);

/// 0xAABBGGRR, ImGui's format.
std::uint32_t colour_of(Tone tone, Theme theme);
/// Background of the panels' text, for contrast.
std::uint32_t panel_colour(Theme theme);

/// Sets colours, roundings and distances. `scale`: of all lengths, relative to 96 dots per inch.
void apply_theme(ImGuiStyle& style, Theme theme, float scale);

}  // namespace mmd
