// Fading of the ground shadow, by `v_clip`: x, y, w.

// 0: scale and offset from the tile's clip space to the picture's; 1: growth of the shadow from the left, bottom, right
// and top border; 2: the eye's height over the ground, the value per w at which the shadow begins, its growth.
uniform vec4 fade[3];

float faded() {
  vec2 at = v_clip.xy / v_clip.z * fade[0].xy + fade[0].zw;
  vec4 inside = vec4(1.0 + at, 1.0 - at) * fade[1];
  float grazing = (fade[2].x / v_clip.z - fade[2].y) * fade[2].z;
  float part = min(min(min(inside.x, inside.y), min(inside.z, inside.w)), grazing);
  return smoothstep(0.0, 1.0, part);
}
