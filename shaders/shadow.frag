#version 330 core
#ifndef OPAQUE
in vec2 v_uv;

uniform sampler2D base_map;
uniform float cutoff;  // what the texture makes less opaque than this throws no shadow
#endif
in vec3 v_clip;  // x, y, w

uniform vec4 colour;
// From the tile's clip space to the picture's (scale, offset); how fast the shadow grows from the left, bottom, right
// and top border; the eye over the ground, which grazing is none and what it grows with.
uniform vec4 fade[3];

out vec4 out_colour;

float faded() {
  vec2 at = v_clip.xy / v_clip.z * fade[0].xy + fade[0].zw;
  vec4 inside = vec4(1.0 + at, 1.0 - at) * fade[1];
  float grazing = (fade[2].x / v_clip.z - fade[2].y) * fade[2].z;
  float part = min(min(min(inside.x, inside.y), min(inside.z, inside.w)), grazing);
  return smoothstep(0.0, 1.0, part);
}

void main() {
#ifdef OPAQUE
  const float alpha = 1.0;
#else
  float alpha = texture(base_map, v_uv).a;
  if (alpha < cutoff) discard;
#endif
  out_colour = vec4(colour.rgb, colour.a * alpha * faded());
}
