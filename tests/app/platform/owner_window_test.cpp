#include "app/platform/owner_window.h"

#include <SDL.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/platform/window.h"

namespace mmd {
namespace {

/// The window under a point of the screen, by the display server.
SDL_Window* window_at(int x, int y, const SDL_Window* wanted) {
  for (int i = 0; i < 200 && SDL_GetMouseFocus() != wanted; ++i) {
    SDL_WarpMouseGlobal(x + i % 2, y);
    SDL_PumpEvents();
    SDL_Delay(1);
  }
  return SDL_GetMouseFocus();
}

TEST(OwnerWindow, RaisesTheDialogsThatBelongToIt) {
  auto opened = Window::open({});
  ASSERT_TRUE(opened);
  SDL_Window* owner = (*opened)->handle();
  EXPECT_NE(window_number(owner), 0u);
  const auto make = [](const char* name) {
    SDL_Window* out = SDL_CreateWindow(name, 100, 100, 200, 200, SDL_WINDOW_BORDERLESS);
    SDL_RaiseWindow(out);
    return out;
  };
  SDL_Window* dialog = make("dialog");
  ASSERT_EQ(SDL_SetWindowModalFor(dialog, owner), 0);
  SDL_Window* other = make("other");
  EXPECT_NE(window_number(dialog), window_number(other));
  EXPECT_EQ(window_at(150, 150, other), other);
  raise_dialogs(other, 0);
  EXPECT_EQ(window_at(150, 150, other), other) << "it has no dialogs";
  raise_dialogs(owner, 0);
  EXPECT_EQ(window_at(150, 150, dialog), dialog);
  SDL_DestroyWindow(dialog);
  SDL_DestroyWindow(other);
}

TEST(OwnerWindow, TakesTheWindowsOfAProgramAsItsDialogs) {
  auto opened = Window::open({});
  ASSERT_TRUE(opened);
  SDL_Window* owner = (*opened)->handle();
  SDL_Window* dialog = SDL_CreateWindow("dialog", 300, 300, 200, 200, SDL_WINDOW_BORDERLESS);
  SDL_RaiseWindow(owner);
  EXPECT_EQ(window_at(350, 350, owner), owner);
  raise_dialogs(owner, 0);
  EXPECT_EQ(window_at(350, 350, owner), owner) << "nothing tells whose it is";
  take_dialogs(owner, ::getpgrp());
  raise_dialogs(owner, 0);
  EXPECT_EQ(window_at(350, 350, dialog), dialog);
  SDL_DestroyWindow(dialog);
}

}  // namespace
}  // namespace mmd
