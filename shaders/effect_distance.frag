#version 330 core
#include "effect_picture.glsl"

#include "effect_distance.glsl"

// The distances at half the picture's size, which are quicker to read than the depths. a: whether there is a surface.

// 0: nearest distance of the scene, its depth
uniform vec4 effect[1];

out vec4 colour;

void main() {
  float depth = depth_at(gl_FragCoord.xy * 2.0 - 0.5);
  colour = vec4(packed_distance(effect[0].xy, distance_of(depth)), has_surface(depth) ? 1.0 : 0.0);
}
