#version 330 core
#include "effect_picture.glsl"

// Lays blurred light over the picture as on a screen: it never burns out. Over transparency it is as opaque as it is
// bright.

uniform sampler2D effect_map;  // light
// 0: strength, the part of the light that lies over the picture
uniform vec4 effect[1];

in vec2 uv;

out vec4 colour;

void main() {
  vec4 drawn = picture_here();
  vec3 light = min(texture(effect_map, uv * effect[0].yz).rgb * effect[0].x, 1.0);
  colour.rgb = drawn.rgb + light * (1.0 - drawn.rgb);
  colour.a = drawn.a + max(light.r, max(light.g, light.b)) * (1.0 - drawn.a);
}
