// What effects know of the picture. Drivers on the CPU are slow with loops, and with texelFetch() from depths.

uniform sampler2D base_map;  // what a pass reads; for most, the picture so far, premultiplied
uniform sampler2D depth_map;
// 0: xy: place of the drawn part in the picture, pixels; z: whether the view is parallel (0 or 1); w: from the middle
// of a pixel to that of its last depth, pixels
// 1: the projection's rows of depth and of w
// 2: view-space x and y at distance 1: xy: at the part's corner; zw: per pixel
// 3: size of a pixel in coordinates: xy: of the picture so far; zw: of the depth map
// 4: xy: the last place of the part in the depth map, which may be larger
uniform vec4 picture[5];

// A pixel of the part is given by its middle, as in gl_FragCoord; a place by its coordinates in the depth map.

// The picture so far in this pixel.
vec4 picture_here() {
  return textureLod(base_map, gl_FragCoord.xy * picture[3].xy, 0.0);
}

// The size of a pixel there.
vec2 pixel_size() {
  return picture[3].zw;
}

float depth_of(vec2 place) {
  return textureLod(depth_map, min(place, picture[4].xy), 0.0).r;
}

// From the middle of a pixel of a size to the middle of its last sample, of two or one along each axis.
vec2 last_sample(vec2 size) {
  return size * picture[0].w;
}

// Of the first of a pixel's samples.
float depth_at(vec2 pixel) {
  vec2 size = pixel_size();
  return depth_of(pixel * size - last_sample(size));
}

// Of four of a pixel's samples: all of 2 x 2, or four times the only one.
vec4 depths_at(vec2 pixel) {
  vec2 size = pixel_size(), off = last_sample(size), first = pixel * size - off, last = pixel * size + off;
  return vec4(depth_of(first), depth_of(vec2(last.x, first.y)), depth_of(vec2(first.x, last.y)), depth_of(last));
}

// The distance along the view.
float distance_of(float depth) {
  float clip = depth * 2.0 - 1.0;
  return (picture[1].y - clip * picture[1].w) / (picture[1].x - clip * picture[1].z);
}

vec4 distances_of(vec4 depths) {
  vec4 clip = depths * 2.0 - 1.0;
  return (picture[1].y - clip * picture[1].w) / (picture[1].x - clip * picture[1].z);
}

// Distance per depth, at a depth.
float slope_of(float depth) {
  float clip = depth * 2.0 - 1.0, below = 1.0 / (picture[1].x - clip * picture[1].z);
  return 2.0 * below * ((picture[1].y - clip * picture[1].w) * below * picture[1].z - picture[1].w);
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
  return vec3((picture[2].xy + pixel * picture[2].zw) * mix(distance, 1.0, picture[0].z), distance);
}

// Pixels of a length at a distance.
float pixels_of(float size, float distance) {
  return size / (picture[2].w * mix(distance, 1.0, picture[0].z));
}
