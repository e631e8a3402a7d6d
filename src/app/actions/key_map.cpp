#include "app/actions/key_map.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/actions/action_table.h"
#include "base/words.h"

namespace mmd {
namespace {

/// Digits by position (French keyboards have them shifted) and on the keypad.
SDL_Keycode key_of(const SDL_Keysym& pressed) {
  if (pressed.scancode == SDL_SCANCODE_0 || pressed.scancode == SDL_SCANCODE_KP_0) return SDLK_0;
  if (pressed.scancode >= SDL_SCANCODE_1 && pressed.scancode <= SDL_SCANCODE_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_1);
  if (pressed.scancode >= SDL_SCANCODE_KP_1 && pressed.scancode <= SDL_SCANCODE_KP_9)
    return SDLK_1 + (pressed.scancode - SDL_SCANCODE_KP_1);
  return pressed.sym;
}

/// Plus and minus on their own keys, on shifted keys (plus: Shift and = in America, Shift and ; in Japan) and
/// on the keypad. SDLK_UNKNOWN: the key is neither.
SDL_Keycode sign_of(SDL_Keycode key) {
  switch (key) {
    case SDLK_PLUS:
    case SDLK_EQUALS:
    case SDLK_SEMICOLON:
    case SDLK_KP_PLUS:
      return SDLK_PLUS;
    case SDLK_MINUS:
    case SDLK_UNDERSCORE:
    case SDLK_KP_MINUS:
      return SDLK_MINUS;
    default:
      return SDLK_UNKNOWN;
  }
}

Held held_with(const SDL_Keysym& pressed) {
  if ((pressed.mod & KMOD_CTRL) == 0) return Held::nothing;
  return (pressed.mod & KMOD_SHIFT) != 0 ? Held::control_shift : Held::control;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

Diagnostic warning_for(const KeySetting& setting, std::string what, std::string hint) {
  Diagnostic out = make_warning(std::move(what), std::move(hint));
  out.file = setting.file;
  out.line = setting.line;
  return out;
}

/// MikuMikuDance's keys. The keypad's sides and top are unconfirmed.
struct MmdKey {
  ActionId action;
  KeyPress key;
  std::string_view name;
};
constexpr MmdKey mmd_keys[] = {
    {ActionId::toggle_bones, {SDLK_c}, "C"},
    {ActionId::tool_rotate, {SDLK_x}, "X"},
    {ActionId::tool_move, {SDLK_z}, "Z"},
    {ActionId::copy_pose, {SDLK_c, Held::control}, "Ctrl+C"},
    {ActionId::paste_pose, {SDLK_v, Held::control}, "Ctrl+V"},
    {ActionId::view_front, {SDLK_KP_2}, "Keypad 2"},
    {ActionId::view_back, {SDLK_KP_8}, "Keypad 8"},
    {ActionId::view_left, {SDLK_KP_4}, "Keypad 4"},
    {ActionId::view_right, {SDLK_KP_6}, "Keypad 6"},
    {ActionId::view_top, {SDLK_KP_5}, "Keypad 5"},
};

std::vector<std::string> all_words() {
  std::vector<std::string> out;
  for (const ActionRow& row : action_table()) out.emplace_back(word_of(row.id));
  return out;
}

}  // namespace

std::optional<KeyPress> key_called(std::string_view name) {
  KeyPress out;
  if (take_prefix(name, "Ctrl+"))
    out.held = take_prefix(name, "Shift+") ? Held::control_shift : Held::control;
  out.code = SDL_GetKeyFromName(std::string(name).c_str());
  if (out.code == SDLK_UNKNOWN) return std::nullopt;
  return out;
}

bool is_for_text(const SDL_Keysym& pressed) {
  const bool function_key = (pressed.sym >= SDLK_F1 && pressed.sym <= SDLK_F12) ||
                            (pressed.sym >= SDLK_F13 && pressed.sym <= SDLK_F24);
  if (function_key) return false;
  // Ctrl with Alt (AltGr) types the third character of a key.
  if ((pressed.mod & KMOD_CTRL) == 0 || (pressed.mod & KMOD_ALT) != 0) return true;
  constexpr SDL_Keycode with_control[] = {
      SDLK_a,      SDLK_c,      SDLK_v,      SDLK_x,         SDLK_y,        SDLK_z,
      SDLK_LEFT,   SDLK_RIGHT,  SDLK_UP,     SDLK_DOWN,      SDLK_HOME,     SDLK_END,
      SDLK_PAGEUP, SDLK_INSERT, SDLK_DELETE, SDLK_BACKSPACE, SDLK_PAGEDOWN, SDLK_RETURN};
  return std::find(std::begin(with_control), std::end(with_control), pressed.sym) != std::end(with_control);
}

KeyMap::KeyMap() {
  Bindings table;
  for (const ActionRow& row : action_table()) {
    const Key& key = row.key;
    if (key.code != SDLK_UNKNOWN) table.push_back({row.id, {key.code, key.held}, std::string(key.name)});
    if (key.also != SDLK_UNKNOWN) table.push_back({row.id, {key.also, key.held_also}, {}});
  }
  sets_.fill(table);
  for (const MmdKey& row : mmd_keys)
    add(sets_[static_cast<std::size_t>(KeySet::mmd)], row.action, row.key, row.name);
}

/// Gives the action a further key and takes the key from any other action.
void KeyMap::add(Bindings& bindings, ActionId action, const KeyPress& key, std::string_view name) {
  const auto has_key = [&](const Binding& b) { return b.key == key; };
  const auto own = std::find_if(bindings.begin(), bindings.end(), has_key);
  if (own != bindings.end() && own->action == action) return;
  std::erase_if(bindings, has_key);
  std::string shown(name);
  for (Binding& binding : bindings)
    if (binding.action == action && !binding.name.empty()) shown += ", " + std::exchange(binding.name, {});
  bindings.push_back({action, key, std::move(shown)});
}

void KeyMap::bind(ActionId action, const KeyPress& key, std::string_view name) {
  for (Bindings& bindings : sets_) {
    std::erase_if(bindings, [&](const Binding& b) { return b.action == action || b.key == key; });
    bindings.push_back({action, key, std::string(name)});
  }
}

void KeyMap::unbind(ActionId action) {
  for (Bindings& bindings : sets_)
    std::erase_if(bindings, [&](const Binding& b) { return b.action == action; });
}

Diagnostics KeyMap::take(std::span<const KeySetting> settings) {
  Diagnostics out;
  for (const KeySetting& setting : settings) {
    const auto action = action_called(setting.action);
    const auto key = key_called(setting.key);
    if (!action) {
      const auto meant = nearest_word(setting.action, all_words());
      out.push_back(warning_for(setting, fmt::format("unknown action \"{}\"", setting.action),
                                meant ? fmt::format("did you mean {}?", *meant)
                                      : "the page \"Keys\" of the user guide lists them"));
    } else if (setting.key.empty()) {
      unbind(*action);
    } else if (!key) {
      out.push_back(warning_for(setting, fmt::format("unknown key \"{}\"", setting.key),
                                "examples: E, Ctrl+E, Ctrl+Shift+Left, F5"));
    } else {
      bind(*action, *key, setting.key);
    }
  }
  return out;
}

const ActionRow* KeyMap::row_for(const SDL_Keysym& pressed) const {
  if ((pressed.mod & (KMOD_ALT | KMOD_GUI)) != 0) return nullptr;
  const Held held = held_with(pressed);
  // A key of the keypad may have its own action; otherwise it is that of its digit.
  if (const ActionRow* row = row_of_key({pressed.sym, held}); row && (pressed.sym & SDLK_SCANCODE_MASK) != 0)
    return row;
  if (const ActionRow* row = row_of_key({key_of(pressed), held})) return row;
  // A key without its own action can be a plus or minus sign, which some keyboards type with Shift.
  return row_of_key({sign_of(pressed.sym), held == Held::control_shift ? Held::control : held});
}

const ActionRow* KeyMap::row_of_key(const KeyPress& key) const {
  if (key.code == SDLK_UNKNOWN) return nullptr;
  const auto binding =
      std::find_if(bindings().begin(), bindings().end(), [&](const Binding& b) { return b.key == key; });
  return binding == bindings().end() ? nullptr : &row_of(binding->action);
}

std::string KeyMap::name_of(ActionId action) const {
  for (const Binding& binding : bindings())
    if (binding.action == action && !binding.name.empty()) return binding.name;
  return {};
}

}  // namespace mmd
