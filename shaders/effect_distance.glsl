// Distances along the view in three channels of eight bits.

// `range`: nearest distance of the scene, its depth.
vec3 packed_distance(vec2 range, float distance) {
  vec3 parts = fract(clamp((distance - range.x) / range.y, 0.0, 0.999999) * vec3(1.0, 255.0, 65025.0));
  return parts - parts.yzz * vec3(1.0 / 255.0, 1.0 / 255.0, 0.0);
}

float distance_in(vec2 range, vec3 parts) {
  return range.x + range.y * dot(parts, vec3(1.0, 1.0 / 255.0, 1.0 / 65025.0));
}
