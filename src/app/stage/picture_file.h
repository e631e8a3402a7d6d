#pragma once

#include <string>

namespace mmd {

/// How pictures are saved from the window.
struct PictureFile {
  int width = 0, height = 0;  ///< pixels; 0: as the window has it
  int samples = 0;            ///< per pixel; 0: as the window has it
  bool transparent = false;   ///< instead of the background
  std::string name = {};      ///< template (options/name_template.h); empty: by model, pose and time

  bool has_size() const { return width > 0 && height > 0; }
};

/// The largest side that can be asked for.
inline constexpr int largest_picture_side = 16384;

}  // namespace mmd
