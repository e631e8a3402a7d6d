#pragma once

#include <string_view>

#include "assets/image.h"

namespace mmd {

/// Writes a line into the top left corner of a picture, white in a dark box, in a size that goes by the
/// picture's height. It knows digits, '.', '-', the space and the letters of "max"; anything else is a space.
/// What does not fit is cut off.
void draw_corner_text(Image& image, std::string_view text);

}  // namespace mmd
