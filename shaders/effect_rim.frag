#version 330 core
#include "effect_picture.glsl"

// A light from behind: a bright border where a surface ends and what is behind it is farther away.

// 0: colour times strength, width in MMD units; 1: direction towards the border in the picture, largest width in
// pixels; 2: height above the ground of a view-space point: factors, offset
uniform vec4 effect[3];

out vec4 colour;

const vec3 brightness = vec3(0.2126, 0.7152, 0.0722);

void main() {
  vec4 drawn = picture_here();
  vec2 size = pixel_size(), middle = gl_FragCoord.xy * size, off = last_sample(size);
  vec2 samples = vec2(depth_of(middle - off), depth_of(middle + off));
  float own = min(samples.x, samples.y), distance = distance_of(own), slope = slope_of(own);
  // Four places towards the border.
  vec2 stride = effect[1].xy * size * (min(pixels_of(effect[0].w, distance), effect[1].z) * 0.25);
  vec4 there = vec4(depth_of(middle + stride), depth_of(middle + 2.0 * stride), depth_of(middle + 3.0 * stride),
                    depth_of(middle + 4.0 * stride));
  float beyond = dot(max(smoothstep(0.25, 1.25, (there - own) * slope), 1.0 - surfaces_of(there)), vec4(0.25));
  // As much of the pixel as shows a model.
  beyond *= min(dot(vec2(lessThan(samples, vec2(1.0))), vec2(0.5)), drawn.a);
  // Shadows on the ground end without a border.
  vec3 at = point_at(gl_FragCoord.xy, distance);
  beyond *= smoothstep(0.03, 0.3, abs(dot(effect[2].xyz, at) + effect[2].w));
  // Dark outlines and dark hair take less light.
  vec3 own_colour = drawn.rgb / max(drawn.a, 1.0 / 255.0);
  vec3 light = effect[0].rgb * mix(0.3, 1.0, smoothstep(0.02, 0.4, dot(own_colour, brightness)));
  colour = vec4(drawn.rgb + min(light * beyond, 1.0) * (1.0 - own_colour), drawn.a);
}
