#version 330 core
#include "skinning.glsl"

uniform mat4 view_projection;

out vec3 v_position;  // scene space
out vec3 v_normal;
out vec2 v_uv;
out vec4 v_uv1;

#ifdef SELF_SHADOW
uniform mat4 shadow_matrix;  // scene space to UV and depth of the shadow map
uniform vec2 shadow_offset;  // how far off the surface the lookup lies, so that it does not shade itself: x: anywhere,
                             // y: more where light grazes
uniform vec3 light_direction;

out vec3 v_shadow;
#endif

void main() {
  skin(v_position, v_normal);
  v_uv = in_uv;
  v_uv1 = in_uv1;
  gl_Position = view_projection * vec4(v_position, 1.0);
#ifdef SELF_SHADOW
  float grazing = clamp(1.6 + 2.0 * dot(v_normal, light_direction), 0.0, 1.0);
  v_shadow = (shadow_matrix * vec4(v_position + v_normal * (shadow_offset.x + shadow_offset.y * grazing), 1.0)).xyz;
#endif
}
