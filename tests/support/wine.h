#pragma once

#ifdef _WIN32
#include "base/windows_api.h"
#endif

namespace mmd::test {

/// Whether this runs under wine, which lacks some of what Windows promises.
inline bool runs_on_wine() {
#ifdef _WIN32
  const HMODULE system = GetModuleHandleW(L"ntdll.dll");
  return system != nullptr && GetProcAddress(system, "wine_get_version") != nullptr;
#else
  return false;
#endif
}

}  // namespace mmd::test
