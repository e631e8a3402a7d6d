#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "make_sample/openings.h"
#include "make_sample/parts.h"

// The shape of the head without ears and neck. A smooth skull with jaw and cheeks comes first; a relief then
// moves the middle of the face so that its outline from the side is the one drawn here.

namespace mmd::sample {
namespace {

/// Skull and jaw by height: half width, half depth, middle.
Sdf skull_and_jaw() {
  return tower({{16.12f, 0.14f, 0.12f, -0.86f},
                {16.19f, 0.30f, 0.22f, -0.83f},
                {16.31f, 0.49f, 0.38f, -0.75f},
                {16.52f, 0.77f, 0.67f, -0.59f},
                {16.90f, 1.09f, 0.99f, -0.34f},
                {17.40f, 1.345f, 1.33f, -0.05f},
                {18.00f, 1.48f, 1.52f, 0.09f},
                {18.60f, 1.46f, 1.56f, 0.12f},
                {19.15f, 1.26f, 1.36f, 0.12f},
                {19.55f, 0.88f, 0.95f, 0.12f},
                {19.75f, 0.40f, 0.45f, 0.12f}},
               0.12f);
}

Sdf plain_head() {
  const auto cheek = [](float side) {
    return ellipsoid({side * 0.58f, 16.9f, -0.8f}, {0.44f, 0.38f, 0.43f});
  };
  const auto socket = [](float side) {
    return ellipsoid({side * 0.62f, 17.42f, -1.72f}, {0.5f, 0.34f, 0.36f});
  };
  const Sdf brow = ellipsoid({0, 18.25f, -0.75f}, {0.75f, 0.5f, 0.74f});
  Sdf shape = smooth_union({skull_and_jaw(), cheek(1), cheek(-1), brow}, 0.22f);
  return smooth_subtraction(smooth_subtraction(std::move(shape), socket(1), 0.3f), socket(-1), 0.3f);
}

/// A point of the outline that the face has from the side: its height, how far in front of the middle of the
/// head it lies, and how far to each side it shapes the face.
struct ProfilePoint {
  float y, front, width;
};
constexpr ProfilePoint profile[] = {{16.11f, 0.940f, 0.38f},  // below the chin
                                    {16.16f, 1.060f, 0.38f}, {16.22f, 1.150f, 0.37f},
                                    {16.29f, 1.205f, 0.36f}, {16.36f, 1.235f, 0.33f},  // chin
                                    {16.42f, 1.252f, 0.29f}, {16.48f, 1.280f, 0.25f},  // below the lip
                                    {16.55f, 1.342f, 0.25f},                           // lower lip
                                    {16.62f, 1.338f, 0.26f},                           // mouth
                                    {16.70f, 1.392f, 0.25f},                           // upper lip
                                    {16.79f, 1.394f, 0.20f}, {16.86f, 1.428f, 0.18f},
                                    {16.91f, 1.505f, 0.16f},  // below the tip of the nose
                                    {16.96f, 1.566f, 0.15f}, {17.01f, 1.590f, 0.15f},   // tip
                                    {17.06f, 1.576f, 0.15f}, {17.22f, 1.478f, 0.16f},   // bridge
                                    {17.40f, 1.420f, 0.18f}, {17.58f, 1.400f, 0.24f},   // between the eyes
                                    {17.80f, 1.450f, 0.40f}, {18.02f, 1.510f, 0.50f}};  // forehead

/// Values at even steps of y, with a smooth curve through them.
struct Column {
  static constexpr float step = 0.03f;
  float low = 0.0f;
  std::vector<float> value;

  float at(float y) const {
    const float place = std::min(std::max((y - low) / step, 0.0f), static_cast<float>(value.size()) - 1.001f);
    const auto i = static_cast<std::size_t>(place);
    const float t = place - static_cast<float>(i);
    const auto v = [this](std::size_t k) { return value[std::min(k, value.size() - 1)]; };
    const float a = v(i == 0 ? 0 : i - 1), b = v(i), c = v(i + 1), d = v(i + 2);
    return b + 0.5f * t * (c - a + t * (2.0f * a - 5.0f * b + 4.0f * c - d + t * (3.0f * (b - c) + d - a)));
  }
};

/// A member of the profile's points at height y, on a curve without overshoot between them.
float profile_at(float y, float ProfilePoint::*member) {
  constexpr std::size_t count = std::size(profile);
  std::size_t i = 0;
  while (i + 2 < count && y > profile[i + 1].y) ++i;
  const auto slope = [member](std::size_t k) {
    if (k == 0 || k + 1 == count) return 0.0f;
    const ProfilePoint &a = profile[k - 1], &b = profile[k + 1];
    return (b.*member - a.*member) / (b.y - a.y);
  };
  const ProfilePoint &a = profile[i], &b = profile[i + 1];
  const float span = b.y - a.y, t = std::min(std::max((y - a.y) / span, 0.0f), 1.0f);
  const float t2 = t * t, t3 = t2 * t;
  return a.*member * (2.0f * t3 - 3.0f * t2 + 1.0f) + b.*member * (3.0f * t2 - 2.0f * t3) +
         span * (slope(i) * (t3 - 2.0f * t2 + t) + slope(i + 1) * (t3 - t2));
}

}  // namespace

Sdf head_shape() {
  Sdf plain = plain_head();
  Column forward, width;
  constexpr float chin_end = profile[0].y, furthest = 0.35f;
  forward.low = width.low = chin_end - 0.12f;
  for (float y = forward.low; y < profile[std::size(profile) - 1].y + 0.3f; y += Column::step) {
    const float fade = smoothstep(chin_end - 0.1f, chin_end, y) * smoothstep(18.30f, 18.02f, y);
    const float skin = -on_face(plain, {0.0f, y}, 0.0f).position.z;
    forward.value.push_back(fade * std::min(profile_at(y, &ProfilePoint::front) - skin, furthest));
    width.value.push_back(profile_at(y, &ProfilePoint::width));
  }
  return [plain = std::move(plain), forward = std::move(forward), width = std::move(width)](const vec3& p) {
    const float front = smoothstep(0.0f, -0.9f, p.z);
    if (front == 0.0f) return plain(p);
    const float aside = p.x / width.at(p.y);
    return plain(p + vec3(0, 0, front * forward.at(p.y) * std::exp(-aside * aside)));
  };
}

}  // namespace mmd::sample
