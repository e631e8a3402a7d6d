#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
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

struct Font {
  Bytes bytes;  ///< the file
  int face = 0;
  std::string name;  ///< the file's, for messages
  bool japanese = false;
};

/// The first font that can be drawn with and has Japanese characters; without one, the first that can be
/// drawn with.
std::optional<Font> choose_font(std::span<const FontFile> files);

}  // namespace mmd
