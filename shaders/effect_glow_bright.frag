#version 330 core
#include "effect_picture.glsl"

// What glows: the bright parts of models, in a smaller picture. The background does not glow.

// 0: threshold, pixels per pixel of the smaller picture
uniform vec4 effect[1];

out vec4 colour;

const vec3 brightness = vec3(0.2126, 0.7152, 0.0722);

vec3 bright_at(vec2 pixel) {
  vec4 drawn = textureLod(base_map, min(pixel, picture[4].xy / pixel_size()) * picture[3].xy, 0.0);
  vec3 straight = drawn.rgb / max(drawn.a, 1.0 / 255.0);
  float value = 0.5 * (dot(straight, brightness) + max(straight.r, max(straight.g, straight.b)));
  float share = smoothstep(effect[0].x - 0.08, effect[0].x + 0.32, value);
  return has_surface(depth_at(floor(pixel) + 0.5)) ? drawn.rgb * share : vec3(0.0);
}

void main() {
  vec2 corner = floor(gl_FragCoord.xy) * effect[0].y;
  vec3 sum = vec3(0.0);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x) sum += bright_at(corner + (vec2(x, y) + 0.5) * effect[0].y * 0.5);
  colour = vec4(sum * 0.25, 1.0);
}
