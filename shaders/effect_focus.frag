#version 330 core
#include "effect_picture.glsl"

#include "effect_focus.glsl"

// Radii of blur at half the picture's size, from 0 (in front) to 1 (behind), 0.5 in focus. r: of the nearest surface in
// the pixel, g: of the farthest.

// 0: lens
uniform vec4 effect[1];

out vec4 colour;

void main() {
  ivec2 corner = ivec2(gl_FragCoord.xy) * 2 * int(picture[2].w), last = textureSize(depth_map, 0) - 1;
  int step = int(picture[2].w), end = 2 * step;
  float near = 1.0, far = 0.0;
  for (int y = 0; y < end; y += 1) {
    for (int x = 0; x < end; x += step) {
      // The middle two of the samples of a pixel vary from row to row.
      float depth = depth_of(min(corner + ivec2(x + (y & (step - 1)), y), last));
      near = min(near, depth);
      far = max(far, depth);
    }
  }
  vec2 radius = vec2(blur_of_depth(effect[0].xyz, near), blur_of_depth(effect[0].xyz, far));
  colour = vec4(radius / effect[0].z * 0.5 + 0.5, 0.0, 1.0);
}
