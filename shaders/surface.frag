#version 330 core
// Writes the number of the visible face, where the material is opaque enough: alpha as in model.frag.
in vec3 v_normal;
in vec2 v_uv;
in vec4 v_uv1;

uniform mat4 view;
uniform sampler2D base_map;
uniform sampler2D sphere_map;
uniform vec4 material[4];  // 0: alpha in w; 2: sphere mode and vertex colour as in model.frag
uniform float cutoff;
uniform uint first_face;  // number of this call's first face

out uint out_face;

void main() {
  float alpha = material[0].a * mix(1.0, v_uv1.a, material[2].y) * texture(base_map, v_uv).a;
#ifndef NO_SPHERE
  vec2 view_normal = (mat3(view) * v_normal).xy;
  vec2 sphere_uv = material[2].x > 1.5 ? v_uv1.xy : vec2(0.5 + view_normal.x * 0.5, 0.5 - view_normal.y * 0.5);
  alpha *= texture(sphere_map, sphere_uv).a;
#endif
  if (alpha < cutoff) discard;
  out_face = first_face + uint(gl_PrimitiveID);
}
