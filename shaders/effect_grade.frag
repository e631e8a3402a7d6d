#version 330 core
#include "effect_picture.glsl"

// Exposure, contrast, saturation and temperature.

// 0: gain of each colour; w: contrast; 1: x: saturation
uniform vec4 effect[2];

out vec4 colour;

const vec3 brightness = vec3(0.2126, 0.7152, 0.0722);

void main() {
  vec4 drawn = picture_here();
  vec3 straight = drawn.rgb / max(drawn.a, 1.0 / 255.0);
  // A gain above 1 bends towards white, so that bright skin does not burn out.
  vec3 gain = effect[0].rgb;
  straight = clamp(straight * gain / (1.0 + straight * max(gain - 1.0, 0.0)), 0.0, 1.0);
  // An S around the middle, as steep there as the contrast.
  if (effect[0].w != 1.0) {
    vec3 risen = pow(straight, vec3(effect[0].w));
    straight = risen / max(risen + pow(1.0 - straight, vec3(effect[0].w)), 1e-5);
  }
  straight = clamp(mix(vec3(dot(straight, brightness)), straight, effect[1].x), 0.0, 1.0);
  colour = vec4(straight * drawn.a, drawn.a);
}
