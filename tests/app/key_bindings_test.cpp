#include "app/key_bindings.h"

#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "app/camera_control.h"

namespace mmd {
namespace {

SDL_Keysym pressed(SDL_Keycode key, SDL_Scancode scancode = SDL_SCANCODE_UNKNOWN, Uint16 mod = KMOD_NONE) {
  SDL_Keysym symbol{};
  symbol.sym = key;
  symbol.scancode = scancode;
  symbol.mod = mod;
  return symbol;
}

TEST(KeyBindings, EveryKeyStandsOnce) {
  std::set<SDL_Keycode> keys;
  for (const KeyBinding& row : key_bindings()) {
    EXPECT_TRUE(keys.insert(row.key).second) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_NE(row.action, nullptr) << row.name;
  }
}

TEST(KeyBindings, DigitsCountByPlaceAndOnTheKeypad) {
  const KeyBinding* one = binding_of(pressed(SDLK_1));
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(binding_of(pressed(SDLK_AMPERSAND, SDL_SCANCODE_1)), one);
  EXPECT_EQ(binding_of(pressed(SDLK_KP_1, SDL_SCANCODE_KP_1)), one);
}

TEST(KeyBindings, KeysHeldWithControlAreNotOurs) {
  EXPECT_NE(binding_of(pressed(SDLK_a)), nullptr);
  EXPECT_NE(binding_of(pressed(SDLK_a, SDL_SCANCODE_A, KMOD_LSHIFT)), nullptr);
  for (const Uint16 mod : {KMOD_LCTRL, KMOD_RALT, KMOD_LGUI})
    EXPECT_EQ(binding_of(pressed(SDLK_a, SDL_SCANCODE_A, mod)), nullptr);
  EXPECT_EQ(binding_of(pressed(SDLK_z)), nullptr);
}

TEST(KeyBindings, TheManualHasTheTable) {
  std::ifstream file(MMDVIEW_SOURCE_DIR "/docs/user/keys.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string expected;
  for (const KeyBinding& row : key_bindings())
    expected += "| " + std::string(row.name) + " | " + std::string(row.help) + " |\n";
  EXPECT_THAT(text.str(), testing::HasSubstr(expected));
  for (const MouseRow& row : mouse_table())
    EXPECT_THAT(text.str(),
                testing::HasSubstr("| " + std::string(row.gesture) + " | " + std::string(row.help) + " |\n"));
}

}  // namespace
}  // namespace mmd
