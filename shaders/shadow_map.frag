#version 330 core
// Depth alone is written.
#ifdef OPAQUE
void main() {}
#else
in vec2 v_uv;

uniform sampler2D base_map;
uniform float cutoff;  // what the texture makes less opaque than this throws no shadow

void main() {
  if (texture(base_map, v_uv).a < cutoff) discard;
}
#endif
