#version 330 core
#include "skinning.glsl"

out vec3 out_position;
out vec3 out_normal;

void main() {
  skin(out_position, out_normal);
  gl_Position = vec4(0.0);
}
