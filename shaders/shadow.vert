#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;  // the camera's after flattening onto the ground

#ifndef OPAQUE
out vec2 v_uv;
#endif
out vec3 v_clip;

void main() {
  vec3 position, normal;
  skin(position, normal);
#ifndef OPAQUE
  v_uv = in_uv;
#endif
  gl_Position = view_projection * vec4(position, 1.0);
  v_clip = gl_Position.xyw;
}
