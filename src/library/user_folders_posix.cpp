// Base folders of the user on POSIX (XDG Base Directory Specification).
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "library/library_store.h"

namespace mmd {
namespace {

/// By UserFolder: the variable, and the default within HOME.
constexpr std::pair<const char*, const char*> user_folders[] = {{"XDG_CONFIG_HOME", ".config"},
                                                                {"XDG_DATA_HOME", ".local/share"},
                                                                {"XDG_CACHE_HOME", ".cache"},
                                                                {"XDG_STATE_HOME", ".local/state"}};

std::filesystem::path absolute_from(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path path = value != nullptr ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

}  // namespace

std::filesystem::path user_folder(UserFolder which) {
  const auto& [variable, in_home] = user_folders[static_cast<std::size_t>(which)];
  std::filesystem::path base = absolute_from(variable);
  if (base.empty()) {
    base = absolute_from("HOME");
    if (base.empty()) return base;
    base /= in_home;
  }
  return base / "mmdview";
}

std::filesystem::path home_folder() {
  const char* home = std::getenv("HOME");
  return home != nullptr ? home : "/";
}

/// The desktop writes `XDG_PICTURES_DIR="$HOME/NAME"`, in the user's language, to user-dirs.dirs.
std::filesystem::path pictures_folder() {
  if (std::filesystem::path wanted = absolute_from("XDG_PICTURES_DIR"); !wanted.empty()) return wanted;
  constexpr std::string_view begins = "XDG_PICTURES_DIR=\"$HOME/";
  const std::filesystem::path home = home_folder();
  std::filesystem::path out = home / "Pictures";
  std::ifstream in(user_folder(UserFolder::config).parent_path() / "user-dirs.dirs");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(begins) && line.ends_with('"'))
      out = home / line.substr(begins.size(), line.size() - begins.size() - 1);
  std::error_code error;
  return std::filesystem::is_directory(out, error) ? out : home;
}

}  // namespace mmd
