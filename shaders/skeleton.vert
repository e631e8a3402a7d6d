#version 330 core
// One instance per shape: a quad around the segment from a to b with its radii and outline. Pixels, origin at the
// bottom left.
layout(location = 0) in vec4 in_segment;  // a, b
layout(location = 1) in vec4 in_shape;    // radius at a, at b, kind, outline width
layout(location = 2) in vec4 in_colour;

uniform vec2 viewport;

out vec2 v_pixel;
flat out vec4 v_segment;
flat out vec4 v_shape;
flat out vec4 v_colour;

void main() {
  vec2 a = in_segment.xy, b = in_segment.zw;
  float reach = max(in_shape.x, in_shape.y) * 1.5 + in_shape.w + 1.0;
  float size = length(b - a);
  vec2 along = size > 1e-3 ? (b - a) / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  v_pixel = mix(a - along * reach, b + along * reach, corner.x) + across * reach * (corner.y * 2.0 - 1.0);
  v_segment = in_segment;
  v_shape = in_shape;
  v_colour = in_colour;
  gl_Position = vec4(v_pixel / viewport * 2.0 - 1.0, 0.0, 1.0);
}
