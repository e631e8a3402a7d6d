#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;
uniform vec3 eye;
// z: the material's edge size. Per unit of it the width is x times the distance to the eye, plus y (orthographic),
// which is w pixels.
uniform vec4 edge;

// Minimum width of an edge in pixels: thinner ones would be dotted, so they get this width and less alpha.
const float min_width = 0.7;
out float v_cover;

void main() {
  vec3 position, normal;
  skin(position, normal);
  float size = edge.z * in_edge_scale;
  float pixels = size * edge.w;
  v_cover = clamp(pixels / min_width, 0.0, 1.0);
  if (pixels > 0.0) size /= max(v_cover, 1e-3);
  float width = size * (edge.x * distance(position, eye) + edge.y);
  gl_Position = view_projection * vec4(position + normal * width, 1.0);
}
