#version 330 core
in float v_cover;  // 0-1

uniform vec4 colour;

out vec4 out_colour;

void main() {
  float alpha = colour.a * v_cover;
  if (alpha <= 0.0) discard;
  out_colour = vec4(colour.rgb, alpha);
}
