#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>  // the windows of panels

#include "app/panels/panels.h"
#include "app/panels/ui.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {

/// A window whose panels' items are found by their tooltips.
class PanelItems : public ViewerFixture {
 protected:
  explicit PanelItems(const PictureSize& size) : ViewerFixture(size) {}

  /// Draws once more and returns all items with a tooltip, visible or not.
  std::vector<Tip> items() {
    std::vector<Tip> out;
    viewer->ui().watch_tips([&](const Tip& tip) { out.push_back(tip); });
    SDL_Event resized{};
    resized.type = SDL_WINDOWEVENT;
    resized.window.event = SDL_WINDOWEVENT_SIZE_CHANGED;
    viewer->handle(resized);
    do {
      out.clear();
      viewer->run_once(0);
    } while (viewer->wants_frame());
    viewer->ui().watch_tips({});
    return out;
  }
  /// The item whose tooltip begins with that text.
  Tip item(std::string_view text) {
    for (const Tip& tip : items())
      if (tip.lines.front().starts_with(text)) return tip;
    ADD_FAILURE() << "no item \"" << text << "\"";
    return {};
  }
  Tip item(const ui_strings::Control& control) { return item(control.tip.english); }
  /// The tab of a panel of an open dock.
  Tip tab(Panel panel) { return item(help_with_key(row_of(row_of(panel)->toggle), viewer->parts())); }
  void click_on(const Tip& tip) {
    click_panel(static_cast<int>(tip.item.middle().x), static_cast<int>(tip.item.middle().y));
  }
  void point_at(const Tip& tip) {
    point(static_cast<int>(tip.item.middle().x), static_cast<int>(tip.item.middle().y));
  }
  /// The colour of an item's box in the last frame, as ImGui packs it.
  static std::uint32_t box_colour(const Tip& tip) {
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i)
      for (const ImDrawVert& v : data.CmdLists[i]->VtxBuffer) {
        const bool inside = v.pos.x > tip.item.left && v.pos.x < tip.item.right && v.pos.y > tip.item.top &&
                            v.pos.y < tip.item.bottom;
        if (inside && (v.col & IM_COL32_A_MASK) == IM_COL32_A_MASK) return v.col;
      }
    return 0;
  }
  /// Opens a section of a panel.
  void open_section(std::string_view name) {
    const std::string id = "###" + std::string(name);
    for (ImGuiWindow* panel : ImGui::GetCurrentContext()->Windows)
      panel->StateStorage.SetInt(panel->GetID(id.c_str()), 1);
    static_cast<void>(items());
  }
};

}  // namespace mmd::test
