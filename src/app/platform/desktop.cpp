#include "app/platform/desktop.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <SDL.h>

#include "assets/file_set.h"
#include "base/file_uri.h"
#include "base/text.h"

namespace mmd {
namespace {

constexpr float min_dpi = 24.0f, max_dpi = 960.0f;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::optional<float> sensible_dpi(std::string_view text) {
  float value = 0.0f;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= min_dpi && value <= max_dpi)) return std::nullopt;
  return value;
}

}  // namespace

bool show_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::string path = to_utf8(std::filesystem::absolute(folder, error));
  std::replace(path.begin(), path.end(), '\\', '/');
  return !error && SDL_OpenURL(uri_of_path(path).c_str()) == 0;
}

std::optional<float> dpi_of_resources(std::string_view resources) {
  while (!resources.empty()) {
    const std::string_view line = take_until(resources, '\n');
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || trimmed(line.substr(0, colon)) != "Xft.dpi") continue;
    return sensible_dpi(trimmed(line.substr(colon + 1)));
  }
  return std::nullopt;
}

}  // namespace mmd
