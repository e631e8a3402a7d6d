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

/// Digits count by their place (French keyboards have them shifted) and on the keypad.
SDL_Keycode key_of(const SDL_Keysym& pressed) {
  if (pressed.scancode >= SDL_SCANCODE_1 && pressed.scancode <= SDL_SCANCODE_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_1);
  if (pressed.scancode >= SDL_SCANCODE_KP_1 && pressed.scancode <= SDL_SCANCODE_KP_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_KP_1);
  return pressed.sym;
}

Held held_with(const SDL_Keysym& pressed) {
  if ((pressed.mod & KMOD_CTRL) == 0) return Held::nothing;
  return (pressed.mod & KMOD_SHIFT) != 0 ? Held::control_shift : Held::control;
}

}  // namespace

const ActionRow* row_for_key(const SDL_Keysym& pressed) {
  if ((pressed.mod & (KMOD_ALT | KMOD_GUI)) != 0) return nullptr;
  const SDL_Keycode key = key_of(pressed);
  if (key == SDLK_UNKNOWN) return nullptr;
  const Held held = held_with(pressed);
  for (const ActionRow& row : action_table())
    if (row.key.held == held && (row.key.code == key || row.key.also == key)) return &row;
  return nullptr;
}

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
