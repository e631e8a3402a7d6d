#pragma once

#include "assets/image.h"

namespace mmd {

/// Draws into the top left corner of a heat map what its colours mean: the largest displacement, a bar of the
/// colours, and MMD units below it. The size goes by the picture's height; what does not fit is cut off.
void draw_heat_legend(Image& image, float largest);

}  // namespace mmd
