#include "base/colour_text.h"

#include <charconv>
#include <cstdint>
#include <system_error>

#include "base/text.h"

namespace mmd {
namespace {

struct NamedColour {
  std::string_view name;
  std::uint32_t rrggbb;
};

/// The sixteen colours of the first CSS, and later ones that suit a background.
constexpr NamedColour colours[] = {
    {"white", 0xffffff},      {"silver", 0xc0c0c0},    {"gray", 0x808080},     {"grey", 0x808080},
    {"black", 0x000000},      {"red", 0xff0000},       {"maroon", 0x800000},   {"yellow", 0xffff00},
    {"olive", 0x808000},      {"lime", 0x00ff00},      {"green", 0x008000},    {"aqua", 0x00ffff},
    {"cyan", 0x00ffff},       {"teal", 0x008080},      {"blue", 0x0000ff},     {"navy", 0x000080},
    {"fuchsia", 0xff00ff},    {"magenta", 0xff00ff},   {"purple", 0x800080},   {"orange", 0xffa500},
    {"pink", 0xffc0cb},       {"brown", 0xa52a2a},     {"gold", 0xffd700},     {"beige", 0xf5f5dc},
    {"ivory", 0xfffff0},      {"lavender", 0xe6e6fa},  {"skyblue", 0x87ceeb},  {"lightgray", 0xd3d3d3},
    {"lightgrey", 0xd3d3d3},  {"lightblue", 0xadd8e6}, {"darkgray", 0xa9a9a9}, {"darkgrey", 0xa9a9a9},
    {"lightgreen", 0x90ee90},
};

/// Each digit twice: "fc8" is "ffcc88".
std::string doubled(std::string_view digits) {
  std::string out;
  for (const char c : digits) out.append(2, c);
  return out;
}

vec4 from_rgba(std::uint32_t value) {
  const auto channel = [&](unsigned shift) { return static_cast<float>(value >> shift & 0xFF) / 255.0f; };
  return {channel(24), channel(16), channel(8), channel(0)};
}

}  // namespace

std::optional<vec4> parse_colour(std::string_view text) {
  const std::string word = small_letters(text);
  for (const NamedColour& colour : colours) {
    if (colour.name == word) return from_rgba(colour.rrggbb << 8 | 0xFF);
  }
  std::string digits = word.substr(word.rfind('#', 0) == 0 ? 1 : 0);
  if (digits.size() == 3 || digits.size() == 4) digits = doubled(digits);
  if (digits.size() == 6) digits += "ff";
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 8 || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return from_rgba(value);
}

std::string colour_names() {
  std::string out;
  for (const NamedColour& colour : colours) {
    if (!out.empty()) out += ", ";
    out += colour.name;
  }
  return out;
}

}  // namespace mmd
