#version 330 core
#include "effect_distance.glsl"

// Averages occlusion over 4 x 4 pixels of the same surface.

uniform sampler2D base_map;  // of effect_occlusion.frag
// 0: nearest distance of the scene, its depth
uniform vec4 effect[1];

out vec4 colour;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(base_map, 0) - 1;
  float own = distance_in(effect[0].xy, texelFetch(base_map, pixel, 0).gba);
  float sum = 0.0, weights = 0.0;
  for (int y = -2; y < 2; ++y) {
    for (int x = -2; x < 2; ++x) {
      vec4 there = texelFetch(base_map, clamp(pixel + ivec2(x, y), ivec2(0), last), 0);
      float weight = max(1.0 - 2.0 * abs(distance_in(effect[0].xy, there.gba) - own), 0.001);
      sum += there.r * weight;
      weights += weight;
    }
  }
  colour = vec4(sum / weights);
}
