#version 330 core
in vec3 v_normal;
in vec2 v_uv;
in vec3 v_colour;

uniform mat4 view;
uniform ivec2 inspect;  // see inspect.vert

out vec4 out_colour;

// Sixteen fields along each axis; red grows with U, green with V.
vec3 checker() {
  vec2 cell = floor(v_uv * 16.0);
  float dark = mod(cell.x + cell.y, 2.0);
  return vec3(fract(v_uv), 0.5) * mix(1.0, 0.55, dark);
}

void main() {
  float squared = dot(v_normal, v_normal);
  vec3 normal = squared > 1e-12 ? v_normal * inversesqrt(squared) : vec3(0.0);
  float facing = abs((mat3(view) * normal).z);
  out_colour = vec4((inspect.x == 7 ? checker() : v_colour) * (0.6 + 0.4 * facing), 1.0);
}
