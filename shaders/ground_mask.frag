#version 330 core

uniform sampler2D base_map;  // the shadow's strength by pixel of the tile

in vec3 v_clip;  // x, y, w

uniform vec4 colour;
#include "ground_fade.glsl"

out vec4 out_colour;

void main() {
  vec2 at = (v_clip.xy / v_clip.z * 0.5 + 0.5) * vec2(textureSize(base_map, 0));
  float share = texelFetch(base_map, ivec2(at), 0).r;
  if (share == 0.0) discard;
  out_colour = vec4(colour.rgb, colour.a * share * faded());
}
