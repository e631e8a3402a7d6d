#version 330 core
in vec2 v_uv;

uniform sampler2D base_map;
uniform vec4 colour;
uniform float cutoff;  // what the texture makes less opaque than this throws no shadow

out vec4 out_colour;

void main() {
  float alpha = texture(base_map, v_uv).a;
  if (alpha < cutoff) discard;
  out_colour = vec4(colour.rgb, colour.a * alpha);
}
