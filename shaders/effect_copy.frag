#version 330 core

uniform sampler2D base_map;

in vec2 uv;

out vec4 colour;

void main() {
  colour = texelFetch(base_map, ivec2(uv * vec2(textureSize(base_map, 0))), 0);
}
