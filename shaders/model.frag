#version 330 core
// docs/dev/semantics.md, "The MMD look". What a material lacks is a white texture, so that there is one program.
in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
in vec4 v_uv1;

uniform mat4 view;
uniform vec3 eye;
uniform vec3 light_direction;  // where the light shines to, unit

// 0: saturate(diffuse * light + ambient), alpha; 1: specular * light, power (> 0);
// 2: sphere mode 0 multiply 1 add 2 sub-texture by UV 1, vertex colour 0 or 1, unused, unused
uniform vec4 material[3];
uniform sampler2D base_map;
uniform sampler2D sphere_map;
uniform sampler2D toon_map;

out vec4 out_colour;

void main() {
  float squared = dot(v_normal, v_normal);
  vec3 normal = squared > 1e-12 ? v_normal * inversesqrt(squared) : vec3(0.0);
  vec4 colour = material[0] * mix(vec4(1.0), v_uv1, material[2].y) * texture(base_map, v_uv);

  vec2 view_normal = (mat3(view) * normal).xy;
  vec2 sphere_uv = material[2].x > 1.5 ? v_uv1.xy : vec2(0.5 + view_normal.x * 0.5, 0.5 - view_normal.y * 0.5);
  vec4 sphere = texture(sphere_map, sphere_uv);
  bool adds = abs(material[2].x - 1.0) < 0.5;
  colour.rgb = adds ? colour.rgb + sphere.rgb : colour.rgb * sphere.rgb;
  colour.a *= sphere.a;
  if (colour.a * 255.0 < 0.999) discard;

  float facing = -dot(normal, light_direction);
  colour.rgb *= texture(toon_map, vec2(0.0, 0.5 - facing * 0.5)).rgb;

  vec3 half_way = normalize(normalize(eye - v_position) - light_direction);
  colour.rgb += material[1].rgb * pow(max(dot(normal, half_way), 0.0), material[1].a);
  out_colour = colour;
}
