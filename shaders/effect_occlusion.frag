#version 330 core
#include "effect_picture.glsl"

#include "effect_distance.glsl"

// How much of the light from all around is kept from a surface by what is near it, at half the picture's size.
// base_map: of effect_distance.frag. r: what is left of the light; g, b, a: the distance, for the blur that follows.
// Source: McGuire et al. 2012, Scalable Ambient Obscurance.

// 0: radius in MMD units, strength, largest radius in pixels; 1: nearest distance of the scene, its depth
uniform vec4 effect[2];

out vec4 colour;

const int taps = 9;
// Steps of a spiral of two and a half turns.
const vec2 spiral[taps] = vec2[](vec2(1.0, 0.0), vec2(-0.1736, 0.9848), vec2(-0.9397, -0.3420), vec2(0.5, -0.8660),
                                 vec2(0.7660, 0.6428), vec2(-0.7660, 0.6428), vec2(-0.5, -0.8660),
                                 vec2(0.9397, -0.3420), vec2(0.1736, 0.9848));

vec3 surface_at(ivec2 at) {
  return point_at(vec2(at) * 2.0 + 0.5, distance_in(effect[1].xy, texelFetch(base_map, at, 0).rgb));
}

// The difference to the nearer in depth of two opposite neighbours, so that borders do not tilt the surface.
vec3 slope(vec3 here, vec3 before, vec3 after) {
  vec3 back = here - before, ahead = after - here;
  return abs(back.z) < abs(ahead.z) ? back : ahead;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(base_map, 0) - 1;
  vec4 own = texelFetch(base_map, at, 0);
  vec3 here = surface_at(at);
  vec3 along = slope(here, surface_at(max(at - ivec2(1, 0), ivec2(0))), surface_at(min(at + ivec2(1, 0), last)));
  vec3 upwards = slope(here, surface_at(max(at - ivec2(0, 1), ivec2(0))), surface_at(min(at + ivec2(0, 1), last)));
  vec3 normal = normalize(cross(upwards, along));
  float whole = max(pixels_of(effect[0].x, here.z), 1e-4), reach = min(whole, effect[0].z);
  float radius2 = pow(effect[0].x * reach / whole, 2.0);
  // Sixteen rotations in a square of 4 x 4, which the blur averages.
  ivec2 cell = (at + ivec2(picture[0].xy) / 2) & 3;
  float turn = float((cell.x * 5 + cell.y * 9 + (cell.x ^ cell.y) * 4) & 15) / 16.0;
  float angle = 6.2831853 * turn;
  vec2 rotated = vec2(cos(angle), sin(angle)) * reach * 0.5 / float(taps);
  float sum = 0.0;
  for (int i = 0; i < taps; ++i) {
    vec2 off = (float(i) + 0.3 + 0.7 * turn) * (spiral[i].x * rotated + spiral[i].y * vec2(-rotated.y, rotated.x));
    vec3 towards = surface_at(clamp(at + ivec2(round(off)), ivec2(0), last)) - here;
    float length2 = dot(towards, towards);
    float near = max(radius2 - length2, 0.0);
    sum += near * near * max(dot(towards, normal) - 0.0012 * here.z, 0.0) / (length2 + 0.02 * radius2);
  }
  float kept = clamp(1.0 - effect[0].y * sum * 4.0 / (float(taps) * pow(radius2, 1.5)), 0.0, 1.0);
  colour = vec4(own.a > 0.5 ? kept : 1.0, own.rgb);
}
