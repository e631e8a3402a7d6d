#version 330 core
in vec3 v_normal;

out vec4 out_colour;

void main() {
  float squared = dot(v_normal, v_normal);
  vec3 normal = squared > 1e-12 ? v_normal * inversesqrt(squared) : vec3(0.0);
  out_colour = vec4(normal * 0.5 + 0.5, 1.0);
}
