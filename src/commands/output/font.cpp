#include "commands/output/font.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "assets/file_set.h"
#include "base/text.h"

// The rasteriser of Dear ImGui, which aborts on unreadable fonts: check fonts here first.
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>

namespace mmd {
namespace {

constexpr std::uint64_t largest_font = 128u << 20;
/// Characters of every Japanese font: hiragana a, katakana a, "bone", "right".
constexpr std::array<int, 4> japanese_sample = {0x3042, 0x30a2, 0x9aa8, 0x53f3};

std::optional<Font> load_font(const FontFile& file, int required = 0) {
  auto bytes = read_file(file.path, largest_font);
  if (!bytes || bytes->size() < 64) return std::nullopt;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes->data());
  const int offset = stbtt_GetFontOffsetForIndex(data, file.face);
  stbtt_fontinfo info;
  if (offset < 0 || static_cast<std::size_t>(offset) >= bytes->size() ||
      stbtt_InitFont(&info, data, offset) == 0 ||
      (required != 0 && stbtt_FindGlyphIndex(&info, required) == 0)) {
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

/// Draws a glyph into a line, its origin at `x` on the row `baseline`. Overlapping glyphs do not add up.
void lay_glyph(const stbtt_fontinfo& info, int glyph, float scale, float x, int baseline,
               TextCoverage& line) {
  const float whole = std::floor(x), part = x - whole;
  int left = 0, top = 0, right = 0, bottom = 0;
  stbtt_GetGlyphBitmapBoxSubpixel(&info, glyph, scale, scale, part, 0.0f, &left, &top, &right, &bottom);
  const int width = right - left, height = bottom - top;
  if (width <= 0 || height <= 0) return;
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  stbtt_MakeGlyphBitmapSubpixel(&info, pixels.data(), width, height, width, scale, scale, part, 0.0f, glyph);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const int to_x = static_cast<int>(whole) + left + column, to_y = baseline + top + row;
      if (to_x < 0 || to_y < 0 || to_x >= line.width || to_y >= line.height) continue;
      std::uint8_t& to = line.pixels[static_cast<std::size_t>(to_y) * static_cast<std::size_t>(line.width) +
                                     static_cast<std::size_t>(to_x)];
      to = std::max(to, pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(column)]);
    }
  }
}

/// Scale of the font's units for capitals of that height; 0 if the font has no capitals.
float scale_for(const stbtt_fontinfo& info, int cap_height) {
  int left = 0, bottom = 0, right = 0, top = 0;
  if (stbtt_GetCodepointBox(&info, 'M', &left, &bottom, &right, &top) == 0 || top <= 0) return 0.0f;
  return static_cast<float>(cap_height) / static_cast<float>(top);
}

}  // namespace

TextCoverage cover(const Font& font, std::string_view text, int cap_height) {
  TextCoverage out;
  const auto* data = reinterpret_cast<const unsigned char*>(font.bytes.data());
  stbtt_fontinfo info;
  if (stbtt_InitFont(&info, data, stbtt_GetFontOffsetForIndex(data, font.face)) == 0) return out;
  const float scale = scale_for(info, cap_height);
  std::vector<float> starts;
  float x = 0.0f;
  const std::u32string letters = utf16_units(text);
  for (const char32_t c : letters) {
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&info, static_cast<int>(c), &advance, &bearing);
    starts.push_back(x);
    x += scale * static_cast<float>(advance);
  }
  // Round letters are a little taller than capitals, and some reach below the line.
  out.cap_top = 1 + cap_height / 8;
  out.width = static_cast<int>(std::ceil(x)) + 1;
  out.height = out.cap_top + cap_height + cap_height / 2;
  out.pixels.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  for (std::size_t i = 0; i < letters.size() && scale > 0.0f; ++i)
    lay_glyph(info, stbtt_FindGlyphIndex(&info, static_cast<int>(letters[i])), scale, starts[i],
              out.cap_top + cap_height, out);
  return out;
}

std::optional<Font> font_with(std::span<const char32_t> characters, std::span<const FontFile> files) {
  std::optional<Font> best;
  std::ptrdiff_t most = 0;
  for (const FontFile& file : files) {
    auto font = load_font(file);
    if (!font) continue;
    stbtt_fontinfo info;
    const auto* data = reinterpret_cast<const unsigned char*>(font->bytes.data());
    stbtt_InitFont(&info, data, stbtt_GetFontOffsetForIndex(data, font->face));
    const auto count = std::count_if(characters.begin(), characters.end(), [&](char32_t c) {
      return stbtt_FindGlyphIndex(&info, static_cast<int>(c)) != 0;
    });
    if (count > most) {
      most = count;
      best = std::move(font);
    }
    if (most == static_cast<std::ptrdiff_t>(characters.size())) break;
  }
  return best;
}

std::optional<Font> choose_font(std::span<const FontFile> files) {
  std::optional<Font> fallback;
  for (const FontFile& file : files) {
    auto font = load_font(file, 'A');
    if (!font) continue;
    if (font->japanese) return font;
    if (!fallback) fallback = std::move(font);
  }
  return fallback;
}

}  // namespace mmd
