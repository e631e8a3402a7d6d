// What is asked of the table of actions.
#include "app/action_table.h"
#include "app/stage.h"

namespace mmd {
namespace {

constexpr MenuRow menus[] = {
    {Menu::file, {"File", "ファイル"}},       {Menu::view, {"View", "表示"}},
    {Menu::camera, {"Camera", "カメラ"}},     {Menu::pose, {"Pose", "ポーズ"}},
    {Menu::motion, {"Motion", "モーション"}}, {Menu::physics, {"Physics", "物理演算"}},
    {Menu::help, {"Help", "ヘルプ"}},
};

}  // namespace

std::span<const MenuRow> menu_table() {
  return menus;
}

bool is_available(const ActionRow& row, const Stage& stage) {
  const bool model = stage.document() != nullptr;
  const bool there[] = {true, model, model, stage.has_motion(), stage.has_motion_camera()};
  return there[static_cast<std::size_t>(row.needs)];
}

std::string_view what_to_do(Needs needs) {
  constexpr std::string_view texts[] = {{},
                                        "No model yet: drop one here",
                                        "Nothing to save yet: drop a model here",
                                        "No motion yet: drop one (.vmd) here",
                                        "There is no camera motion yet: drop one (.vmd) here"};
  return texts[static_cast<std::size_t>(needs)];
}

}  // namespace mmd
