#version 330 core

// What is out of focus, spread over discs: behind the focus, or in front of it.

uniform sampler2D base_map;    // premultiplied, of half the picture's size
uniform sampler2D effect_map;  // of effect_focus.frag
// 0: pixels of base_map per pixel, largest radius in those pixels, 1: in front, 0: behind
uniform vec4 effect[1];

out vec4 colour;

const int taps = 28;
const vec3 brightness = vec3(0.2126, 0.7152, 0.0722);
// Source: Vogel 1979, A better way to construct the sunflower head.
const mat2 golden = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);

float largest, own, side;  // the largest radius, that of the disc, 1: behind, -1: in front
vec2 pixel, direction = vec2(1.0, 0.0);
ivec2 last;
vec4 sum = vec4(0.0);
float weights = 0.0, cover = 0.0;

// Drivers on the CPU unroll loops of this length; longer ones take them twice as long.
void add_seven(int first) {
  for (int i = first; i < first + 7; ++i) {
    float reach = own * sqrt((float(i) + 0.5) / float(taps));
    ivec2 at = clamp(ivec2(pixel + direction * reach), ivec2(0), last);
    direction = golden * direction;
    float radius = side * (texelFetch(effect_map, at, 0).r * 2.0 - 1.0) * largest;
    float reaches = clamp(radius - reach + 1.0, 0.0, 1.0) * step(0.5, radius);
    vec4 there = texelFetch(base_map, at, 0);
    // Lights become discs.
    float light = dot(there.rgb, brightness);
    float weight = reaches * (1.0 + 3.0 * light * light * light * light);
    sum += there * weight;
    weights += weight;
    // A small disc is drawn as often as it is small.
    cover += reaches * min(largest * largest / max(radius * radius, 1.0), 8.0);
  }
}

void main() {
  bool in_front = effect[0].z > 0.5;
  side = in_front ? -1.0 : 1.0;
  largest = effect[0].y;
  pixel = (floor(gl_FragCoord.xy) + 0.5) * effect[0].x;
  last = textureSize(base_map, 0) - 1;
  // Behind, the disc is as large as that of the farthest surface in the pixel.
  own = (texelFetch(effect_map, min(ivec2(pixel), last), 0).g * 2.0 - 1.0) * largest;
  // What is in focus takes the colours from behind its border, which the blurred picture needs next to it.
  own = in_front ? largest : own < 0.25 ? 3.0 : own;
  add_seven(0);
  add_seven(7);
  add_seven(14);
  add_seven(21);
  vec4 mean = weights > 0.0 ? sum / weights : texelFetch(base_map, min(ivec2(pixel), last), 0);
  colour = in_front ? mean * clamp(cover / float(taps) * 1.6, 0.0, 1.0) : mean;
}
