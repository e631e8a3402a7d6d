#version 330 core
// Writes only depth.
#ifdef OPAQUE
void main() {}
#else
in vec2 v_uv;

uniform sampler2D base_map;
uniform float cutoff;  // texels with less alpha throw no shadow

void main() {
  if (texture(base_map, v_uv).a < cutoff) discard;
}
#endif
