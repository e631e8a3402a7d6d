#include "app/actions/key_map.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

SDL_Keysym pressed(SDL_Keycode key, Uint16 mod = KMOD_NONE, SDL_Scancode scancode = SDL_SCANCODE_UNKNOWN) {
  SDL_Keysym symbol{};
  symbol.sym = key;
  symbol.scancode = scancode;
  symbol.mod = mod;
  return symbol;
}

/// The action of a key; `count`: none.
ActionId action_of(const KeyMap& keys, const SDL_Keysym& symbol) {
  const ActionRow* row = keys.row_for(symbol);
  return row == nullptr ? ActionId::count : row->id;
}

Uint16 mod_of(Held held) {
  if (held == Held::nothing) return KMOD_NONE;
  return held == Held::control ? KMOD_LCTRL : KMOD_LCTRL | KMOD_LSHIFT;
}

KeySetting setting(const char* action, const char* key, std::uint32_t line = 1) {
  return {action, key, "config", line};
}

TEST(KeyMap, StartsWithTheKeysOfTheTable) {
  const KeyMap keys;
  for (const ActionRow& row : action_table()) {
    EXPECT_EQ(keys.name_of(row.id), row.key.name);
    const auto is_bound = [&](SDL_Keycode key, Held held) {
      return key == SDLK_UNKNOWN || action_of(keys, pressed(key, mod_of(held))) == row.id;
    };
    EXPECT_TRUE(is_bound(row.key.code, row.key.held)) << row.key.name;
    EXPECT_TRUE(is_bound(row.key.also, row.key.held_also)) << row.key.name;
  }
}

TEST(KeyMap, FindsDigitsPlusAndMinusOnEveryLayoutAndTheKeypad) {
  const KeyMap keys;
  constexpr auto shifted = static_cast<Uint16>(KMOD_LCTRL | KMOD_LSHIFT);
  const SDL_Keysym larger[] = {pressed(SDLK_PLUS, KMOD_LCTRL),   pressed(SDLK_EQUALS, KMOD_LCTRL),
                               pressed(SDLK_EQUALS, shifted),    pressed(SDLK_SEMICOLON, KMOD_LCTRL),
                               pressed(SDLK_SEMICOLON, shifted), pressed(SDLK_KP_PLUS, KMOD_LCTRL)};
  for (const SDL_Keysym& key : larger)
    EXPECT_EQ(action_of(keys, key), ActionId::larger_text) << SDL_GetKeyName(key.sym);
  EXPECT_EQ(action_of(keys, pressed(SDLK_AMPERSAND, KMOD_NONE, SDL_SCANCODE_1)), ActionId::view_fit);
  EXPECT_EQ(action_of(keys, pressed(SDLK_KP_1, KMOD_NONE, SDL_SCANCODE_KP_1)), ActionId::view_fit);
  EXPECT_EQ(action_of(keys, pressed(SDLK_MINUS, KMOD_LCTRL)), ActionId::smaller_text);
  EXPECT_EQ(action_of(keys, pressed(SDLK_KP_MINUS, KMOD_LCTRL)), ActionId::smaller_text);
  EXPECT_EQ(action_of(keys, pressed(SDLK_KP_0, KMOD_LCTRL, SDL_SCANCODE_KP_0)), ActionId::usual_text);
  EXPECT_EQ(action_of(keys, pressed(SDL_Keycode(0xe0), KMOD_LCTRL, SDL_SCANCODE_0)), ActionId::usual_text)
      << "a French keyboard";
  EXPECT_EQ(action_of(keys, pressed(SDLK_SEMICOLON, KMOD_LSHIFT)), ActionId::play_faster);
  EXPECT_EQ(action_of(keys, pressed(SDLK_KP_PLUS)), ActionId::play_faster);
  KeyMap own;
  EXPECT_THAT(own.take(std::vector{setting("toggle-edges", "Ctrl+;")}), IsEmpty());
  EXPECT_EQ(action_of(own, pressed(SDLK_SEMICOLON, KMOD_LCTRL)), ActionId::toggle_edges);
}

TEST(KeyMap, ModifiersMakeAnotherKey) {
  const KeyMap keys;
  EXPECT_EQ(action_of(keys, pressed(SDLK_p)), ActionId::toggle_rest_pose);
  EXPECT_EQ(action_of(keys, pressed(SDLK_p, KMOD_LSHIFT)), ActionId::toggle_rest_pose);
  EXPECT_EQ(action_of(keys, pressed(SDLK_p, KMOD_RCTRL)), ActionId::toggle_palette);
  for (const Uint16 mod : {KMOD_RALT, KMOD_LGUI})
    EXPECT_EQ(action_of(keys, pressed(SDLK_p, mod)), ActionId::count);
  EXPECT_EQ(action_of(keys, pressed(SDLK_UNKNOWN)), ActionId::count) << "actions without a key";
}

TEST(KeyMap, AKeyBelongsToOneAction) {
  KeyMap keys;
  EXPECT_THAT(keys.take(std::vector{setting("toggle-edges", "P")}), IsEmpty());
  EXPECT_EQ(action_of(keys, pressed(SDLK_p)), ActionId::toggle_edges);
  EXPECT_EQ(action_of(keys, pressed(SDLK_e)), ActionId::count);
  EXPECT_EQ(keys.name_of(ActionId::toggle_edges), "P");
  EXPECT_EQ(keys.name_of(ActionId::toggle_rest_pose), "");
  EXPECT_THAT(keys.take(std::vector{setting("toggle-edges", "Ctrl+Shift+Left"), setting("quit", "")}),
              IsEmpty());
  EXPECT_EQ(action_of(keys, pressed(SDLK_LEFT, KMOD_LCTRL | KMOD_RSHIFT)), ActionId::toggle_edges);
  EXPECT_EQ(action_of(keys, pressed(SDLK_LEFT)), ActionId::previous_pose);
  EXPECT_EQ(action_of(keys, pressed(SDLK_q, KMOD_LCTRL)), ActionId::count);
}

TEST(KeyMap, ReportsInvalidSettingsWithTheirLine) {
  KeyMap keys;
  const Diagnostics said =
      keys.take(std::vector{setting("toggle-edge", "P", 3), setting("quit", "Ctrl+Nokey", 7)});
  ASSERT_EQ(said.size(), 2u);
  EXPECT_THAT(describe(said[0]), HasSubstr("line 3"));
  EXPECT_THAT(said[0].hint, HasSubstr("toggle-edges"));
  EXPECT_THAT(describe(said[1]), HasSubstr("line 7"));
  EXPECT_EQ(action_of(keys, pressed(SDLK_q, KMOD_LCTRL)), ActionId::quit);
  EXPECT_EQ(action_of(keys, pressed(SDLK_p)), ActionId::toggle_rest_pose);
}

TEST(KeyMap, TheMmdSetHasMmdsKeys) {
  KeyMap keys;
  keys.use(KeySet::mmd);
  EXPECT_EQ(action_of(keys, pressed(SDLK_c)), ActionId::toggle_bones);
  EXPECT_EQ(action_of(keys, pressed(SDLK_x)), ActionId::tool_rotate);
  EXPECT_EQ(action_of(keys, pressed(SDLK_z)), ActionId::tool_move);
  EXPECT_EQ(action_of(keys, pressed(SDLK_c, KMOD_LCTRL)), ActionId::copy_pose);
  const SDL_Keysym keypad_2 = pressed(SDLK_KP_2, KMOD_NONE, SDL_SCANCODE_KP_2);
  EXPECT_EQ(action_of(keys, keypad_2), ActionId::view_front);
  EXPECT_EQ(action_of(keys, pressed(SDLK_2, KMOD_NONE, SDL_SCANCODE_2)), ActionId::view_mmd);
  EXPECT_EQ(action_of(keys, pressed(SDLK_KP_1, KMOD_NONE, SDL_SCANCODE_KP_1)), ActionId::view_fit);
  EXPECT_EQ(keys.name_of(ActionId::view_front), "Keypad 2, 3");
  EXPECT_EQ(keys.name_of(ActionId::next_comparison), "");
  EXPECT_EQ(keys.name_of(ActionId::paste_pose), "Ctrl+V");
  keys.use(KeySet::mmdview);
  EXPECT_EQ(action_of(keys, keypad_2), ActionId::view_mmd);
  EXPECT_EQ(action_of(keys, pressed(SDLK_c)), ActionId::next_comparison);
}

TEST(KeyMap, TheUsersKeysCountInBothSets) {
  KeyMap keys;
  EXPECT_THAT(keys.take(std::vector{setting("toggle-edges", "C"), setting("view-front", "")}), IsEmpty());
  for (const KeySet set : {KeySet::mmdview, KeySet::mmd}) {
    keys.use(set);
    EXPECT_EQ(action_of(keys, pressed(SDLK_c)), ActionId::toggle_edges);
    EXPECT_EQ(keys.name_of(ActionId::view_front), "");
  }
}

TEST(KeyMap, NoSingleLetterQuits) {
  const KeyMap keys;
  for (SDL_Keycode key = SDLK_a; key <= SDLK_z; ++key)
    EXPECT_NE(action_of(keys, pressed(key)), ActionId::quit);
  EXPECT_EQ(keys.name_of(ActionId::quit), "Ctrl+Q");
}

TEST(KeyMap, ATextFieldTakesOnlyKeysThatItUses) {
  for (const SDL_Keycode key : {SDLK_m, SDLK_1, SDLK_SPACE, SDLK_ESCAPE, SDLK_RETURN, SDLK_LEFT})
    EXPECT_TRUE(is_for_text(pressed(key))) << SDL_GetKeyName(key);
  for (const SDL_Keycode key : {SDLK_a, SDLK_c, SDLK_v, SDLK_z, SDLK_LEFT, SDLK_DELETE})
    EXPECT_TRUE(is_for_text(pressed(key, KMOD_LCTRL))) << SDL_GetKeyName(key);
  EXPECT_TRUE(is_for_text(pressed(SDLK_q, KMOD_RCTRL | KMOD_RALT))) << "writes @ on some keyboards";
  EXPECT_FALSE(is_for_text(pressed(SDLK_F3)));
  for (const SDL_Keycode key : {SDLK_p, SDLK_s, SDLK_o, SDLK_PLUS, SDLK_PERIOD})
    EXPECT_FALSE(is_for_text(pressed(key, KMOD_LCTRL))) << SDL_GetKeyName(key);
}

}  // namespace
}  // namespace mmd
