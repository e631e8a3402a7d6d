// Vertex inputs and skinning of all programs that draw a model. Formulas: docs/dev/semantics.md, "Skinning"; src/skin is
// the CPU reference. SKINNING_ALL supports SDEF and QDEF; without it all vertices are BDEF (software drivers run every
// branch, so models without them get the short program). POSED: the CPU has skinned the vertices.
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_uv1;
layout(location = 4) in uvec4 in_bones;
layout(location = 5) in vec4 in_weights;
layout(location = 6) in float in_edge_scale;
#ifdef GL_ES
layout(location = 11) in float in_point_size;  // drawn pixels; elsewhere the context has it
#endif
#ifdef SKINNING_ALL
layout(location = 7) in uint in_type;  // WeightType
layout(location = 8) in vec3 in_sdef_c;
layout(location = 9) in vec3 in_sdef_cr0;
layout(location = 10) in vec3 in_sdef_cr1;
#endif

#ifdef POSED

void skin(out vec3 position, out vec3 normal) {
#ifdef GL_ES
  gl_PointSize = in_point_size;
#endif
  position = in_position;
  normal = in_normal;
}

#else

// Three texels per entry, the rows of a matrix, 256 entries per row. Entry 0: the model's placement in the scene; then
// Mconv * T(-rest) of each bone, then the identity.
uniform sampler2D palette;

struct Rows {
  vec4 x, y, z;
};

Rows palette_rows(uint entry) {
  ivec2 first = ivec2(int(entry & 255u) * 3, int(entry >> 8));
  return Rows(texelFetch(palette, first, 0), texelFetch(palette, first + ivec2(1, 0), 0),
              texelFetch(palette, first + ivec2(2, 0), 0));
}

Rows bone_rows(uint bone) {
  return palette_rows(bone + 1u);
}

vec3 transform_point(Rows m, vec3 p) {
  return vec3(dot(m.x.xyz, p) + m.x.w, dot(m.y.xyz, p) + m.y.w, dot(m.z.xyz, p) + m.z.w);
}

vec3 transform_vector(Rows m, vec3 v) {
  return vec3(dot(m.x.xyz, v), dot(m.y.xyz, v), dot(m.z.xyz, v));
}

// Zero stays zero: such a vertex has no usable normal.
vec3 unit_or_zero(vec3 v) {
  float squared = dot(v, v);
  return squared > 1e-30 ? v * inversesqrt(squared) : vec3(0.0);
}

void skin_linear(out vec3 position, out vec3 normal) {
  Rows sum = Rows(vec4(0.0), vec4(0.0), vec4(0.0));
  for (int i = 0; i < 4; ++i) {
    Rows m = bone_rows(in_bones[i]);
    sum.x += in_weights[i] * m.x;
    sum.y += in_weights[i] * m.y;
    sum.z += in_weights[i] * m.z;
  }
  position = transform_point(sum, in_position);
  normal = unit_or_zero(transform_vector(sum, in_normal));
}

#ifdef SKINNING_ALL

// Quaternions are (x, y, z, w).
vec4 unit_or_identity(vec4 q) {
  float squared = dot(q, q);
  return squared > 1e-20 ? q * inversesqrt(squared) : vec4(0.0, 0.0, 0.0, 1.0);
}

// The rotation of a rigid transform, computed from its largest component for precision.
vec4 rotation_of(Rows m) {
  float xx = m.x.x, yy = m.y.y, zz = m.z.z;
  vec4 squares = vec4(1.0 + xx - yy - zz, 1.0 - xx + yy - zz, 1.0 - xx - yy + zz, 1.0 + xx + yy + zz);
  float largest = max(max(squares.x, squares.y), max(squares.z, squares.w));
  vec3 sums = vec3(m.z.y + m.y.z, m.x.z + m.z.x, m.y.x + m.x.y);
  vec3 differences = vec3(m.z.y - m.y.z, m.x.z - m.z.x, m.y.x - m.x.y);
  vec4 q;
  if (largest == squares.w) {
    q = vec4(differences, squares.w);
  } else if (largest == squares.x) {
    q = vec4(squares.x, sums.z, sums.y, differences.x);
  } else if (largest == squares.y) {
    q = vec4(sums.z, squares.y, sums.x, differences.y);
  } else {
    q = vec4(sums.y, sums.x, squares.z, differences.z);
  }
  return unit_or_identity(q);
}

vec3 rotate(vec4 q, vec3 v) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// GLSL's acos and sin can have errors of 1e-3; these two are exact to 1e-7 on the range that slerp needs.
float atan_to_one(float x) {
  float t = x / (1.0 + sqrt(1.0 + x * x));  // half the angle: t <= 0.4143
  float s = t * t;
  float series = 1.0 + s * (-0.33333333 + s * (0.2 + s * (-0.142857 + s * (0.111111 + s * (-0.0909 + s * 0.066)))));
  return 2.0 * t * series;
}
float sin_to_right_angle(float x) {
  float s = x * x;
  return x * (1.0 + s * (-0.16666667 + s * (8.3333333e-3 + s * (-1.9841270e-4 + s * (2.7557319e-6 - s * 2.5052108e-8)))));
}

// Shortest path.
vec4 slerp(vec4 a, vec4 b, float t) {
  if (dot(a, b) < 0.0) b = -b;
  vec4 chord = b - a, middle = b + a;
  float angle = 2.0 * atan_to_one(min(sqrt(dot(chord, chord) / max(dot(middle, middle), 1e-20)), 1.0));
  float sine = sin_to_right_angle(angle);
  if (sine < 1e-4) return unit_or_identity(mix(a, b, t));
  return unit_or_identity(a * (sin_to_right_angle((1.0 - t) * angle) / sine) + b * (sin_to_right_angle(t * angle) / sine));
}

void skin_sdef(out vec3 position, out vec3 normal) {
  Rows m0 = bone_rows(in_bones.x), m1 = bone_rows(in_bones.y);
  vec4 q = slerp(rotation_of(m0), rotation_of(m1), in_weights.y);
  position = rotate(q, in_position - in_sdef_c) + in_weights.x * transform_point(m0, in_sdef_cr0) +
             in_weights.y * transform_point(m1, in_sdef_cr1);
  normal = unit_or_zero(rotate(q, in_normal));
}

// Dual quaternions, signs aligned with the first.
void skin_qdef(out vec3 position, out vec3 normal) {
  vec4 real = vec4(0.0), dual = vec4(0.0), first = vec4(0.0);
  for (int i = 0; i < 4; ++i) {
    Rows m = bone_rows(in_bones[i]);
    vec4 q = rotation_of(m);
    if (i == 0) first = q;
    float weight = dot(q, first) < 0.0 ? -in_weights[i] : in_weights[i];
    vec3 t = vec3(m.x.w, m.y.w, m.z.w);
    real += weight * q;
    dual += weight * 0.5 * vec4(q.w * t + cross(t, q.xyz), -dot(t, q.xyz));
  }
  float squared = dot(real, real);
  if (squared < 1e-12) {
    skin_linear(position, normal);
    return;
  }
  float scale = inversesqrt(squared);
  real *= scale;
  dual *= scale;
  position = rotate(real, in_position) + 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
  normal = unit_or_zero(rotate(real, in_normal));
}

#endif

// Model-space position and unit (or zero) normal of this vertex in the pose.
void skin_in_model(out vec3 position, out vec3 normal) {
#ifdef SKINNING_ALL
  if (in_type == 3u) {
    skin_sdef(position, normal);
    return;
  }
  if (in_type == 4u) {
    skin_qdef(position, normal);
    return;
  }
#endif
  skin_linear(position, normal);
}

// The same in the scene's space. The placement is not multiplied into the bones' entries because SDEF and QDEF need
// entries without a scale.
void skin(out vec3 position, out vec3 normal) {
#ifdef GL_ES
  gl_PointSize = in_point_size;
#endif
  skin_in_model(position, normal);
  Rows placement = palette_rows(0u);
  position = transform_point(placement, position);
  normal = unit_or_zero(transform_vector(placement, normal));
}

#endif
