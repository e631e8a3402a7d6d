#version 330 core
#include "effect_picture.glsl"

// The picture's lines on white paper: where it is darker than around, and where surfaces end.

uniform sampler2D base_map;  // premultiplied
// 0: share of the picture that gives way, radius of what is around in pixels
uniform vec4 effect[1];

out vec4 colour;

const vec3 brightness = vec3(0.2126, 0.7152, 0.0722);

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(base_map, 0) - 1;
  vec4 drawn = texelFetch(base_map, pixel, 0);
  float own = dot(drawn.rgb, brightness) + 1.0 - drawn.a;
  float depth = depth_at(pixel), distance = distance_of(depth);
  float around = 0.0, brightest = own, bend = 0.0;
  for (int i = 0; i < 8; ++i) {
    float angle = 0.78539816 * float(i);
    vec2 off = vec2(cos(angle), sin(angle)) * effect[0].y;
    ivec2 there = clamp(pixel + ivec2(round(off)), ivec2(0), last);
    vec4 other = texelFetch(base_map, there, 0);
    float light = dot(other.rgb, brightness) + 1.0 - other.a;
    around += light * 0.125;
    float other_depth = depth_at(there);
    bend += clamp((has_surface(other_depth) ? distance_of(other_depth) : distance + 2.0) - distance, -2.0, 2.0);
  }
  float ink = smoothstep(0.02, 0.14, around - own);
  if (has_surface(depth)) ink = max(ink, smoothstep(1.0, 4.0, bend));
  vec3 paper = vec3(1.0 - 0.9 * ink) * drawn.a;
  colour = vec4(mix(drawn.rgb, paper, effect[0].x), drawn.a);
}
