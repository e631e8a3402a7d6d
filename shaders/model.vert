#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;

out vec3 v_position;  // model space
out vec3 v_normal;
out vec2 v_uv;
out vec4 v_uv1;

void main() {
  skin(v_position, v_normal);
  v_uv = in_uv;
  v_uv1 = in_uv1;
  gl_Position = view_projection * vec4(v_position, 1.0);
}
