// The radius in pixels of the disc that a point out of focus becomes: negative in front of the focus.
// lens: the distance in focus, radius at infinity, largest radius
float blur_radius(vec3 lens, float distance) {
  return clamp(lens.y * (distance - lens.x) / max(distance, 1e-3), -lens.z, lens.z);
}

float blur_of_depth(vec3 lens, float depth) {
  return has_surface(depth) ? blur_radius(lens, distance_of(depth)) : min(lens.y, lens.z);
}
