// The program's file by GetModuleFileNameW.
#include "base/windows_api.h"
#include "document/sample.h"

namespace mmd {

std::filesystem::path program_file() {
  std::wstring name(MAX_PATH, L'\0');
  for (;;) {
    const DWORD size = GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
    if (size == 0) return {};
    if (size < name.size()) {
      name.resize(size);
      return name;
    }
    name.resize(name.size() * 2);
  }
}

}  // namespace mmd
