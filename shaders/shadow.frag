#version 330 core
#ifndef OPAQUE
in vec2 v_uv;

uniform sampler2D base_map;
uniform float cutoff;  // texels with less alpha throw no shadow
#endif
in vec3 v_clip;  // x, y, w

uniform vec4 colour;
#include "ground_fade.glsl"

out vec4 out_colour;

void main() {
#ifdef OPAQUE
  const float alpha = 1.0;
#else
  float alpha = texture(base_map, v_uv).a;
  if (alpha < cutoff) discard;
#endif
  out_colour = vec4(colour.rgb, colour.a * alpha * faded());
}
