#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;  // the light's; or the camera's after flattening onto the ground

out vec2 v_uv;
out vec3 v_clip;

void main() {
  vec3 position, normal;
  skin(position, normal);
  v_uv = in_uv;
  gl_Position = view_projection * vec4(position, 1.0);
  v_clip = gl_Position.xyw;
}
