#include "app/panels/theme.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <imgui.h>

namespace mmd {
namespace {

/// Relative luminance of a colour without alpha (Web Content Accessibility Guidelines 2.1).
double luminance(std::uint32_t colour) {
  const auto channel = [&](int shift) {
    const double c = ((colour >> shift) & 255) / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(16);
}

double contrast(std::uint32_t a, std::uint32_t b) {
  const double one = luminance(a), other = luminance(b);
  const double low = std::min(one, other), high = std::max(one, other);
  return (high + 0.05) / (low + 0.05);
}

TEST(Theme, EveryTextStandsOutFromThePanelAsTheGuidelinesAsk) {
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const Tone tone : {Tone::normal, Tone::quiet, Tone::accent, Tone::warning, Tone::error})
      EXPECT_GE(contrast(colour_of(tone, theme), panel_colour(theme)), 4.5)
          << static_cast<int>(theme) << " " << static_cast<int>(tone);
}

TEST(Theme, TextsOfAListStandOutFromTheRowUnderThePointerToo) {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    ImGuiStyle style;
    apply_theme(style, theme, 1.0f);
    for (const ImGuiCol_ row : {ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive})
      for (const Tone tone : {Tone::normal, Tone::quiet})
        EXPECT_GE(contrast(colour_of(tone, theme), ImGui::ColorConvertFloat4ToU32(style.Colors[row])), 4.5)
            << static_cast<int>(theme) << " " << static_cast<int>(tone) << " "
            << ImGui::GetStyleColorName(row);
  }
}

}  // namespace
}  // namespace mmd
