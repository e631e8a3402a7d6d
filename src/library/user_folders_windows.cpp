// Folders of a person's programs on Windows (SHGetKnownFolderPath). The variables of the XDG specification
// count there, too, where they are set.
#include <initguid.h>
#include <knownfolders.h>
#include <shlobj.h>

#include "assets/file_set.h"
#include "base/environment.h"
#include "base/windows_api.h"
#include "library/library_store.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

struct Row {
  const char* variable;
  const KNOWNFOLDERID* folder;
  const wchar_t* own;  ///< below it
};

/// In the order of UserFolder. Settings and data roam with a person's account, caches and states stay.
const Row rows[] = {{"XDG_CONFIG_HOME", &FOLDERID_RoamingAppData, L"mmdview"},
                    {"XDG_DATA_HOME", &FOLDERID_RoamingAppData, L"mmdview\\data"},
                    {"XDG_CACHE_HOME", &FOLDERID_LocalAppData, L"mmdview\\cache"},
                    {"XDG_STATE_HOME", &FOLDERID_LocalAppData, L"mmdview\\state"}};

/// Empty: there is none.
fs::path known_folder(const KNOWNFOLDERID& folder) {
  wchar_t* path = nullptr;
  const HRESULT found = SHGetKnownFolderPath(folder, KF_FLAG_DEFAULT, nullptr, &path);
  const fs::path out = SUCCEEDED(found) ? fs::path(path) : fs::path();
  CoTaskMemFree(path);
  return out;
}

}  // namespace

fs::path user_folder(UserFolder which) {
  const Row& row = rows[static_cast<std::size_t>(which)];
  const fs::path wanted = path_from_utf8(environment_variable(row.variable).value_or(""));
  if (wanted.is_absolute()) return wanted / L"mmdview";
  const fs::path base = known_folder(*row.folder);
  return base.empty() ? base : base / row.own;
}

fs::path home_folder() {
  const fs::path home = known_folder(FOLDERID_Profile);
  return home.empty() ? fs::path(L"C:\\") : home;
}

fs::path pictures_folder() {
  const fs::path wanted = path_from_utf8(environment_variable("XDG_PICTURES_DIR").value_or(""));
  if (wanted.is_absolute()) return wanted;
  const fs::path pictures = known_folder(FOLDERID_Pictures);
  return pictures.empty() ? home_folder() : pictures;
}

}  // namespace mmd
