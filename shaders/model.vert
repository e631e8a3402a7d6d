#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;
uniform vec3 eye;
uniform vec3 light_direction;  // of the light's rays, unit
uniform vec4 material[4];      // as in model.frag

out vec3 v_position;  // scene space
out vec3 v_normal;    // unit, or zero
#ifndef NO_SPECULAR
out vec3 v_specular;
#endif
out vec2 v_uv;
out vec4 v_uv1;

#ifdef SELF_SHADOW
uniform mat4 shadow_matrix;  // scene space to UV and depth of the shadow map
uniform vec2 shadow_offset;  // distance of the lookup from the surface, against self-shading: x always, y more where
                             // light grazes

out vec3 v_shadow;
#endif

#ifndef NO_SPECULAR
// Per vertex, as in MMD: a flat box has no highlight in the middle of a face.
vec3 specular_at(vec3 position) {
  vec3 to_eye = eye - position;
  vec3 half_way = to_eye - length(to_eye) * light_direction;  // not unit: the cosine divides by its length
  float cosine = max(dot(v_normal, half_way), 0.0) / max(length(half_way), 1e-15);
  return material[1].rgb * pow(cosine, material[1].a);
}
#endif

void main() {
  skin(v_position, v_normal);
#ifndef NO_SPECULAR
  v_specular = specular_at(v_position);
#endif
  v_uv = in_uv;
  v_uv1 = in_uv1;
  gl_Position = view_projection * vec4(v_position, 1.0);
#ifdef SELF_SHADOW
  float grazing = clamp(1.6 + 2.0 * dot(v_normal, light_direction), 0.0, 1.0);
  v_shadow = (shadow_matrix * vec4(v_position + v_normal * (shadow_offset.x + shadow_offset.y * grazing), 1.0)).xyz;
#endif
}
