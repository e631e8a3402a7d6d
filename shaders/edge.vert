#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;
uniform vec3 eye;
// Per unit of edge size: x times the distance to the eye, plus y (orthographic), and w pixels of the picture;
// z: the material's edge size.
uniform vec4 edge;

// Edges that are thinner than the samples of a pixel lie apart would be dotted: they are as wide as this, pixels, and
// let through what they do not cover.
const float thinnest = 0.7;
out float v_cover;

void main() {
  vec3 position, normal;
  skin(position, normal);
  float size = edge.z * in_edge_scale;
  float pixels = size * edge.w;
  v_cover = clamp(pixels / thinnest, 0.0, 1.0);
  if (pixels > 0.0) size /= max(v_cover, 1e-3);
  float width = size * (edge.x * distance(position, eye) + edge.y);
  gl_Position = view_projection * vec4(position + normal * width, 1.0);
}
