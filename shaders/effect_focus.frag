#version 330 core
#include "effect_picture.glsl"

#include "effect_focus.glsl"

// Radii of blur at half the picture's size, from 0 (in front) to 1 (behind), 0.5 in focus. r: of the nearest surface in
// the pixel, g: of the farthest.

// 0: lens
uniform vec4 effect[1];

out vec4 colour;

// Of samples in the same place of four pixels.
vec4 depths_around(vec2 first, vec2 size) {
  vec2 last = first + size;
  return vec4(depth_of(first), depth_of(vec2(last.x, first.y)), depth_of(vec2(first.x, last.y)), depth_of(last));
}

void main() {
  // The first and the last sample of each pixel.
  vec2 size = pixel_size(), middle = (gl_FragCoord.xy * 2.0 - 0.5) * size, off = last_sample(size);
  vec4 some = depths_around(middle - off, size), others = depths_around(middle + off, size);
  vec4 nearer = min(some, others), farther = max(some, others);
  float near = min(min(nearer.x, nearer.y), min(nearer.z, nearer.w));
  float far = max(max(farther.x, farther.y), max(farther.z, farther.w));
  vec2 radius = vec2(blur_of_depth(effect[0].xyz, near), blur_of_depth(effect[0].xyz, far));
  colour = vec4(radius / effect[0].z * 0.5 + 0.5, 0.0, 1.0);
}
