#version 330 core

// A triangle that covers the picture, with texture coordinates in the background picture.

uniform vec4 placement;  // from normalised device coordinates to texture coordinates: scale, then offset

out vec2 uv;

void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2)) * 2.0 - 1.0;
  uv = corner * placement.xy + placement.zw;
  gl_Position = vec4(corner, 1.0, 1.0);
}
