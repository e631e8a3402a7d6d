#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;
uniform vec3 eye;
// Per unit of edge size: x times the distance to the eye, plus y (orthographic); z: the material's edge size.
uniform vec4 edge;

void main() {
  vec3 position, normal;
  skin(position, normal);
  float width = edge.z * in_edge_scale * (edge.x * distance(position, eye) + edge.y);
  gl_Position = view_projection * vec4(position + normal * width, 1.0);
}
