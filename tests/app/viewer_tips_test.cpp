// Tooltips of the window.
#include "tests/app/panel_items.h"

namespace mmd::test {
namespace {

bool overlap(const Room& a, const Room& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

class ViewerTips : public PanelItems {
 protected:
  ViewerTips() : PanelItems(PictureSize{1200, 900}) { shows_bars = true; }
  bool shown() { return viewer->ui().tip_room().width() > 0.0f; }
  void rest_on(const Tip& tip) {
    point(static_cast<int>(tip.item.middle().x), static_cast<int>(tip.item.middle().y));
    pass(0.6);
  }
  /// The dock of a window of panels; Dock::count if it is none.
  static Dock dock_at(const Room& window) {
    if (window.width() > 1100.0f)
      return window.bottom > 850.0f && window.top > 400.0f ? Dock::bottom : Dock::count;
    return window.left < 1.0f ? Dock::left : window.right > 1199.0f ? Dock::right : Dock::count;
  }
  void begin_in(Language language) {
    ViewerSetup setup;
    setup.panels.language = language;
    constexpr char32_t sample[] = {U'骨'};
    setup.font = font_with(sample, system_fonts_with(sample));
    if (setup.font) setup.font->japanese = true;
    begin({model_name, pose_name, write_motion("dance.vmd", rising_arm())}, {}, std::move(setup));
    ask({ActionId::select_bone, std::int32_t{0}});
    add(write_other());
    ASSERT_EQ(viewer->panels().language, language);
  }
};

TEST_F(ViewerTips, WaitHalfASecondAndLeaveWithThePointer) {
  begin({model_name});
  press(SDLK_m);
  point(600, 450);
  const Tip button = tab(Panel::bones);
  point(static_cast<int>(button.item.middle().x), static_cast<int>(button.item.middle().y));
  pass(0.4);
  EXPECT_FALSE(shown());
  pass(0.2);
  EXPECT_TRUE(shown());
  point(600, 450);
  EXPECT_FALSE(shown());
  rest_on(button);
  EXPECT_TRUE(shown());
  viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, static_cast<int>(button.item.middle().x),
                             static_cast<int>(button.item.middle().y)));
  viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, static_cast<int>(button.item.middle().x),
                             static_cast<int>(button.item.middle().y)));
  viewer->run_once(0);
  EXPECT_FALSE(shown()) << "while something is done";
}

TEST_F(ViewerTips, NameNoOptionsOfTheCommandLine) {
  for (const Language language : {Language::english, Language::japanese}) {
    begin_in(language);
    std::size_t seen = 0;
    for (const PanelRow& row : panel_table()) {
      ask({ActionId::show_panel, static_cast<std::int32_t>(row.panel)});
      for (const char* section : {"Saved pictures", "Comparison", "Picture", "Physics"})
        open_section(section);
      for (const Tip& tip : items()) {
        ++seen;
        EXPECT_FALSE(tip.lines.front().empty());
        for (const std::string& line : tip.lines) EXPECT_THAT(line, Not(HasSubstr("--")));
      }
    }
    EXPECT_GT(seen, 200u);
  }
}

TEST_F(ViewerTips, CoverNothingOfTheirPanel) {
  for (const Language language : {Language::english, Language::japanese}) {
    begin_in(language);
    for (const PanelRow& row : panel_table()) {
      ask({ActionId::show_panel, static_cast<std::int32_t>(row.panel)});
      std::size_t seen = 0;
      for (const Tip& tip : items()) {
        const bool visible = tip.item.top > tip.panel.top && tip.item.bottom < tip.panel.bottom;
        // Tabs and buttons of other docks are the same in each round.
        const bool own = overlap(tip.item, tip.panel) && dock_of(row.panel) == dock_at(tip.panel);
        if (!visible || !own || ++seen % 3 != 1) continue;
        rest_on(tip);
        if (!shown()) continue;  // greyed
        EXPECT_FALSE(overlap(viewer->ui().tip_room(), tip.panel)) << tip.lines.front();
        EXPECT_GE(viewer->ui().tip_room().left, 0.0f) << tip.lines.front();
        EXPECT_LE(viewer->ui().tip_room().right, 1200.0f) << tip.lines.front();
      }
      EXPECT_GT(seen, 3u) << row.name.english;
    }
  }
}

TEST_F(ViewerTips, OfBonesLeaveTheHandlesFree) {
  begin({model_name, pose_name});
  ask({ActionId::toggle_bones});
  ask({ActionId::select_bone, std::int32_t{0}});
  const vec2 joint = place(0);
  mouse(SDL_MOUSEMOTION, joint);
  EXPECT_FALSE(shown());
  pass(0.6);
  ASSERT_TRUE(shown());
  const Room handles = gizmo_room(viewer->parts());
  EXPECT_GT(handles.width(), 50.0f);
  EXPECT_FALSE(overlap(viewer->ui().tip_room(), handles));
  mouse(SDL_MOUSEMOTION, vec2(5.0f, 300.0f));
  EXPECT_FALSE(shown());
}

TEST(PlaceTip, IsBesideThePanelOrTheItem) {
  const Room screen{0.0f, 0.0f, 1000.0f, 600.0f};
  const vec2 size(200.0f, 80.0f);
  const Room panels[] = {{0.0f, 50.0f, 250.0f, 500.0f},   {750.0f, 50.0f, 1000.0f, 500.0f},
                         {0.0f, 450.0f, 1000.0f, 580.0f}, {0.0f, 20.0f, 1000.0f, 50.0f},
                         {0.0f, 580.0f, 1000.0f, 600.0f}, {300.0f, 200.0f, 700.0f, 400.0f}};
  for (const Room& panel : panels)
    for (float x = panel.left; x < panel.right - 10.0f; x += 50.0f)
      for (float y = panel.top; y < panel.bottom - 10.0f; y += 25.0f) {
        const Room tip = place_tip({x, y, x + 40.0f, y + 15.0f}, panel, size, screen, 4.0f);
        EXPECT_FALSE(overlap(tip, panel)) << x << ' ' << y;
        EXPECT_TRUE(tip.left >= 0.0f && tip.top >= 0.0f && tip.right <= 1000.0f && tip.bottom <= 600.0f);
      }
  // No space around the panel: the item stays free.
  for (float y = 0.0f; y < 580.0f; y += 20.0f) {
    const Room item{400.0f, y, 500.0f, y + 20.0f};
    EXPECT_FALSE(overlap(place_tip(item, screen, size, screen, 4.0f), item));
  }
}

}  // namespace
}  // namespace mmd::test
