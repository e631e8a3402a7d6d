#version 330 core
#include "effect_picture.glsl"

// Models fade into a colour with their distance; the background stays.

uniform sampler2D base_map;  // premultiplied
// 0: colour; 1: the distance where fog begins, 1 over the distance to where it hides everything
uniform vec4 effect[2];

out vec4 colour;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 drawn = texelFetch(base_map, pixel, 0);
  int side = int(picture[2].w);
  float fogged = 0.0;  // of the whole pixel
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      float depth = depth_of(pixel * side + ivec2(x, y));
      float share = clamp((distance_of(depth) - effect[1].x) * effect[1].y, 0.0, 1.0);
      if (has_surface(depth)) fogged += share * share * (3.0 - 2.0 * share);
    }
  }
  float share = min(fogged / (picture[2].w * picture[2].w * max(drawn.a, 1.0 / 255.0)), 1.0);
  colour = vec4(mix(drawn.rgb, effect[0].rgb * drawn.a, share), drawn.a);
}
