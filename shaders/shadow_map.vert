#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;  // the light's

#ifndef OPAQUE
out vec2 v_uv;
#endif

void main() {
  vec3 position, normal;
  skin(position, normal);
  gl_Position = view_projection * vec4(position, 1.0);
#ifndef OPAQUE
  v_uv = in_uv;
#endif
}
