#pragma once

#include "assets/image.h"
#include "commands/output/font.h"
#include "render/renderer.h"
#include "scene/scene.h"
#include "scene/scene_difference.h"

namespace mmd {

/// Draws two scenes and their heat map with its legend side by side; each is `width` x `height`. All get the
/// camera of the first. `progress`: see Renderer::render(). `legend_font` may be null.
Result<Image> draw_comparison(Renderer& renderer, const Scene& first, Scene& second,
                              SceneDifference& difference, int width, int height, int samples,
                              const Font* legend_font, const Renderer::TileProgress& progress = {});

/// Copies `count` columns of a picture, from column `first` on, to column `at` of another picture of the same
/// height. If the other is empty, creates it with `width` columns.
void copy_columns(const Image& from, int first, int count, int width, Image& to, int at);

/// Draws the legend into the bottom left corner of a heat map, where figures seldom are: a vertical bar of
/// the colours with displacements in MMD units, the largest at the top, or "no vertex moves" if `largest` is
/// 0. The size grows with the picture's height; the picture clips it. `font`: null for built-in letters.
void draw_heat_legend(Image& image, float largest, const Font* font);

}  // namespace mmd
