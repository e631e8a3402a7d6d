#version 330 core

// A picture in another size, averaged over four places.

uniform sampler2D base_map;
// 0: the part of base_map that is drawn, distance of the places in its texture coordinates
uniform vec4 effect[1];

in vec2 uv;

out vec4 colour;

void main() {
  vec2 at = uv * effect[0].xy, off = effect[0].zw;
  colour = 0.25 * (texture(base_map, at + off) + texture(base_map, at - off) +
                   texture(base_map, at + vec2(off.x, -off.y)) + texture(base_map, at + vec2(-off.x, off.y)));
}
