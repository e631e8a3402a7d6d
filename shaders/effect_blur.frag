#version 330 core

// One direction of a Gaussian blur, which reaches three deviations.

uniform sampler2D base_map;
// 0: step in texture coordinates along the direction, deviation in steps, number of steps to each side
uniform vec4 effect[1];

in vec2 uv;

out vec4 colour;

void main() {
  float falloff = -0.5 / (effect[0].z * effect[0].z);
  vec4 sum = texture(base_map, uv);
  float weights = 1.0;
  int steps = int(effect[0].w);
  for (int i = 1; i <= steps; i += 2) {
    // Two neighbouring pixels in one lookup between them.
    float near = float(i), far = near + 1.0;
    float near_weight = exp(near * near * falloff), far_weight = exp(far * far * falloff);
    float weight = near_weight + far_weight;
    vec2 off = effect[0].xy * (near + far_weight / weight);
    sum += weight * (texture(base_map, uv + off) + texture(base_map, uv - off));
    weights += 2.0 * weight;
  }
  colour = sum / weights;
}
