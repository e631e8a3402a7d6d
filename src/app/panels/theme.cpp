#include "app/panels/theme.h"

#include <array>
#include <cstddef>
#include <utility>

#include <imgui.h>

namespace mmd {
namespace {

/// Base colours of a theme. The accent is the teal of a well-known pair of pigtails.
struct Colours {
  ImU32 panel, bar, frame, frame_hot, frame_held, line, accent, accent_hot, accent_held;
  ImU32 tab_hot;              ///< a tab or switch that is on, under the pointer; carries text
  ImU32 stripe;               ///< every second row of a list
  ImU32 row_hot;              ///< row under the pointer, which also carries quiet text
  std::array<ImU32, 5> text;  ///< by Tone
};

constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

constexpr Colours dark{rgb(0x23272d),
                       rgb(0x1b1e23),
                       rgb(0x31373f),
                       rgb(0x3b434d),
                       rgb(0x46505c),
                       rgb(0x454d58),
                       rgb(0x1f7f8c),
                       rgb(0x2897a5),
                       rgb(0x33aebd),
                       rgb(0x1a6b76),
                       rgb(0x292e35),
                       rgb(0x16484f),
                       {rgb(0xf0f2f4), rgb(0xa9b2bd), rgb(0x6fd3df), rgb(0xffd678), rgb(0xff9a8f)}};
constexpr Colours light{rgb(0xf3f4f6),
                        rgb(0xe6e8ec),
                        rgb(0xffffff),
                        rgb(0xe9f5f6),
                        rgb(0xd3ecef),
                        rgb(0xb9c0ca),
                        rgb(0x8fd3db),
                        rgb(0x79c7d1),
                        rgb(0x5cb8c4),
                        rgb(0x79c7d1),
                        rgb(0xe9ebef),
                        rgb(0xc4e9ed),
                        {rgb(0x1d2126), rgb(0x5a636e), rgb(0x00646f), rgb(0x7d5200), rgb(0xa81d12)}};

const Colours& colours_of(Theme theme) {
  return theme == Theme::light ? light : dark;
}

}  // namespace

Tone tone_of(Severity severity) {
  return severity == Severity::error     ? Tone::error
         : severity == Severity::warning ? Tone::warning
                                         : Tone::normal;
}

std::uint32_t colour_of(Tone tone, Theme theme) {
  return colours_of(theme).text[static_cast<std::size_t>(tone)];
}

std::uint32_t panel_colour(Theme theme) {
  return colours_of(theme).panel;
}

void apply_theme(ImGuiStyle& style, Theme theme, float scale) {
  const Colours& p = colours_of(theme);
  style = ImGuiStyle();
  if (theme == Theme::light) ImGui::StyleColorsLight(&style);
  const auto normal = colour_of(Tone::normal, theme), quiet = colour_of(Tone::quiet, theme);
  const std::pair<ImGuiCol_, ImU32> colours[] = {
      {ImGuiCol_Text, normal},
      {ImGuiCol_TextDisabled, quiet},
      {ImGuiCol_WindowBg, p.panel},
      {ImGuiCol_PopupBg, p.panel},
      {ImGuiCol_MenuBarBg, p.bar},
      {ImGuiCol_Border, p.line},
      {ImGuiCol_Separator, p.line},
      {ImGuiCol_FrameBg, p.frame},
      {ImGuiCol_FrameBgHovered, p.frame_hot},
      {ImGuiCol_FrameBgActive, p.frame_held},
      {ImGuiCol_Button, p.frame},
      {ImGuiCol_ButtonHovered, p.frame_hot},
      {ImGuiCol_ButtonActive, p.frame_held},
      {ImGuiCol_Header, p.frame_hot},
      {ImGuiCol_HeaderHovered, p.row_hot},
      {ImGuiCol_HeaderActive, p.row_hot},
      {ImGuiCol_Tab, p.bar},
      {ImGuiCol_TabHovered, p.tab_hot},
      {ImGuiCol_TabActive, p.accent},
      {ImGuiCol_SliderGrab, p.accent},
      {ImGuiCol_SliderGrabActive, p.accent_held},
      {ImGuiCol_CheckMark, colour_of(Tone::accent, theme)},
      {ImGuiCol_ScrollbarBg, p.panel},
      {ImGuiCol_ScrollbarGrab, p.line},
      {ImGuiCol_ScrollbarGrabHovered, p.accent_hot},
      {ImGuiCol_ScrollbarGrabActive, p.accent_held},
      {ImGuiCol_PlotHistogram, p.accent},
      {ImGuiCol_NavHighlight, p.accent_held},
      {ImGuiCol_TextSelectedBg, p.accent},
      {ImGuiCol_TableRowBgAlt, p.stripe},
  };
  for (const auto& [where, colour] : colours) style.Colors[where] = ImGui::ColorConvertU32ToFloat4(colour);
  style.WindowRounding = style.PopupRounding = 4.0f;
  style.FrameRounding = style.GrabRounding = 3.0f;
  style.WindowBorderSize = style.PopupBorderSize = 1.0f;
  // Fields and unchecked boxes must stand out from the panel.
  style.FrameBorderSize = 1.0f;
  style.ScaleAllSizes(scale);
}

}  // namespace mmd
