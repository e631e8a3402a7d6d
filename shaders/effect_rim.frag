#version 330 core
#include "effect_picture.glsl"

// A light from behind: a bright border where a surface ends and what is behind it is farther away.

uniform sampler2D base_map;  // premultiplied
// 0: colour times strength, width in MMD units; 1: direction towards the border in the picture, largest width in
// pixels; 2: height above the ground of a view-space point: factors, offset
uniform vec4 effect[3];

out vec4 colour;

const vec3 brightness = vec3(0.2126, 0.7152, 0.0722);

float depth_around(vec2 at) {
  return depth_of(clamp(ivec2(at), ivec2(0), textureSize(depth_map, 0) - 1));
}

// How far surfaces are behind another one: 0 to 1, which is a border.
vec4 border(vec4 depths, float own) {
  return smoothstep(0.25, 1.25, mix(vec4(9.0), distances_of(depths) - own, surfaces_of(depths)));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 drawn = texelFetch(base_map, pixel, 0);
  float own = distance_of(depth_at(pixel));
  float width = min(pixels_of(effect[0].w, own), effect[1].z);
  float samples = picture[2].w;
  vec2 stride = effect[1].xy * (width / 5.0 * samples), from = gl_FragCoord.xy * samples;
  vec4 there = vec4(depth_around(from + stride), depth_around(from + 2.0 * stride), depth_around(from + 3.0 * stride),
                    depth_around(from + 4.0 * stride));
  float last = depth_around(from + 5.0 * stride);
  float beyond = (dot(border(there, own), vec4(1.0)) + border(vec4(last), own).x) / 5.0;
  colour = drawn;
  if (beyond <= 0.0) return;
  // Shadows on the ground end without a border.
  vec3 at = point_at(gl_FragCoord.xy, own);
  float height = abs(dot(effect[2].xyz, at) + effect[2].w);
  float covered = dot(surfaces_of(depths_at(pixel)), vec4(0.25));
  beyond *= smoothstep(0.03, 0.3, height);
  // Dark outlines and dark hair take less light.
  vec3 own_colour = drawn.rgb / max(drawn.a, 1.0 / 255.0);
  float lit = dot(own_colour, brightness);
  vec3 light = min(effect[0].rgb * beyond * mix(0.3, 1.0, smoothstep(0.02, 0.4, lit)), 1.0);
  colour = vec4(drawn.rgb + light * covered * (1.0 - own_colour), drawn.a);
}
