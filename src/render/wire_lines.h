#pragma once

// How wide the lines of a wire picture are.

#include "render/frame.h"

namespace mmd {

/// Drawn pixels: a part of the edge that a triangle of the actor has on average, so that fine meshes in small
/// pictures do not run together; at most a pixel, or a thousandth of the picture's height.
float wire_width(const Frame& frame, const Actor& actor);

/// Whether any line is drawn: each is one drawn pixel wide and would come out thin if the picture were drawn
/// larger.
bool draws_lines(const Scene& scene);

/// How far, drawn pixels, points and lines reach beyond where they lie: of those that lie outside of a tile a
/// driver draws nothing. 0: there are none.
int reach_of_marks(const Frame& frame);

/// Lines have no less than one pixel: thinner ones are drawn translucent. Most edges belong to two triangles
/// and are drawn twice; both together cover what the width is.
float alpha_of_width(float width);
void set_line_width(float width);

}  // namespace mmd
