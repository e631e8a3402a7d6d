#version 330 core
#include "effect_picture.glsl"

// The picture's lines on white paper: where it is darker than around, and where surfaces end.

// 0: share of the picture that gives way, radius of what is around in pixels
uniform vec4 effect[1];

out vec4 colour;

// How far surfaces are behind a depth; nothing is far behind.
vec4 behind(vec4 depths, float depth, float slope) {
  return max(clamp((depths - depth) * slope, -2.0, 2.0), 2.0 - 2.0 * surfaces_of(depths));
}

vec4 picture_at(vec2 pixel) {
  return textureLod(base_map, pixel * picture[3].xy, 0.0);
}

void main() {
  // Eight places on a circle.
  float straight = floor(effect[0].y + 0.5), slanted = floor(effect[0].y * 0.70710678 + 0.5);
  vec2 pixel = gl_FragCoord.xy, right = vec2(straight, 0.0), up = vec2(0.0, straight);
  vec2 rising = vec2(slanted), falling = vec2(slanted, -slanted);
  vec4 around = picture_at(pixel + right) + picture_at(pixel - right) + picture_at(pixel + up) +
                picture_at(pixel - up) + picture_at(pixel + rising) + picture_at(pixel - rising) +
                picture_at(pixel + falling) + picture_at(pixel - falling);
  vec4 drawn = picture_here();
  float ink = smoothstep(0.02, 0.14, dot(around * 0.125 - drawn, vec4(0.2126, 0.7152, 0.0722, -1.0)));

  // Depths, which are slower to read, at four places. Their radius makes lines as wide as the colours do.
  vec2 size = pixel_size(), place = pixel * size - last_sample(size), off = 0.85 * effect[0].y * size;
  vec2 left = vec2(-off.x, 0.0), down = vec2(0.0, -off.y);
  float depth = depth_of(place);
  vec4 beside =
      vec4(depth_of(place - left), depth_of(place + left), depth_of(place - down), depth_of(place + down));
  float bend = dot(behind(beside, depth, slope_of(depth)), vec4(1.0));
  if (has_surface(depth)) ink = max(ink, smoothstep(0.4, 1.6, bend));
  vec3 paper = vec3(1.0 - 0.9 * ink) * drawn.a;
  colour = vec4(mix(drawn.rgb, paper, effect[0].x), drawn.a);
}
