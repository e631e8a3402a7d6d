// What effects know of the picture.

uniform sampler2D depth_map;
// 0: place of the drawn part in the picture, size of the picture, pixels; 1: the projection's rows of depth and of w;
// 2: half a picture per distance along x and y, whether parallel (0 or 1), depths per pixel
uniform vec4 picture[3];

// At a pixel of the part: what part of its samples shows a model, and the nearest distance along the view.
float depth_of(ivec2 at) {
  return texelFetch(depth_map, at, 0).r;
}

float distance_of(float depth) {
  float clip = depth * 2.0 - 1.0;
  return (picture[1].y - clip * picture[1].w) / (picture[1].x - clip * picture[1].z);
}

// Of the first of a pixel's samples.
float depth_at(ivec2 pixel) {
  return depth_of(pixel * int(picture[2].w));
}

bool has_surface(float depth) {
  return depth < 1.0;
}

// The view-space point at a pixel of the part, z positive ahead.
vec3 point_at(vec2 pixel, float distance) {
  vec2 at = (pixel + picture[0].xy) / picture[0].zw * 2.0 - 1.0;
  return vec3(at * picture[2].xy * mix(distance, 1.0, picture[2].z), distance);
}

// Pixels of a length at a distance.
float pixels_of(float size, float distance) {
  return size * picture[0].w * 0.5 / (picture[2].y * mix(distance, 1.0, picture[2].z));
}
