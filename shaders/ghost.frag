#version 330 core
// A model as a tinted shape: more transparent where it faces the eye, more opaque towards its outline.
in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;

uniform vec3 eye;
uniform sampler2D base_map;
uniform vec4 colour;
uniform float cutoff;  // texels with less alpha are not drawn

out vec4 out_colour;

void main() {
  if (texture(base_map, v_uv).a < cutoff) discard;
  float facing = abs(dot(normalize(v_normal + vec3(1e-12)), normalize(eye - v_position)));
  out_colour = vec4(colour.rgb, colour.a * (1.0 - 0.6 * facing));
}
