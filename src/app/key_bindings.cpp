#include "app/key_bindings.h"

#include "app/viewer.h"

namespace mmd {
namespace {

template <View view>
void show_view(Viewer& viewer) {
  viewer.set_view(view);
}

constexpr KeyBinding table[] = {
    {SDLK_1, false, "1", "the whole model, from the front", show_view<View::fit>},
    {SDLK_2, false, "2", "MikuMikuDance's start camera", show_view<View::mmd>},
    {SDLK_3, false, "3", "from the front", show_view<View::front>},
    {SDLK_4, false, "4", "from the back", show_view<View::back>},
    {SDLK_5, false, "5", "the model's left side", show_view<View::left>},
    {SDLK_6, false, "6", "the model's right side", show_view<View::right>},
    {SDLK_7, false, "7", "from above", show_view<View::top>},
    {SDLK_8, false, "8", "three-quarter view", show_view<View::three_quarter>},
    {SDLK_9, false, "9", "the face; again: head and shoulders", [](Viewer& v) { v.toggle_face_and_bust(); }},
    {SDLK_r, false, "R", "the camera as at the start", [](Viewer& v) { v.reset_camera(); }},
    {SDLK_RIGHT, true, "Right", "next pose of the pose's folder", [](Viewer& v) { v.step_pose(1); }},
    {SDLK_LEFT, true, "Left", "previous pose of the pose's folder", [](Viewer& v) { v.step_pose(-1); }},
    {SDLK_SPACE, false, "Space", "play the motion, pause", [](Viewer& v) { v.toggle_playing(); }},
    {SDLK_PERIOD, true, ".", "one frame forward", [](Viewer& v) { v.step_frame(1); }},
    {SDLK_COMMA, true, ",", "one frame back", [](Viewer& v) { v.step_frame(-1); }},
    {SDLK_HOME, false, "Home", "to the start of the motion", [](Viewer& v) { v.go_to_start(); }},
    {SDLK_END, false, "End", "to the end of the motion", [](Viewer& v) { v.go_to_end(); }},
    {SDLK_l, false, "L", "repeat the motion, or stop at its end", [](Viewer& v) { v.toggle_repeat(); }},
    {SDLK_k, false, "K", "follow the motion's camera, or not", [](Viewer& v) { v.toggle_motion_camera(); }},
    {SDLK_p, false, "P", "rest pose and back", [](Viewer& v) { v.toggle_rest_pose(); }},
    {SDLK_a, false, "A", "append parents (D-bones, twist, eyes) on and off",
     [](Viewer& v) { v.toggle_append(); }},
    {SDLK_i, false, "I", "inverse kinematics on and off", [](Viewer& v) { v.toggle_ik(); }},
    {SDLK_e, false, "E", "edges on and off", [](Viewer& v) { v.toggle_edges(); }},
    {SDLK_b, false, "B",
     "bones over the mesh: those that one moves, all, none; the one under the pointer is named",
     [](Viewer& v) { v.toggle_bones(); }},
    {SDLK_n, false, "N", "names of the bones on and off", [](Viewer& v) { v.toggle_bone_names(); }},
    {SDLK_c, false, "C", "compare with append off: side by side, wipe, heat map, off",
     [](Viewer& v) { v.cycle_compare(); }},
    {SDLK_TAB, false, "Tab", "camera, light, picture and comparison in a panel",
     [](Viewer& v) { v.toggle_scene_panel(); }},
    {SDLK_m, false, "M", "morphs in a panel", [](Viewer& v) { v.toggle_morph_panel(); }},
    {SDLK_F12, false, "F12", "save the picture into the current folder", [](Viewer& v) { v.save_picture(); }},
    {SDLK_h, false, "H", "these keys", [](Viewer& v) { v.toggle_help(); }},
    {SDLK_ESCAPE, false, "Escape", "close the help; cancel loading; close panels; end the comparison; quit",
     [](Viewer& v) { v.escape(); }},
    {SDLK_q, false, "Q", "quit", [](Viewer& v) { v.quit(); }},
};

/// Digits count by their place (French keyboards have them shifted) and on the keypad.
SDL_Keycode key_of(const SDL_Keysym& pressed) {
  if (pressed.scancode >= SDL_SCANCODE_1 && pressed.scancode <= SDL_SCANCODE_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_1);
  if (pressed.scancode >= SDL_SCANCODE_KP_1 && pressed.scancode <= SDL_SCANCODE_KP_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_KP_1);
  return pressed.sym;
}

}  // namespace

std::span<const KeyBinding> key_bindings() {
  return table;
}

const KeyBinding* binding_of(const SDL_Keysym& pressed) {
  if ((pressed.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0) return nullptr;
  const SDL_Keycode key = key_of(pressed);
  for (const KeyBinding& row : table) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

}  // namespace mmd
