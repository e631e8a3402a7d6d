#version 330 core

// The part of the ground that can be in shadow.

uniform mat4 view_projection;
uniform vec4 placement;  // min x, min z, max x, max z

out vec3 v_clip;

void main() {
  vec2 at = mix(placement.xy, placement.zw, vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)));
  gl_Position = view_projection * vec4(at.x, 0.0, at.y, 1.0);
  v_clip = gl_Position.xyw;
}
