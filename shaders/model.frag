#version 330 core
// docs/dev/semantics.md, "The MMD look". White textures replace missing ones, so that one program draws all materials.
// NO_SPHERE and NO_SPECULAR are faster variants for materials without these.
in vec3 v_normal;  // interpolated between unit normals, not normalised again, as in MMD
#ifndef NO_SPECULAR
in vec3 v_specular;
#endif
in vec2 v_uv;
in vec4 v_uv1;
#ifdef SELF_SHADOW
in vec3 v_shadow;
#endif

uniform mat4 view;
uniform vec3 light_direction;  // of the light's rays, unit

// 0: saturate(diffuse * light + ambient), alpha, of an accessory diffuse, alpha; 1: specular * light, power (> 0);
// 2: sphere mode 0 multiply 1 add 2 sub-texture by UV 1, vertex colour 0 or 1, additive 0 or 1, unused;
// 3: the toon's bottom row, for self shadow, and whether the material has a toon, 0 or 1; of an accessory its colour in
// shadow
uniform vec4 material[4];
uniform sampler2D base_map;
uniform sampler2D sphere_map;
uniform sampler2D toon_map;

out vec4 out_colour;

#ifdef MAP_FACTORS
// Morphs' factors and summands for the texels of the base (0, 1), sphere (2, 3) and toon map (4, 5).
uniform vec4 factors[6];

vec4 factored(vec4 texel, int map, vec3 nothing) {
  vec4 multiply = factors[2 * map], add = factors[2 * map + 1];
  return vec4(mix(nothing, texel.rgb * multiply.rgb + add.rgb, multiply.a + add.a), texel.a);
}
#else
#define factored(texel, map, nothing) (texel)
#endif

#ifdef SELF_SHADOW
uniform sampler2D shadow_map;  // depths
// x: texels along a side; y: loss of visibility per depth; z: outlines from 0 (sharp) to 1 (soft); w: distance in texels
// of the taps of samples that share the filter
uniform vec4 shadow;

#ifdef SHARED_TAPS
float shade_at(vec2 at) {
  ivec2 texel = clamp(ivec2(at), ivec2(0), ivec2(int(shadow.x) - 1));
  return clamp((v_shadow.z - texelFetch(shadow_map, texel, 0).r) * shadow.y - 0.3, 0.0, 1.0);
}

// The four samples of a pixel have two taps each; the eight taps approximate the filter below.
float shadow_visibility() {
  vec2 at = v_shadow.xy * shadow.x;
  vec2 odd = 1.0 - 2.0 * vec2(ivec2(gl_FragCoord.xy) & 1);
  vec2 off = shadow.w * (odd.x == odd.y ? vec2(0.94, 0.34) : vec2(0.34, 0.94)) * vec2(1.0, odd.x);
  return 1.0 - 0.5 * (shade_at(at + off) + shade_at(at - off));
}
#else

// Weights of three neighbouring texels for a position `at` (-1/2 to 1/2) from the middle one's centre: linear, or a
// quadratic B-spline.
vec3 weights_around(float at) {
  vec3 sharp = vec3(max(-at, 0.0), 1.0 - abs(at), max(at, 0.0));
  vec3 soft = vec3(0.5 * (0.5 - at) * (0.5 - at), 0.75 - at * at, 0.5 * (0.5 + at) * (0.5 + at));
  return mix(sharp, soft, shadow.z);
}

float shadow_visibility() {
  vec2 at = v_shadow.xy * shadow.x;
  ivec2 middle = clamp(ivec2(at), ivec2(1), ivec2(int(shadow.x) - 2));
  vec2 off_centre = clamp(at - vec2(middle) - 0.5, -0.5, 0.5);
  vec3 columns = weights_around(off_centre.x), rows = weights_around(off_centre.y);
  float shade = 0.0;
  for (int y = -1; y <= 1; ++y) {
    vec3 depths = vec3(texelFetch(shadow_map, middle + ivec2(-1, y), 0).r,
                       texelFetch(shadow_map, middle + ivec2(0, y), 0).r,
                       texelFetch(shadow_map, middle + ivec2(1, y), 0).r);
    shade += rows[y + 1] * dot(columns, clamp((v_shadow.z - depths) * shadow.y - 0.3, 0.0, 1.0));
  }
  return 1.0 - shade;
}
#endif
#endif

void main() {
  vec4 base = factored(texture(base_map, v_uv), 0, vec3(1.0));
  float facing = -dot(v_normal, light_direction);
#ifdef SELF_SHADOW
  float visibility = shadow_visibility();
  if (v_shadow != clamp(v_shadow, 0.0, 1.0)) visibility = 1.0;  // outside the shadow map
#else
  const float visibility = 1.0;
#endif
#ifdef ACCESSORY
  vec3 lit = clamp(material[3].rgb + material[0].rgb * max(facing, 0.0) * visibility, 0.0, 1.0);
  vec4 colour = vec4(lit, material[0].a) * base;
#else
  vec4 colour = material[0] * mix(vec4(1.0), v_uv1, material[2].y) * base;
#endif

#ifndef NO_SPHERE
  vec2 view_normal = (mat3(view) * v_normal).xy;
  vec2 sphere_uv = material[2].x > 1.5 ? v_uv1.xy : vec2(0.5 + view_normal.x * 0.5, 0.5 - view_normal.y * 0.5);
  bool adds = abs(material[2].x - 1.0) < 0.5;
  vec4 sphere = factored(texture(sphere_map, sphere_uv), 1, vec3(adds ? 0.0 : 1.0));
  colour.rgb = adds ? colour.rgb + sphere.rgb : colour.rgb * sphere.rgb;
  colour.a *= sphere.a;
#endif
  if (colour.a <= 0.0) discard;

#ifdef NO_SPECULAR
  vec3 specular = vec3(0.0);
#else
  vec3 specular = v_specular;
#endif
#if defined(ACCESSORY)
  colour.rgb += specular * visibility;
#elif defined(SELF_SHADOW)
  float light = min(material[3].a > 0.5 ? clamp(3.0 * facing, 0.0, 1.0) : 1.0, visibility);
  colour.rgb = mix(colour.rgb * material[3].rgb, colour.rgb + specular, light);
#else
  colour.rgb *= factored(texture(toon_map, vec2(0.0, 0.5 - facing * 0.5)), 2, vec3(1.0)).rgb;
  colour.rgb += specular;
#endif
  if (material[2].z > 0.5) {  // premultiplied; as opaque as it is bright
    vec3 light = clamp(colour.rgb, 0.0, 1.0) * min(colour.a, 1.0);
    colour = vec4(light, max(light.r, max(light.g, light.b)));
  }
  out_colour = colour;
}
