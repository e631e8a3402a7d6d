#include "library/user_folders.h"

#include <cstdlib>

namespace mmd {
namespace {

struct Row {
  const char* variable;
  const char* in_home;
};
/// In the order of UserFolder.
constexpr Row rows[] = {{"XDG_CONFIG_HOME", ".config"},
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
  const Row& row = rows[static_cast<std::size_t>(which)];
  std::filesystem::path base = absolute_from(row.variable);
  if (base.empty()) {
    base = absolute_from("HOME");
    if (base.empty()) return base;
    base /= row.in_home;
  }
  return base / "mmdview";
}

}  // namespace mmd
