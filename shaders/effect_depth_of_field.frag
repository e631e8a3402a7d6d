#version 330 core
#include "effect_picture.glsl"

#include "effect_focus.glsl"

// Replaces what is behind the focus by its blurred picture.

uniform sampler2D effect_map;  // of effect_bokeh.frag, softened
// 0: lens; 1: the part of the blurred picture that lies over the picture
uniform vec4 effect[2];

in vec2 uv;

out vec4 colour;

void main() {
  vec4 depths = depths_at(gl_FragCoord.xy);
  float radius = blur_of_depth(effect[0].xyz, min(min(depths.x, depths.y), min(depths.z, depths.w)));
  vec4 drawn = picture_here();
  vec4 blurred = texture(effect_map, uv * effect[1].xy);
  colour = mix(drawn, blurred, smoothstep(0.4, 1.6, radius));
}
