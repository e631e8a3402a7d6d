#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"

namespace mmd {
namespace {

constexpr std::array<bool, dock_count> none_open{}, all_open{true, true, true};

TEST(Docks, LeaveTheRestToThePicture) {
  const Room whole{0.0f, 20.0f, 1280.0f, 800.0f};
  EXPECT_EQ(plan_docks(whole, 17.0f, {}, none_open, 0.0f).picture, whole);
  const Room between_tabs{30.0f, 20.0f, 1250.0f, 770.0f};
  EXPECT_EQ(plan_docks(whole, 17.0f, {}, none_open, 30.0f).picture, between_tabs);
  const DockPlan plan = plan_docks(whole, 17.0f, {}, all_open, 30.0f);
  EXPECT_EQ(plan.of(Dock::left).right, plan.picture.left);
  EXPECT_EQ(plan.of(Dock::right).left, plan.picture.right);
  EXPECT_EQ(plan.of(Dock::bottom).top, plan.picture.bottom);
  EXPECT_EQ(plan.of(Dock::bottom).width(), whole.width());
  EXPECT_FLOAT_EQ(plan.of(Dock::left).width(), 17.0f * 17.0f);
}

TEST(Docks, LeaveThePictureAMinimumShare) {
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    const auto any = [&](int low, int high) {
      return static_cast<float>(std::uniform_int_distribution(low, high)(random));
    };
    const Room whole{0.0f, any(0, 60), any(80, 5000), any(100, 3000)};
    DockSizes wanted;
    for (float& size : wanted.size) size = any(8, 80);
    std::array<bool, dock_count> open{};
    for (bool& one : open) one = any(0, 1) > 0.5f;
    const Room picture = plan_docks(whole, any(8, 60), wanted, open, any(0, 120)).picture;
    EXPECT_GE(picture.width(), 0.5f * whole.width());
    EXPECT_GE(picture.height(), 0.57f * whole.height());
  }
}

TEST(Docks, AreResizedWithinLimits) {
  const Room whole{0.0f, 20.0f, 1000.0f, 700.0f};
  EXPECT_FLOAT_EQ(dragged_dock_size(Dock::left, whole, 10.0f, vec2(150, 0)), 15.0f);
  EXPECT_FLOAT_EQ(dragged_dock_size(Dock::right, whole, 10.0f, vec2(850, 0)), 15.0f);
  EXPECT_FLOAT_EQ(dragged_dock_size(Dock::bottom, whole, 10.0f, vec2(0, 600)), 10.0f);
  EXPECT_FLOAT_EQ(dragged_dock_size(Dock::left, whole, 10.0f, vec2(-50, 0)), min_dock_size);
  EXPECT_FLOAT_EQ(dragged_dock_size(Dock::left, whole, 10.0f, vec2(5000, 0)), largest_dock_size);
}

TEST(PanelTable, HasEachPanelOnceWithNamesAndItsAction) {
  std::vector<Panel> panels;
  std::vector<ActionId> toggles;
  for (const PanelRow& row : panel_table()) {
    EXPECT_EQ(std::count(panels.begin(), panels.end(), row.panel), 0);
    EXPECT_EQ(std::count(toggles.begin(), toggles.end(), row.toggle), 0);
    panels.push_back(row.panel);
    toggles.push_back(row.toggle);
    EXPECT_FALSE(row.name.english.empty() || row.name.japanese.empty());
    EXPECT_EQ(row_of(row.panel), &row);
  }
  EXPECT_EQ(row_of(Panel::help), nullptr);
}

TEST(PanelTable, ShowsThePanelOpenedLastInADock) {
  PanelState panels;
  EXPECT_EQ(open_docks(panels), none_open);
  for (const PanelRow& first : panel_table()) {
    for (const PanelRow& second : panel_table()) {
      panels.show(first.panel, true);
      panels.show(second.panel, true);
      EXPECT_EQ(panels.front(dock_of(second.panel)), second.panel);
      panels.show(first.panel, false);
      EXPECT_EQ(panels.shown(second.panel), first.panel != second.panel);
      panels.show(second.panel, false);
      EXPECT_EQ(open_docks(panels), none_open);
    }
  }
}

TEST(PanelState, ShowsNothingBesideThePictureAloneAndAllOfItAgain) {
  PanelState panels;
  panels.show(Panel::bones, true);
  panels.show_picture_alone(true);
  for (const Panel panel :
       {Panel::menu_bar, Panel::tool_bar, Panel::status_bar, Panel::dock_tabs, Panel::bones})
    EXPECT_FALSE(panels.shown(panel));
  panels.show(Panel::help, true);
  EXPECT_TRUE(panels.shown(Panel::help));
  panels.show_picture_alone(false);
  EXPECT_TRUE(panels.shown(Panel::bones));
  panels.show_picture_alone(true);
  panels.show(Panel::light, true);
  EXPECT_TRUE(panels.shown(Panel::light)) << "asked for";
  EXPECT_TRUE(panels.shown(Panel::menu_bar));
}

TEST(ThreeFields, HaveTheNameBesideThemIfTheDigitsFit) {
  const ThreeFields wide = plan_three_fields(200.0f, 300.0f, 60.0f, 4.0f);
  EXPECT_TRUE(wide.name_beside);
  EXPECT_EQ(wide.width, 200.0f);
  EXPECT_TRUE(plan_three_fields(188.0f, 300.0f, 60.0f, 4.0f).name_beside);
  const ThreeFields narrow = plan_three_fields(187.0f, 230.0f, 60.0f, 4.0f);
  EXPECT_FALSE(narrow.name_beside) << "the digits would be cut";
  EXPECT_EQ(narrow.width, 230.0f);
}

}  // namespace
}  // namespace mmd
