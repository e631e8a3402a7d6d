#include <algorithm>

#include <gmock/gmock.h>

#include "app/actions/action_table.h"

namespace mmd {
namespace {

using testing::Contains;
using testing::IsEmpty;

std::vector<ActionId> ids(const std::vector<const ActionRow*>& rows) {
  std::vector<ActionId> out;
  for (const ActionRow* row : rows) out.push_back(row->id);
  return out;
}

TEST(Palette, HasEveryActionOfTheMenus) {
  const auto menus = std::count_if(action_table().begin(), action_table().end(),
                                   [](const ActionRow& row) { return row.menu != Menu::nowhere; });
  EXPECT_EQ(actions_called("").size(), static_cast<std::size_t>(menus));
}

TEST(Palette, FindsByEitherLanguageByWordsInAnyOrderAndWithoutCase) {
  EXPECT_THAT(ids(actions_called("EDGES")), Contains(ActionId::toggle_edges));
  EXPECT_THAT(ids(actions_called("輪郭線")), Contains(ActionId::toggle_edges));
  EXPECT_THAT(ids(actions_called("toggle-edges")), Contains(ActionId::toggle_edges));
  EXPECT_THAT(ids(actions_called("frame next")), testing::ElementsAre(ActionId::next_frame));
  EXPECT_THAT(actions_called("no such thing"), IsEmpty());
}

TEST(Palette, StepsAroundAndStaysWithinWhatIsFound) {
  Palette palette;
  palette.search = "frame";
  const std::size_t count = palette.found().size();
  ASSERT_GT(count, 2u);
  palette.step(-1);
  EXPECT_EQ(palette.chosen(), count - 1);
  palette.search = "frame next";
  EXPECT_EQ(palette.chosen(), 0u);
  palette.search = "no such thing";
  palette.step(1);
  EXPECT_EQ(palette.chosen(), 0u);
  palette.clear();
  EXPECT_EQ(palette.search, "");
}

}  // namespace
}  // namespace mmd
