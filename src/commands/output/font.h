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
  int face = 0;  ///< index in a collection (.ttc)
};

/// Fonts of the system, the best for Japanese first. Empty without fonts or without a font library.
std::vector<FontFile> system_fonts();

/// The same, ordered by the number of these characters that a font has.
std::vector<FontFile> system_fonts_with(std::span<const char32_t> characters);

/// Fonts of a family with an ASCII name; empty if it is not installed.
std::vector<FontFile> system_fonts_called(const std::string& family);

struct Font {
  Bytes bytes;  ///< content of the file
  int face = 0;
  std::string name;  ///< name of the file, for messages
  bool japanese = false;
};

/// Coverage of pixels by a line of text, 0-255, by rows from the top left.
struct TextCoverage {
  int width = 0, height = 0;
  int cap_top = 0;  ///< the row where capitals begin
  std::vector<std::uint8_t> pixels;
};

/// Draws a line of UTF-8 in a font; capitals are `cap_height` pixels high.
TextCoverage cover(const Font& font, std::string_view text, int cap_height);

/// The first usable font with Japanese characters, else the first usable font.
std::optional<Font> choose_font(std::span<const FontFile> files);

/// The font that has the most of these characters; null if no font has any.
std::optional<Font> font_with(std::span<const char32_t> characters, std::span<const FontFile> files);

}  // namespace mmd
