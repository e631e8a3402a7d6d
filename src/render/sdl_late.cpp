// SDL, and the forty libraries behind it (sound, X11, Wayland …), are looked for when a window is wanted:
// loading them takes longer than most commands do. What the program and Dear ImGui call of SDL is defined
// here and calls the function of that name in the library; the header checks each signature. Where the
// library is not installed, starting video fails and says so, and the rest, which only comes after that, does
// nothing.
//
// A function that is missing here is no error: then the linker takes it from the library, which is loaded
// with the program again (tests/cli/startup_test.cpp tells).

#include <string>

#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <SDL_syswm.h>

#include "base/late_forward.h"

namespace {

const mmd::LateLibrary& sdl() {
  static const mmd::LateLibrary library("libSDL2-2.0.so.0");
  return library;
}

const char* missing() {
  static const std::string text = "SDL2 cannot be loaded (is libsdl2-2.0-0 installed?): " + sdl().error();
  return text.c_str();
}

}  // namespace

#define FORWARD_OR(instead, type, name, parameters, arguments) \
  MMD_FORWARD_OR(sdl, instead, type, name, parameters, arguments)
#define FORWARD(type, name, parameters, arguments) MMD_FORWARD(sdl, type, name, parameters, arguments)

// clang-format off
FORWARD_OR(-1, int, SDL_VideoInit, (const char* driver), (driver))
FORWARD_OR(missing(), const char*, SDL_GetError, (), ())
FORWARD(int, SDL_CaptureMouse, (SDL_bool enabled), (enabled))
FORWARD(SDL_Cursor*, SDL_CreateSystemCursor, (SDL_SystemCursor id), (id))
FORWARD(SDL_Window*, SDL_CreateWindow, (const char* title, int x, int y, int w, int h, Uint32 flags), (title, x, y, w, h, flags))
FORWARD(void, SDL_DestroyWindow, (SDL_Window* window), (window))
FORWARD(Uint8, SDL_EventState, (Uint32 type, int state), (type, state))
FORWARD(void, SDL_FreeCursor, (SDL_Cursor* cursor), (cursor))
FORWARD(SDL_GLContext, SDL_GL_CreateContext, (SDL_Window* window), (window))
FORWARD(void, SDL_GL_DeleteContext, (SDL_GLContext context), (context))
FORWARD(void, SDL_GL_GetDrawableSize, (SDL_Window* window, int* w, int* h), (window, w, h))
FORWARD(int, SDL_GL_MakeCurrent, (SDL_Window* window, SDL_GLContext context), (window, context))
FORWARD(void, SDL_GL_ResetAttributes, (), ())
FORWARD(int, SDL_GL_SetAttribute, (SDL_GLattr attr, int value), (attr, value))
FORWARD(int, SDL_GL_SetSwapInterval, (int interval), (interval))
FORWARD(void, SDL_GL_SwapWindow, (SDL_Window* window), (window))
FORWARD(Sint16, SDL_GameControllerGetAxis, (SDL_GameController* controller, SDL_GameControllerAxis axis), (controller, axis))
FORWARD(Uint8, SDL_GameControllerGetButton, (SDL_GameController* controller, SDL_GameControllerButton button), (controller, button))
FORWARD(SDL_GameController*, SDL_GameControllerOpen, (int joystick), (joystick))
FORWARD(char*, SDL_GetClipboardText, (), ())
FORWARD(const char*, SDL_GetCurrentVideoDriver, (), ())
FORWARD(int, SDL_GetDisplayDPI, (int display, float* ddpi, float* hdpi, float* vdpi), (display, ddpi, hdpi, vdpi))
FORWARD(int, SDL_GetDisplayUsableBounds, (int display, SDL_Rect* rect), (display, rect))
FORWARD(Uint32, SDL_GetGlobalMouseState, (int* x, int* y), (x, y))
FORWARD(SDL_Keycode, SDL_GetKeyFromName, (const char* name), (name))
FORWARD(SDL_Window*, SDL_GetKeyboardFocus, (), ())
FORWARD(SDL_Keymod, SDL_GetModState, (), ())
FORWARD(SDL_Window*, SDL_GetMouseFocus, (), ())
FORWARD(Uint32, SDL_GetMouseState, (int* x, int* y), (x, y))
FORWARD(int, SDL_GetNumVideoDrivers, (), ())
FORWARD(Uint64, SDL_GetPerformanceCounter, (), ())
FORWARD(Uint64, SDL_GetPerformanceFrequency, (), ())
FORWARD(const char*, SDL_GetVideoDriver, (int index), (index))
FORWARD(int, SDL_GetWindowDisplayIndex, (SDL_Window* window), (window))
FORWARD(int, SDL_GetRendererOutputSize, (SDL_Renderer* renderer, int* w, int* h), (renderer, w, h))
FORWARD(Uint32, SDL_GetWindowFlags, (SDL_Window* window), (window))
FORWARD(void, SDL_GetWindowPosition, (SDL_Window* window, int* x, int* y), (window, x, y))
FORWARD(void, SDL_GetWindowSize, (SDL_Window* window, int* w, int* h), (window, w, h))
FORWARD(SDL_bool, SDL_GetWindowWMInfo, (SDL_Window* window, SDL_SysWMinfo* info), (window, info))
FORWARD(SDL_bool, SDL_IsTextInputActive, (), ())
FORWARD(int, SDL_PollEvent, (SDL_Event* event), (event))
FORWARD(int, SDL_PushEvent, (SDL_Event* event), (event))
FORWARD(Uint32, SDL_RegisterEvents, (int count), (count))
FORWARD(int, SDL_SetClipboardText, (const char* text), (text))
FORWARD(void, SDL_SetCursor, (SDL_Cursor* cursor), (cursor))
FORWARD(SDL_bool, SDL_SetHint, (const char* name, const char* value), (name, value))
FORWARD(void, SDL_SetMainReady, (), ())
FORWARD(void, SDL_SetTextInputRect, (const SDL_Rect* rect), (rect))
FORWARD(void, SDL_SetWindowMinimumSize, (SDL_Window* window, int width, int height), (window, width, height))
FORWARD(void, SDL_SetWindowTitle, (SDL_Window* window, const char* title), (window, title))
FORWARD(int, SDL_ShowCursor, (int toggle), (toggle))
FORWARD(void, SDL_ShowWindow, (SDL_Window* window), (window))
FORWARD(void, SDL_StartTextInput, (), ())
FORWARD(void, SDL_StopTextInput, (), ())
FORWARD(void, SDL_VideoQuit, (), ())
FORWARD(int, SDL_WaitEventTimeout, (SDL_Event* event, int timeout), (event, timeout))
FORWARD(void, SDL_WarpMouseInWindow, (SDL_Window* window, int x, int y), (window, x, y))
FORWARD(void, SDL_free, (void* mem), (mem))
FORWARD(int, SDL_strcmp, (const char* first, const char* second), (first, second))
// clang-format on
