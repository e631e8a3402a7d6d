#version 330 core
#include "effect_picture.glsl"

// Models fade into a colour with their distance; the background stays.

// 0: colour; 1: the distance where fog begins, 1 over the distance to where it hides everything
uniform vec4 effect[2];

out vec4 colour;

void main() {
  vec4 drawn = picture_here();
  vec4 depths = depths_at(gl_FragCoord.xy);
  vec4 shares = clamp((distances_of(depths) - effect[1].x) * effect[1].y, 0.0, 1.0);
  shares *= shares * (3.0 - 2.0 * shares) * surfaces_of(depths);
  float share = min(dot(shares, vec4(0.25)) / max(drawn.a, 1.0 / 255.0), 1.0);  // of the whole pixel
  colour = vec4(mix(drawn.rgb, effect[0].rgb * drawn.a, share), drawn.a);
}
