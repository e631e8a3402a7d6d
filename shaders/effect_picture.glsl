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

// Of four of a pixel's samples: all of 2 x 2, or four times the only one. Drivers on the CPU are slow with loops.
vec4 depths_at(ivec2 pixel) {
  int side = int(picture[2].w);
  ivec2 first = pixel * side, last = first + side - 1;
  return vec4(depth_of(first), depth_of(ivec2(last.x, first.y)), depth_of(ivec2(first.x, last.y)), depth_of(last));
}

vec4 distances_of(vec4 depths) {
  vec4 clip = depths * 2.0 - 1.0;
  return (picture[1].y - clip * picture[1].w) / (picture[1].x - clip * picture[1].z);
}

// 1 for samples that show a model, 0 for others.
vec4 surfaces_of(vec4 depths) {
  return vec4(lessThan(depths, vec4(1.0)));
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
