#pragma once

#include "assets/image.h"
#include "commands/output/font.h"
#include "render/renderer.h"
#include "scene/comparison.h"
#include "scene/scene.h"

namespace mmd {

/// The scene as it is, the other state, and the heat map with its legend, side by side; each `width` x
/// `height`. The scene is as before when it returns. `progress` is told as by Renderer::render.
/// `legend_font` may be null.
Result<Image> draw_comparison(Renderer& renderer, Scene& scene, Comparison& comparison, int width, int height,
                              int samples, const Font* legend_font,
                              const Renderer::TileProgress& progress = {});

/// Copies `count` columns of a picture from column `first` on to column `at` of another of that height, which
/// is made, `width` columns wide, if it is empty.
void copy_columns(const Image& from, int first, int count, int width, Image& to, int at);

/// Draws into the bottom left corner of a heat map, where a figure seldom is, what its colours mean: an
/// upright bar of them beside displacements in MMD units, the largest at the top; or that nothing moves, if
/// `largest` is 0. The size goes by the picture's height; what does not fit is cut off. `font`: null for
/// plain letters.
void draw_heat_legend(Image& image, float largest, const Font* font);

}  // namespace mmd
