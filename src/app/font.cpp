#include "app/font.h"

#include <algorithm>
#include <array>

#include "assets/file_set.h"

// The rasteriser that Dear ImGui uses: it aborts on a font that this cannot read, so this is asked first.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>

namespace mmd {
namespace {

constexpr std::uint64_t largest_font = 128u << 20;
/// Hiragana a, katakana a, "bone", "right": what a Japanese font always has.
constexpr std::array<int, 4> japanese_sample = {0x3042, 0x30a2, 0x9aa8, 0x53f3};

std::optional<Font> load_font(const FontFile& file) {
  auto bytes = read_file(file.path, largest_font);
  if (!bytes || bytes->size() < 64) return std::nullopt;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes->data());
  const int offset = stbtt_GetFontOffsetForIndex(data, file.face);
  stbtt_fontinfo info;
  if (offset < 0 || static_cast<std::size_t>(offset) >= bytes->size() ||
      stbtt_InitFont(&info, data, offset) == 0 || stbtt_FindGlyphIndex(&info, 'A') == 0) {
    return std::nullopt;
  }
  Font font;
  font.face = file.face;
  font.name = to_utf8(file.path.filename());
  font.japanese = std::all_of(japanese_sample.begin(), japanese_sample.end(),
                              [&](int c) { return stbtt_FindGlyphIndex(&info, c) != 0; });
  font.bytes = std::move(*bytes);
  return font;
}

}  // namespace

std::optional<Font> choose_font(std::span<const FontFile> files) {
  std::optional<Font> fallback;
  for (const FontFile& file : files) {
    auto font = load_font(file);
    if (!font) continue;
    if (font->japanese) return font;
    if (!fallback) fallback = std::move(font);
  }
  return fallback;
}

}  // namespace mmd
