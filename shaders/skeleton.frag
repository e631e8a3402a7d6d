#version 330 core
in vec2 v_pixel;
flat in vec4 v_segment;
flat in vec4 v_shape;
flat in vec4 v_colour;

out vec4 out_colour;

// Pixels to the outline, negative inside. Kinds: 0 a tapering bar, 1 a disc, 2 a diamond, 3 a square.
float distance_to_shape() {
  vec2 offset = v_pixel - v_segment.xy;
  if (v_shape.z < 0.5) {
    vec2 axis = v_segment.zw - v_segment.xy;
    float t = clamp(dot(offset, axis) / max(dot(axis, axis), 1e-6), 0.0, 1.0);
    return length(offset - axis * t) - mix(v_shape.x, v_shape.y, t);
  }
  if (v_shape.z < 1.5) return length(offset) - v_shape.x;
  if (v_shape.z < 2.5) return (abs(offset.x) + abs(offset.y)) * 0.70710678 - v_shape.x;
  return max(abs(offset.x), abs(offset.y)) - v_shape.x;
}

void main() {
  float outside = distance_to_shape();
  float inner = clamp(0.5 - outside, 0.0, 1.0);
  float outer = clamp(0.5 + v_shape.w - outside, 0.0, 1.0);
  if (outer <= 0.0) discard;
  out_colour = vec4(mix(vec3(0.08), v_colour.rgb, inner), outer * v_colour.a);
}
