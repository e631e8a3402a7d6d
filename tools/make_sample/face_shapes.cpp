#include "make_sample/face_shapes.h"

#include <algorithm>
#include <cmath>

namespace mmd::sample {

vec2 lid_point(const Lids& lids, float angle) {
  const float s = std::cos(angle);
  const bool upper = std::sin(angle) >= 0.0f;
  const float power = upper ? 2.4f + 2.0f * lids.up_flat : 2.6f;
  const float height = std::pow(std::max(1.0f - std::pow(std::abs(s), power), 0.0f), upper ? 0.72f : 0.66f);
  // The upper lid is highest slightly towards the nose, the lower one lowest slightly away from it.
  const float skew = upper ? 1.0f - 0.06f * s : 1.0f + 0.05f * s;
  float y = eye_centre.y + lids.shift + lids.tilt * s + (upper ? lids.up : -lids.low) * height * skew;
  if (upper && s < 0.0f) y += lids.inner * s * (1.0f + s) * 2.0f;
  return {eye_centre.x + s * eye_half_width * lids.wide, y};
}

vec2 lip_point(const Lips& lips, float angle) {
  const float s = std::cos(angle);
  const bool upper = std::sin(angle) >= 0.0f;
  const float height = std::pow(std::max(1.0f - s * s, 0.0f), lips.round);
  const float bow = -lips.wave * std::abs(std::sin(pi * s));
  const float y = mouth_centre.y + lips.shift + lips.corner * s * s + lips.lean * s + bow +
                  (upper ? lips.up : -lips.low) * height;
  return {s * lips.width, y};
}

const std::vector<LidMorph>& lid_morphs() {
  // up, low, up_flat, shift, tilt, wide, inner
  static const Lids shut{-0.17f, 0.17f, 0.0f, -0.06f, 0.01f, 1.0f, 0.0f};
  static const Lids arched{0.09f, -0.09f, 0.0f, -0.14f, 0.0f, 1.02f, 0.0f};
  static const std::vector<LidMorph> all{{"まばたき", 0, shut},
                                         {"笑い", 0, arched},
                                         {"ウィンク", 1, arched},
                                         {"ウィンク右", -1, arched},
                                         {"ウィンク２", 1, shut},
                                         {"ｳｨﾝｸ２右", -1, shut},
                                         {"じと目", 0, {0.13f, 0.40f, 1.0f, 0.0f, 0.03f, 1.0f, 0.0f}},
                                         {"なごみ", 0, {-0.02f, 0.02f, 0.0f, -0.12f, 0.0f, 0.9f, 0.0f}},
                                         {"はぅ", 0, {-0.02f, 0.02f, 0.0f, -0.08f, 0.0f, 0.9f, 0.0f}},
                                         {"びっくり", 0, {0.52f, 0.46f, 0.0f, 0.01f, 0.04f, 1.03f, 0.0f}},
                                         {"ｷﾘｯ", 0, {0.3f, 0.33f, 0.8f, 0.0f, 0.1f, 1.02f, 0.2f}},
                                         {"たれ目", 0, {0.40f, 0.42f, 0.0f, -0.01f, -0.07f, 1.0f, 0.0f}},
                                         {"下まぶた上げ", 0, {0.42f, 0.22f, 0.0f, 0.0f, 0.05f, 1.0f, 0.0f}}};
  return all;
}

const std::vector<LipMorph>& lip_morphs() {
  // width, up, low, corner, shift, round, wave, lean
  static const std::vector<LipMorph> all{
      {"あ", {0.21f, 0.07f, 0.31f, 0.03f, 0.0f, 0.55f, 0.0f, 0.0f}},
      {"い", {0.28f, 0.05f, 0.14f, 0.06f, -0.01f, 0.5f, 0.0f, 0.0f}},
      {"う", {0.085f, 0.065f, 0.11f, 0.0f, -0.02f, 0.5f, 0.0f, 0.0f}},
      {"え", {0.23f, 0.06f, 0.21f, 0.02f, -0.01f, 0.48f, 0.0f, 0.0f}},
      {"お", {0.135f, 0.09f, 0.26f, 0.0f, -0.02f, 0.48f, 0.0f, 0.0f}},
      {"ん", {0.11f, 0.0f, 0.0f, -0.01f, 0.0f, 0.65f, 0.0f, 0.0f}},
      {"▲", {0.15f, 0.17f, 0.02f, 0.0f, -0.08f, 1.1f, 0.0f, 0.0f}},
      {"∧", {0.16f, 0.0f, 0.0f, -0.075f, 0.01f, 0.65f, 0.0f, 0.0f}},
      {"□", {0.15f, 0.08f, 0.16f, 0.0f, -0.02f, 0.16f, 0.0f, 0.0f}},
      {"ω", {0.17f, 0.0f, 0.0f, 0.02f, 0.01f, 0.65f, 0.085f, 0.0f}},
      {"ω□", {0.17f, 0.0f, 0.16f, 0.02f, 0.01f, 0.65f, 0.085f, 0.0f}},
      {"ワ", {0.28f, 0.02f, 0.31f, 0.07f, -0.01f, 0.55f, 0.0f, 0.0f}},
      {"にっこり", {0.23f, 0.0f, 0.0f, 0.085f, -0.015f, 0.65f, 0.0f, 0.0f}},
      {"にやり", {0.2f, 0.0f, 0.0f, 0.05f, 0.0f, 0.65f, 0.0f, 0.045f}},
      {"ぺろっ", {0.16f, 0.0f, 0.05f, 0.06f, 0.0f, 0.5f, 0.0f, 0.0f}},
      {"えー", {0.2f, 0.02f, 0.07f, -0.06f, 0.0f, 0.5f, 0.0f, 0.0f}},
      {"口角上げ", {0.18f, 0.0f, 0.0f, 0.08f, 0.0f, 0.65f, 0.0f, 0.0f}},
      {"口角下げ", {0.17f, 0.0f, 0.0f, -0.045f, 0.0f, 0.65f, 0.0f, 0.0f}},
      {"口横広げ", {0.26f, 0.0f, 0.0f, 0.03f, 0.0f, 0.65f, 0.0f, 0.0f}}};
  return all;
}

const std::vector<BrowMorph>& brow_morphs() {
  static const std::vector<BrowMorph> all{
      {"真面目", {-0.1f, 0.12f, 0.03f, 0.05f}}, {"困る", {0.05f, -0.34f, 0.03f, 0.07f}},
      {"にこり", {0.1f, -0.03f, 0.22f, 0.0f}},  {"怒り", {-0.13f, 0.26f, 0.03f, 0.1f}},
      {"上", {0.22f, 0.0f, 0.12f, 0.0f}},       {"下", {-0.19f, 0.0f, 0.05f, 0.0f}}};
  return all;
}

}  // namespace mmd::sample
