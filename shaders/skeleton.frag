#version 330 core
in vec2 v_pixel;
flat in vec4 v_segment;
flat in vec4 v_shape;
flat in vec4 v_colour;

out vec4 out_colour;

const vec3 dark = vec3(0.08);

// Kinds: 0 a tapering bar, 1 a disc, 2 a ring around a dot, 3 a square around a dot, 4 a disc with a cross; + 8: with a
// white outline.
int kind() {
  return int(v_shape.z) & 7;
}

// Distance to the outline in pixels, negative inside.
float distance_to_shape(vec2 offset) {
  if (kind() == 0) {
    vec2 axis = v_segment.zw - v_segment.xy;
    float t = clamp(dot(offset, axis) / max(dot(axis, axis), 1e-6), 0.0, 1.0);
    return length(offset - axis * t) - mix(v_shape.x, v_shape.y, t);
  }
  if (kind() == 3) return max(abs(offset.x), abs(offset.y)) - v_shape.x;
  return length(offset) - v_shape.x;
}

// Distance to the dark mark on the shape in pixels, negative inside.
float distance_to_mark(vec2 offset) {
  float radius = v_shape.x;
  vec2 size = abs(offset);
  if (kind() == 2) return abs(length(offset) - 0.54 * radius) - 0.17 * radius;
  if (kind() == 3) return abs(max(size.x, size.y) - 0.54 * radius) - 0.17 * radius;
  if (kind() == 4) return max(abs(size.x - size.y) * 0.70710678 - 0.16 * radius, length(offset) - 0.85 * radius);
  return 1e6;
}

void main() {
  vec2 offset = v_pixel - v_segment.xy;
  float outside = distance_to_shape(offset);
  float inner = clamp(0.5 - outside, 0.0, 1.0);
  float outer = clamp(0.5 + v_shape.w - outside, 0.0, 1.0);
  if (outer <= 0.0) discard;
  vec3 colour = mix(v_colour.rgb, dark, clamp(0.5 - distance_to_mark(offset), 0.0, 1.0));
  out_colour = vec4(mix(v_shape.z > 7.5 ? vec3(1.0) : dark, colour, inner), outer * v_colour.a);
}
