#include "app/panels/ui.h"

#include <gmock/gmock.h>
#include <imgui.h>

namespace mmd {
namespace {

std::unique_ptr<Window> open_window() {
  Options options;
  options.size = PictureSize{128, 128};
  auto window = Window::open(options);
  EXPECT_TRUE(window);
  return window ? std::move(*window) : nullptr;
}

TEST(Ui, TheFontGetsTheCharactersThatAreWritten) {
  const auto window = open_window();
  ASSERT_TRUE(window);
  auto font = choose_font(system_fonts());
  ASSERT_TRUE(font);
  ASSERT_TRUE(font->japanese) << "scripts/setup.sh installs one";
  Ui ui(*window, std::move(font));
  const auto draw = [&](const char* text) {
    ui.draw([&] {
      ImGui::Begin("panel");
      ui.text(text);
      ImGui::End();
    });
  };
  draw("bone");
  EXPECT_EQ(ImGui::GetFont()->FindGlyphNoFallback(0x9aa8), nullptr);
  draw("右足の骨");
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback(0x9aa8), nullptr);
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback('b'), nullptr);
}

TEST(Ui, WhatTheFontLacksComesFromAnother) {
  const auto window = open_window();
  ASSERT_TRUE(window);
  std::vector<std::u32string> asked;
  Ui ui(*window, std::nullopt, [&](std::span<const char32_t> characters) {
    asked.emplace_back(characters.begin(), characters.end());
    return font_with(characters, system_fonts_with(characters));
  });
  const auto draw = [&](const char* text) {
    ui.draw([&] {
      ImGui::Begin("panel");
      ui.text(text);
      ImGui::End();
    });
  };
  draw("bone 骨");
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback(0x9aa8), nullptr);
  EXPECT_NE(ImGui::GetFont()->FindGlyphNoFallback('b'), nullptr);
  EXPECT_FALSE(ui.take_unshown());
  EXPECT_EQ(asked.size(), 1u);
  draw("\xef\xb7\x90");  // no character, for ever
  draw("\xef\xb7\x90");
  EXPECT_EQ(asked.size(), 2u) << "once";
  EXPECT_TRUE(ui.take_unshown());
  EXPECT_FALSE(ui.take_unshown());
}

TEST(Ui, TextThatIsNotUtf8IsSurvived) {
  const auto window = open_window();
  ASSERT_TRUE(window);
  Ui ui(*window, std::nullopt);
  ui.draw([&] {
    ImGui::Begin("panel");
    ui.text("\x83\xff\xe3\x81");
    ui.text("");
    ImGui::End();
  });
  EXPECT_FALSE(ui.wants_text());
}

TEST(Ui, ThePointerIsWhereItsEventsSayWhereverTheWindowIsHeldToBe) {
  const auto window = open_window();
  ASSERT_TRUE(window);
  Ui ui(*window, std::nullopt);
  SDL_WarpMouseInWindow(window->handle(), 100, 100);
  for (int i = 0; i < 10000 && SDL_GetMouseFocus() != window->handle(); ++i) SDL_PumpEvents();
  ASSERT_EQ(SDL_GetMouseFocus(), window->handle());
  // A display may put the window elsewhere without a word: what it has at (30, 40) is at (100, 100) then.
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

TEST(Ui, ANameIsShownWholeWhateverIsInIt) {
  const auto window = open_window();
  ASSERT_TRUE(window);
  Ui ui(*window, std::nullopt);
  for (const char* name : {"a##b", "a###b", "##", "####", "a#b", ""}) {
    const std::string label = ui.name_label(name);
    EXPECT_EQ(label.find("##"), std::string::npos) << name << " would be cut there";
  }
  EXPECT_STREQ(ui.name_label("a##b"), "a#＃b");
  EXPECT_STREQ(ui.name_label("a#b"), "a#b");
}

}  // namespace
}  // namespace mmd
