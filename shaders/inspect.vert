#version 330 core
#include "skinning.glsl"
#ifndef SKINNING_ALL
layout(location = 7) in uint in_type;  // WeightType
#endif

uniform mat4 view_projection;
uniform ivec2 inspect;  // Shading: 4 weights, 5 bone index, 6 deform, 7 UV; the bone whose weights are shown

out vec3 v_normal;
out vec2 v_uv;
out vec3 v_colour;

// From blue (0) over cyan, green and yellow to red (1).
vec3 heat(float weight) {
  float t = clamp(weight, 0.0, 1.0) * 4.0;
  if (weight <= 0.0) return vec3(0.30, 0.32, 0.42);
  return clamp(vec3(t - 2.0, t < 2.0 ? t : 4.0 - t, 2.0 - t), 0.0, 1.0);
}

// Neighbouring indices get hues far apart.
vec3 colour_of_index(uint index) {
  float hue = fract(float(index) * 0.61803399) * 6.0;
  vec3 pure = clamp(abs(mod(hue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  return mix(vec3(0.95), pure * 0.95, 0.65);
}

vec3 weight_colour() {
  float sum = 0.0;
  for (int i = 0; i < 4; ++i)
    if (int(in_bones[i]) == inspect.y) sum += in_weights[i];
  return heat(sum);
}

vec3 bone_colour() {
  int strongest = 0;
  for (int i = 1; i < 4; ++i)
    if (in_weights[i] > in_weights[strongest]) strongest = i;
  return colour_of_index(in_bones[strongest]);
}

const vec3 deform_colours[5] = vec3[5](vec3(0.35, 0.55, 0.90), vec3(0.40, 0.80, 0.45), vec3(0.95, 0.80, 0.30),
                                       vec3(0.90, 0.35, 0.40), vec3(0.70, 0.40, 0.90));

void main() {
  vec3 position;
  skin(position, v_normal);
  v_uv = in_uv;
  v_colour = inspect.x == 4 ? weight_colour() : inspect.x == 5 ? bone_colour() : deform_colours[min(in_type, 4u)];
  gl_Position = view_projection * vec4(position, 1.0);
}
