#pragma once

#include "render/effects/effect_canvas.h"

namespace mmd {

// The effects, in files of their names. Each draws the canvas's picture anew if it is on.
Result<void> draw_occlusion(EffectCanvas& canvas);
Result<void> draw_rim(EffectCanvas& canvas);
Result<void> draw_fog(EffectCanvas& canvas);
Result<void> draw_depth_of_field(EffectCanvas& canvas);
Result<void> draw_glow(EffectCanvas& canvas);
Result<void> draw_lines(EffectCanvas& canvas);
Result<void> draw_grade(EffectCanvas& canvas);

// How far they reach, as shares of the picture's height; 0: off.
float reach_of(const Effects::Occlusion& occlusion);
float reach_of_rim();
float reach_of(const Effects::DepthOfField& asked);
float reach_of(const Effects::Glow& glow);

/// Effects draw smaller pictures, of pixels of up to this side, whose grid is the same in all tiles.
inline constexpr int effect_grid = 16;

/// How far all reach together, in pixels of the finished picture: tiles are drawn wider by it. `height`: of
/// the picture. 0: every pixel is changed by itself.
int reach_of(const Effects& effects, int height);

/// A tile extended by the effects' reach, from positions that are the same grid in every tile; not one that
/// is larger than the picture.
Tile widened_for(const Effects& effects, const Tile& tile, int width, int height);

/// The largest side of tiles of up to `tile` pixels along a side of `whole` pixels, extended by that.
int largest_side(const Effects& effects, int height, int whole, int tile);

/// Changes the picture that is bound for reading by the effects that are on, in this order: occlusion, rim,
/// fog, depth of field, glow, lines, grade.
Result<void> draw_effects(EffectCanvas& canvas);

}  // namespace mmd
