#version 330 core
#include "effect_picture.glsl"

// The picture as it was drawn, with one texel per pixel.

out vec4 colour;

void main() {
  colour = picture_here();
}
