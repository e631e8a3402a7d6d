#include "app/actions/action_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "app/actions/action_rows.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::Contains;
using testing::IsEmpty;

TEST(ActionTable, HasEachKeyOnceAndNamesInBothLanguages) {
  std::set<std::pair<SDL_Keycode, Held>> keys;
  ASSERT_EQ(action_table().size(), static_cast<std::size_t>(ActionId::count));
  for (std::size_t i = 0; i < action_table().size(); ++i) {
    const ActionRow& row = action_table()[i];
    ASSERT_EQ(row.id, static_cast<ActionId>(i)) << "no topic has it";
    EXPECT_EQ(&row_of(row.id), &row);
    EXPECT_EQ(row.key.name.empty(), row.key.code == SDLK_UNKNOWN) << row.name.english;
    EXPECT_FALSE(row.name.english.empty() || row.name.japanese.empty()) << row.name.english;
    EXPECT_EQ(row.help.english.empty(), row.help.japanese.empty()) << row.name.english;
    EXPECT_TRUE(row.help.english.empty() || !row.key.name.empty()) << row.name.english;
    EXPECT_NE(row.perform, nullptr) << row.name.english;
    const bool control = row.key.name.starts_with("Ctrl+"), shift = row.key.name.starts_with("Ctrl+Shift+");
    EXPECT_EQ(row.key.held, shift     ? Held::control_shift
                            : control ? Held::control
                                      : Held::nothing)
        << row.key.name;
    using Pressed = std::pair<SDL_Keycode, Held>;
    for (const Pressed& key :
         {Pressed(row.key.code, row.key.held), Pressed(row.key.also, row.key.held_also)}) {
      if (key.first == SDLK_UNKNOWN) continue;
      EXPECT_TRUE(keys.insert(key).second) << row.key.name;
    }
  }
  std::size_t rows = 0;
  for (const auto& topic : action_topics()) rows += topic.size();
  EXPECT_EQ(rows, action_table().size()) << "an action is in two topics";
}

TEST(ActionTable, HasEveryActionInAMenuOrAReason) {
  std::multiset<ActionId> listed;
  for (const MenuRow& menu : menu_table())
    for (const ActionId id : menu.actions()) listed.insert(id);
  for (const ActionRow& row : action_table())
    EXPECT_EQ(listed.count(row.id), row.not_in_menu.empty() ? 1u : 0u) << row.name.english;
}

TEST(MenuTable, HasAtMostFourteenLinesAMenu) {
  for (const MenuRow& menu : menu_table()) {
    const auto lines = std::count_if(menu.items.begin(), menu.items.end(),
                                     [](const MenuItem& item) { return item.kind != MenuItem::Kind::line; });
    EXPECT_LE(lines, 14) << menu.name.english;
    EXPECT_FALSE(menu.name.japanese.empty()) << menu.name.english;
  }
}

TEST(ActionWords, AreEnumeratorsWithDashes) {
  EXPECT_EQ(word_of(ActionId::view_three_quarter), "view-three-quarter");
  EXPECT_EQ(word_of(ActionId::set_dock_sizes), "set-dock-sizes");
  for (const ActionRow& row : action_table()) EXPECT_EQ(action_called(word_of(row.id)), row.id);
  EXPECT_FALSE(action_called("no-such-action"));
}

std::vector<ActionId> ids(const std::vector<const ActionRow*>& rows) {
  std::vector<ActionId> out;
  for (const ActionRow* row : rows) out.push_back(row->id);
  return out;
}

TEST(Palette, FindsWordsOfEitherLanguageInAnyOrderAndCase) {
  EXPECT_THAT(ids(actions_called("EDGES")), Contains(ActionId::toggle_edges));
  EXPECT_THAT(ids(actions_called("輪郭線")), Contains(ActionId::toggle_edges));
  EXPECT_THAT(ids(actions_called("toggle-edges")), Contains(ActionId::toggle_edges));
  EXPECT_THAT(ids(actions_called("bookmark next")), testing::ElementsAre(ActionId::next_camera));
  EXPECT_EQ(actions_called("save pose").front()->id, ActionId::save_pose) << "the name comes first";
  EXPECT_THAT(actions_called("no such thing"), IsEmpty());
  const auto in_menus = std::count_if(action_table().begin(), action_table().end(),
                                      [](const ActionRow& row) { return row.not_in_menu.empty(); });
  EXPECT_EQ(actions_called("").size(), static_cast<std::size_t>(in_menus));
}

TEST(Palette, FindsActionsBySynonymsInBothLanguages) {
  EXPECT_THAT(ids(actions_called("shadow")), Contains(ActionId::toggle_self_shadow));
  EXPECT_THAT(ids(actions_called("影")), Contains(ActionId::toggle_ground_shadow));
  EXPECT_THAT(ids(actions_called("視野角")), Contains(ActionId::toggle_camera_panel));
  EXPECT_THAT(ids(actions_called("初期化")), Contains(ActionId::reset_pose));
  EXPECT_THAT(ids(actions_called("flip")), Contains(ActionId::mirror_pose));
  EXPECT_THAT(ids(actions_called("反転")), Contains(ActionId::paste_mirrored));
  EXPECT_THAT(ids(actions_called("hide bones")), Contains(ActionId::toggle_bones));
  EXPECT_THAT(ids(actions_called("screenshot")), Contains(ActionId::save_picture));
}

TEST(Palette, FindsBonesAndMorphsByRomaji) {
  test::FileBuilder b;
  for (const char* name : {"左腕捩", "左腕", "右腕"}) b.bone(name);
  b.file.bones[1].name_english = b.text("left arm");
  b.square({0, 10, 0}, 1, 0);
  b.material();
  b.morph("まばたき", pmx::MorphType::vertex, std::vector<pmx::VertexOffset>{{0, vec3(0, 1, 0)}});
  const auto model = b.model();
  Palette palette;
  palette.search = "hidari ude";
  const auto bones = palette.found(model.get());
  ASSERT_EQ(bones.size(), 2u);
  EXPECT_EQ(bones[0].name, "左腕  left arm") << "the shorter name first";
  EXPECT_EQ(bones[1].name, "左腕捩");
  EXPECT_EQ(bones[0].action.id, ActionId::select_bone);
  EXPECT_EQ(std::get<std::int32_t>(bones[0].action.value), 1);
  palette.search = "mabataki";
  const auto morphs = palette.found(model.get());
  ASSERT_EQ(morphs.size(), 1u);
  EXPECT_EQ(morphs[0].action.id, ActionId::show_morph);
  palette.search.clear();
  EXPECT_EQ(palette.found(model.get()).size(), actions_called("").size()) << "no search, no bones";
}

TEST(Palette, MovesWithinTheResultsAndWraps) {
  Palette palette;
  palette.search = "frame";
  const std::size_t count = palette.found(nullptr).size();
  ASSERT_GT(count, 2u);
  palette.step(-1, count);
  EXPECT_EQ(palette.chosen(count), count - 1);
  EXPECT_EQ(palette.chosen(1), 0u);
  palette.step(1, 0);
  EXPECT_EQ(palette.chosen(0), 0u);
  palette.clear();
  EXPECT_EQ(palette.search, "");
}

}  // namespace
}  // namespace mmd
