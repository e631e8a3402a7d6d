// The machine's name by GetComputerNameExW, and paths of URIs with their drives.
#include <array>

#include "base/file_uri.h"
#include "base/windows_api.h"

namespace mmd {

std::string host_name() {
  std::array<wchar_t, 256> name{};
  DWORD size = static_cast<DWORD>(name.size());
  if (!GetComputerNameExW(ComputerNameDnsHostname, name.data(), &size)) return {};
  return windows::to_utf8({name.data(), size});
}

std::string path_on_this_system(std::string path) {
  const bool has_drive = path.size() >= 3 && path[0] == '/' && path[2] == ':' &&
                         ((path[1] | 0x20) >= 'a' && (path[1] | 0x20) <= 'z');
  if (has_drive) path.erase(0, 1);
  return path;
}

}  // namespace mmd
