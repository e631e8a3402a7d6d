#version 330 core
#include "effect_picture.glsl"

// A light from behind: a bright border where a surface ends and what is behind it is farther away.

uniform sampler2D base_map;  // premultiplied
// 0: colour times strength, width in MMD units; 1: direction towards the border in the picture, largest width in
// pixels; 2: height above the ground of a view-space point: factors, offset
uniform vec4 effect[3];

out vec4 colour;

const int taps = 5;
const vec3 brightness = vec3(0.2126, 0.7152, 0.0722);

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 drawn = texelFetch(base_map, pixel, 0);
  float own = distance_of(depth_at(pixel));
  float width = min(pixels_of(effect[0].w, own), effect[1].z);
  float samples = picture[2].w;
  float beyond = 0.0;
  ivec2 last = textureSize(depth_map, 0) - 1;
  for (int i = 1; i <= taps; ++i) {
    vec2 to = (gl_FragCoord.xy + effect[1].xy * (width * float(i) / float(taps))) * samples;
    float there = depth_of(clamp(ivec2(to), ivec2(0), last));
    float step_back = has_surface(there) ? distance_of(there) - own : 9.0;
    beyond += smoothstep(0.25, 1.25, step_back);
  }
  beyond /= float(taps);
  // Shadows on the ground end without a border.
  vec3 at = point_at(gl_FragCoord.xy, own);
  float height = abs(dot(effect[2].xyz, at) + effect[2].w);
  float covered = 0.0;
  for (int y = 0; y < int(samples); ++y)
    for (int x = 0; x < int(samples); ++x) covered += float(has_surface(depth_of(pixel * int(samples) + ivec2(x, y))));
  covered /= samples * samples;
  beyond *= smoothstep(0.03, 0.3, height);
  // Dark outlines and dark hair take less light.
  vec3 own_colour = drawn.rgb / max(drawn.a, 1.0 / 255.0);
  float lit = dot(own_colour, brightness);
  vec3 light = min(effect[0].rgb * beyond * mix(0.3, 1.0, smoothstep(0.02, 0.4, lit)), 1.0);
  colour = vec4(drawn.rgb + light * covered * (1.0 - own_colour), drawn.a);
}
