// The environment and the arguments of Windows, which are UTF-16: the narrow ones of the C library are in the
// process's code page.
#include <cstdlib>

#include "base/environment.h"
#include "base/windows_api.h"

namespace mmd {

std::optional<std::string> environment_variable(const char* name) {
  const wchar_t* value = _wgetenv(windows::to_wide(name).c_str());
  return value != nullptr ? std::optional(windows::to_utf8(value)) : std::nullopt;
}

void set_environment_variable(const char* name, const std::string& value, IfSet if_set) {
  const std::wstring wide = windows::to_wide(name);
  if (if_set == IfSet::keep && _wgetenv(wide.c_str()) != nullptr) return;
  _wputenv_s(wide.c_str(), windows::to_wide(value).c_str());  // the system's variable, too
}

void allow_long_paths() {
  // The manifest's longPathAware counts only where the machine's policy allows long paths as well, which it
  // does not by default. The bit that Windows sets for both lies in the process environment block; programs
  // built with Go set it there, too (their runtime's initLongPathSupport). Windows 10 1703 reads it first.
  using Peb = unsigned char*(WINAPI*)();
  const HMODULE system = GetModuleHandleW(L"ntdll.dll");
  const auto peb = reinterpret_cast<Peb>(
      reinterpret_cast<void*>(system != nullptr ? GetProcAddress(system, "RtlGetCurrentPeb") : nullptr));
  constexpr std::size_t bit_field = 3;
  constexpr unsigned char is_long_path_aware = 0x80;
  if (peb != nullptr) peb()[bit_field] |= is_long_path_aware;
}

ProgramArguments::ProgramArguments(int argc, char** argv) : count_(argc), values_(argv) {
  int count = 0;
  wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
  if (wide == nullptr) return;
  for (int i = 0; i < count; ++i) owned_.push_back(windows::to_utf8(wide[i]));
  LocalFree(wide);
  for (const std::string& argument : owned_) pointers_.push_back(argument.c_str());
  pointers_.push_back(nullptr);
  count_ = count;
  values_ = pointers_.data();
}

}  // namespace mmd
