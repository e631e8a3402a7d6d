#version 330 core
#include "effect_picture.glsl"

// Lays what is in front of the focus over the picture.

uniform sampler2D effect_map;  // of effect_bokeh.frag, softened
// 0: the part of the blurred picture that lies over the picture
uniform vec4 effect[1];

in vec2 uv;

out vec4 colour;

void main() {
  vec4 front = texture(effect_map, uv * effect[0].xy);
  vec4 drawn = picture_here();
  colour = drawn * (1.0 - front.a) + front;
}
