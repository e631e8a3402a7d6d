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

void main() {
  // Eight places on a circle.
  int straight = int(effect[0].y + 0.5), slanted = int(effect[0].y * 0.70710678 + 0.5);
  ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(base_map, 0) - 1;
  ivec2 from = max(pixel - straight, 0), to = min(pixel + straight, last);
  ivec2 low = max(pixel - slanted, 0), high = min(pixel + slanted, last);
  vec4 around = texelFetch(base_map, ivec2(from.x, pixel.y), 0) + texelFetch(base_map, ivec2(to.x, pixel.y), 0) +
                texelFetch(base_map, ivec2(pixel.x, from.y), 0) + texelFetch(base_map, ivec2(pixel.x, to.y), 0) +
                texelFetch(base_map, low, 0) + texelFetch(base_map, ivec2(high.x, low.y), 0) +
                texelFetch(base_map, ivec2(low.x, high.y), 0) + texelFetch(base_map, high, 0);
  vec4 drawn = texelFetch(base_map, pixel, 0);
  float ink = smoothstep(0.02, 0.14, dot(around * 0.125 - drawn, vec4(0.2126, 0.7152, 0.0722, -1.0)));

  vec2 size = pixel_size(), place = gl_FragCoord.xy * size - last_sample(size);
  vec2 right = vec2(size.x * float(straight), 0.0), up = vec2(0.0, size.y * float(straight));
  vec2 rising = size * float(slanted), falling = vec2(rising.x, -rising.y);
  float depth = depth_of(place), slope = slope_of(depth);
  vec4 beside =
      vec4(depth_of(place + right), depth_of(place - right), depth_of(place + up), depth_of(place - up));
  vec4 across = vec4(depth_of(place + rising), depth_of(place - rising), depth_of(place + falling),
                     depth_of(place - falling));
  float bend = dot(behind(beside, depth, slope) + behind(across, depth, slope), vec4(1.0));
  if (has_surface(depth)) ink = max(ink, smoothstep(1.0, 4.0, bend));
  vec3 paper = vec3(1.0 - 0.9 * ink) * drawn.a;
  colour = vec4(mix(drawn.rgb, paper, effect[0].x), drawn.a);
}
