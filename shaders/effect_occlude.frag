#version 330 core
#include "effect_picture.glsl"

// Darkens hollows. Light that bright surfaces throw back keeps their shade coloured: skin stays warm.

uniform sampler2D effect_map;  // of effect_occlusion_blur.frag
// 0: the part of it that lies over the picture
uniform vec4 effect[1];

in vec2 uv;

out vec4 colour;

void main() {
  vec4 drawn = picture_here();
  float kept = texture(effect_map, uv * effect[0].xy).r;
  // Source: Jimenez et al. 2016, Practical Real-Time Strategies for Accurate Indirect Occlusion.
  vec3 own = drawn.rgb / max(drawn.a, 1.0 / 255.0);
  vec3 a = 2.0404 * own - 0.3324, b = -4.7951 * own + 0.6417, c = 2.7552 * own + 0.6903;
  vec3 left = max(vec3(kept), ((kept * a + b) * kept + c) * kept);
  colour = vec4(drawn.rgb * min(left, 1.0), drawn.a);
}
