// How the shadow on the ground fades. Drawn with `v_clip`: x, y, w.

// From the tile's clip space to the picture's (scale, offset); how fast the shadow grows from the left, bottom, right
// and top border; the eye over the ground, which grazing is none and what it grows with.
uniform vec4 fade[3];

float faded() {
  vec2 at = v_clip.xy / v_clip.z * fade[0].xy + fade[0].zw;
  vec4 inside = vec4(1.0 + at, 1.0 - at) * fade[1];
  float grazing = (fade[2].x / v_clip.z - fade[2].y) * fade[2].z;
  float part = min(min(min(inside.x, inside.y), min(inside.z, inside.w)), grazing);
  return smoothstep(0.0, 1.0, part);
}
