#pragma once

#include "assets/image.h"
#include "commands/output/font.h"

namespace mmd {

/// Draws into the bottom left corner of a heat map, where a figure seldom is, what its colours mean: an
/// upright bar of them beside displacements in MMD units, the largest at the top; or that nothing moves, if
/// `largest` is 0. The size goes by the picture's height; what does not fit is cut off. `font`: null for
/// plain letters.
void draw_heat_legend(Image& image, float largest, const Font* font);

}  // namespace mmd
