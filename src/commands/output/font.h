#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_io.h"

namespace mmd {

/// A face of a font file.
struct FontFile {
  std::filesystem::path path;
  int face = 0;  ///< in a collection (.ttc)
};

/// Fonts of the system, those that suit Japanese best first. Empty if there are none or nobody to ask.
std::vector<FontFile> system_fonts();

/// The same, those that have the most of these characters first.
std::vector<FontFile> system_fonts_with(std::span<const char32_t> characters);

/// Fonts of a family with an ASCII name; empty if it is not installed.
std::vector<FontFile> system_fonts_called(const std::string& family);

struct Font {
  Bytes bytes;  ///< the file
  int face = 0;
  std::string name;  ///< the file's, for messages
  bool japanese = false;
};

/// A line of text as it covers pixels, 0-255, row by row from the top left.
struct TextCoverage {
  int width = 0, height = 0;
  int cap_top = 0;  ///< the row where capitals begin
  std::vector<std::uint8_t> pixels;
};

/// Writes a line of UTF-8 in a font, capitals `cap_height` pixels high.
TextCoverage cover(const Font& font, std::string_view text, int cap_height);

/// The first font that can be drawn with and has Japanese characters; without one, the first that can be
/// drawn with.
std::optional<Font> choose_font(std::span<const FontFile> files);

/// The font that has the most of these characters; null: none has any.
std::optional<Font> font_with(std::span<const char32_t> characters, std::span<const FontFile> files);

}  // namespace mmd
