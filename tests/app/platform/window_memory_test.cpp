#include <random>

#include <gtest/gtest.h>

#include "app/panels/panel_table.h"
#include "app/platform/window_state.h"

namespace mmd {
namespace {

TEST(WindowMemory, WhatIsKeptComesBack) {
  std::mt19937 random(3);
  const auto any = [&](int high) { return std::uniform_int_distribution(0, high)(random); };
  for (int i = 0; i < 100; ++i) {
    PanelState panels;
    for (int j = 0; j < 6; ++j) {
      const PanelRow& row = panel_table()[static_cast<std::size_t>(any(100)) % panel_table().size()];
      panels.show(row.panel, any(2) > 0);
    }
    panels.show(Panel::menu_bar, any(1) > 0);
    DockSizes sizes;
    for (float& size : sizes.size) size = least_dock_size + static_cast<float>(any(50));
    panels.set_dock_sizes(sizes);
    panels.set_language(any(1) > 0 ? Language::japanese : Language::english);
    panels.set_theme(any(1) > 0 ? Theme::light : Theme::dark);
    panels.set_ui_scale(1.0f + 0.25f * static_cast<float>(any(4)));
    const Extent size{100 + any(3000), 100 + any(2000)};

    const WindowMemory back = recall(memory_text(panels, size), PanelState());
    EXPECT_EQ(memory_text(back.panels, size), memory_text(panels, size));
    ASSERT_TRUE(back.size);
    EXPECT_EQ(back.size->width, size.width);
    EXPECT_EQ(back.size->height, size.height);
    for (const Dock dock : {Dock::left, Dock::right, Dock::bottom})
      EXPECT_EQ(front_panel(back.panels, dock), front_panel(panels, dock));
  }
}

TEST(WindowMemory, OfWhatMakesNoSenseItTakesWhatIsUsual) {
  PanelState usual;
  usual.set_language(Language::japanese);
  for (const char* text : {"", "{", "[]", "null", "{\"open\": 3}", "{\"open\": [3, \"no-such-panel\"]}",
                           "{\"left\": 1e30}", "{\"left\": \"wide\"}", "{\"scale\": -1, \"theme\": 5}",
                           "{\"width\": 1e9, \"height\": 10}", "{\"language\": null, \"menus\": \"yes\"}"}) {
    const WindowMemory back = recall(text, usual);
    EXPECT_EQ(memory_text(back.panels, {}), memory_text(usual, {})) << text;
    EXPECT_FALSE(back.size) << text;
  }
}

TEST(WindowMemory, OfATextThatIsCutAnywhereNothingBadComes) {
  const std::string whole = memory_text(PanelState(), {800, 600});
  for (std::size_t length = 0; length < whole.size(); ++length) recall(whole.substr(0, length), PanelState());
}

}  // namespace
}  // namespace mmd
