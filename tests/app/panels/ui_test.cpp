#include "app/panels/ui.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <gmock/gmock.h>
#include <imgui.h>

#include "app/panels/theme.h"

namespace mmd {
namespace {

class UiTest : public testing::Test {
 protected:
  UiTest() {
    Options options;
    options.size = PictureSize{128, 128};
    auto opened = Window::open(options);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    window = std::move(*opened);
  }
  static void draw(Ui& ui, const char* text) {
    ui.draw([&] {
      ImGui::Begin("panel");
      ui.text(text);
      ImGui::End();
    });
  }
  std::unique_ptr<Window> window;
};

TEST_F(UiTest, LoadsTheCharactersOfTheText) {
  auto font = choose_font(system_fonts());
  ASSERT_TRUE(font);
  ASSERT_TRUE(font->japanese) << "scripts/setup.sh installs one";
  Ui ui(*window, std::move(font));
  draw(ui, "bone");
  EXPECT_EQ(ImGui::GetFont()->FindGlyphNoFallback(0x9aa8), nullptr);
  draw(ui, "右足の骨");
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback(0x9aa8), nullptr);
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback('b'), nullptr);
}

TEST_F(UiTest, TakesMissingCharactersFromAnotherFont) {
  std::vector<std::u32string> asked;
  Ui ui(*window, std::nullopt, [&](std::span<const char32_t> characters) {
    asked.emplace_back(characters.begin(), characters.end());
    return font_with(characters, system_fonts_with(characters));
  });
  draw(ui, "bone 骨");
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback(0x9aa8), nullptr);
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback('b'), nullptr);
  EXPECT_FALSE(ui.take_unshown());
  EXPECT_EQ(asked.size(), 1u);
  for (int i = 0; i < 2; ++i) draw(ui, "\xef\xb7\x90");  // never a character
  EXPECT_EQ(asked.size(), 2u) << "once";
  EXPECT_TRUE(ui.take_unshown());
  EXPECT_FALSE(ui.take_unshown());
}

TEST_F(UiTest, SurvivesInvalidUtf8) {
  Ui ui(*window, std::nullopt);
  for (const char* text : {"\x83\xff\xe3\x81", ""}) draw(ui, text);
  EXPECT_FALSE(ui.wants_text());
}

TEST_F(UiTest, TakesThePointerFromItsEvents) {
  Ui ui(*window, std::nullopt);
  SDL_WarpMouseInWindow(window->handle(), 100, 100);
  for (int i = 0; i < 10000 && SDL_GetMouseFocus() != window->handle(); ++i) SDL_PumpEvents();
  ASSERT_EQ(SDL_GetMouseFocus(), window->handle());
  // A display may move the window without an event: its point (30, 40) is at (100, 100) then.
  SDL_Event event{};
  event.type = SDL_MOUSEMOTION;
  event.motion.windowID = SDL_GetWindowID(window->handle());
  event.motion.x = 30;
  event.motion.y = 40;
  ui.handle(event);
  ImVec2 seen;
  ui.draw([&] { seen = ImGui::GetIO().MousePos; });
  EXPECT_EQ(seen.x, 30.0f);
  EXPECT_EQ(seen.y, 40.0f);
}

TEST_F(UiTest, ShowsNamesWithHashesWhole) {
  Ui ui(*window, std::nullopt);
  for (const char* name : {"a##b", "a###b", "##", "####", "a#b", ""}) {
    const std::string label = ui.name_label(name);
    EXPECT_EQ(label.find("##"), std::string::npos) << name << " would be cut there";
  }
  EXPECT_STREQ(ui.name_label("a##b"), "a#＃b");
  EXPECT_STREQ(ui.name_label("a#b"), "a#b");
}

/// Breaks a text into lines of so many bytes, between characters.
std::string lines_of(std::size_t bytes, std::string_view text) {
  return with_line_breaks(text, [=](std::string_view rest) {
    std::size_t end = std::min(bytes, rest.size());
    while (end < rest.size() && end > 1 && (static_cast<unsigned char>(rest[end]) & 0xc0u) == 0x80u) --end;
    return end;
  });
}

TEST(LineBreaks, FollowTheRulesOfBothLanguages) {
  const std::tuple<std::size_t, const char*, const char*> cases[] = {
      {9, "one two three", "one two \nthree"},
      {9, "ああああ", "あああ\nあ"},
      {100, "short", "short"},
      {5, "", ""},
      // Not before closing marks, not after opening ones.
      {9, "あああ。い", "ああ\nあ。い"},
      {9, "あああ」。い", "ああ\nあ」。\nい"},
      {9, "モデルー", "モデ\nルー"},
      {9, "ああ（.vpd）", "ああ\n（.vpd\n）"},
      {12, "あああ「い", "あああ\n「い"},
      // Not within numbers and file names.
      {8, "0.25 0.9548", "0.25 \n0.9548"},
      {12, "pose on figure.pmx", "pose on \nfigure.pmx"},
      // Anywhere in a word longer than a line.
      {4, "abcdefghij", "abcd\nefgh\nij"},
      {3, "。。。", "。\n。\n。"},
      // Line breaks of the text stay.
      {5, "a\n\nlonger text\n", "a\n\nlonge\nr \ntext\n"}};
  for (const auto& [bytes, text, lines] : cases) EXPECT_EQ(lines_of(bytes, text), lines) << text;
}

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

TEST(Theme, TextContrastMeetsTheGuidelines) {
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const Tone tone : {Tone::normal, Tone::quiet, Tone::accent, Tone::warning, Tone::error})
      EXPECT_GE(contrast(colour_of(tone, theme), panel_colour(theme)), 4.5)
          << static_cast<int>(theme) << " " << static_cast<int>(tone);
}

TEST(Theme, TextContrastMeetsTheGuidelinesOnHighlightedRows) {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    ImGuiStyle style;
    apply_theme(style, theme, 1.0f);
    for (const ImGuiCol_ row : {ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive})
      for (const Tone tone : {Tone::normal, Tone::quiet})
        EXPECT_GE(contrast(colour_of(tone, theme), ImGui::ColorConvertFloat4ToU32(style.Colors[row])), 4.5)
            << static_cast<int>(theme) << " " << static_cast<int>(tone) << " "
            << ImGui::GetStyleColorName(row);
    EXPECT_GE(contrast(colour_of(Tone::normal, theme),
                       ImGui::ColorConvertFloat4ToU32(style.Colors[ImGuiCol_TabHovered])),
              4.5)
        << static_cast<int>(theme);
  }
}

}  // namespace
}  // namespace mmd
