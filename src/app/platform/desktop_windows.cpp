// The desktop of Windows: dots per inch, keys.
#include <SDL.h>

#include "app/platform/desktop.h"
#include "base/windows_api.h"

namespace mmd {

DesktopDpi desktop_dpi() {
  // SDL tells the dots of the display that the window is on, which count first; these are the first
  // display's.
  DesktopDpi out;
  using DpiForSystem = UINT(WINAPI*)();
  const HMODULE user = GetModuleHandleW(L"user32.dll");
  const auto ask = reinterpret_cast<DpiForSystem>(  // since Windows 10 1607
      reinterpret_cast<void*>(user != nullptr ? GetProcAddress(user, "GetDpiForSystem") : nullptr));
  if (const UINT dpi = ask != nullptr ? ask() : 0; dpi != 0) out.measured = static_cast<float>(dpi);
  return out;
}

bool shift_is_held() {
  return (SDL_GetModState() & KMOD_SHIFT) != 0 || (GetAsyncKeyState(VK_SHIFT) & 0x8000) != 0;
}

/// A window of Windows has no connection to a display that could be lost.
void end_when_display_is_lost() {}

}  // namespace mmd
