#version 330 core

uniform sampler2D base_map;

in vec2 uv;

out vec4 colour;

void main() {
  colour = texture(base_map, uv);
}
