#include "pose/camera_track.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/handedness.h"
#include "pose/key_curves.h"
#include "pose/key_groups.h"

namespace mmd {
namespace {

/// The usable keys of a file in time order, each converted by `make(raw)`.
template <class Key, class Raw, class Make>
std::vector<Key> keys_in_order(const std::vector<Raw>& raw, std::string_view section, Repairs& repairs,
                               Make&& make) {
  std::vector<std::uint32_t> order(raw.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<Key> out;
  for (const std::uint32_t i : usable_in_order(raw, order, repairs, section)) out.push_back(make(raw[i]));
  return out;
}

/// The key at or before `frame`, the next one, and the share of the way between them (0-1).
template <class Key>
struct KeysAround {
  const Key* before;
  const Key* after;
  double part;
};
template <class Key>
KeysAround<Key> keys_around(const std::vector<Key>& keys, double frame) {
  const auto after = std::upper_bound(keys.begin(), keys.end(), frame, [](double f, const Key& k) {
    return f < static_cast<double>(k.frame);
  });
  if (after == keys.begin()) return {&keys.front(), &keys.front(), 0.0};
  const Key* before = &*(after - 1);
  if (after == keys.end()) return {before, before, 0.0};
  const auto from = static_cast<double>(before->frame), to = static_cast<double>(after->frame);
  return {before, &*after, (frame - from) / (to - from)};
}

double time_of(double frame) {
  return std::isnan(frame) ? 0.0 : frame;
}

}  // namespace

CameraSample camera_from(const vec3& target, const vec3& angles, float distance, float fov_degrees,
                         bool perspective) {
  // In the right-handed space: Ry(y) Rx(x) Rz(-z).
  const glm::dvec3 half(glm::dvec3(angles) * 0.5);
  const glm::dquat about_y(std::cos(half.y), 0.0, std::sin(half.y), 0.0);
  const glm::dquat about_x(std::cos(half.x), std::sin(half.x), 0.0, 0.0);
  const glm::dquat about_z(std::cos(half.z), 0.0, 0.0, -std::sin(half.z));
  const glm::dquat turn = about_y * about_x * about_z;
  const glm::dvec3 backward = turn * glm::dvec3(0.0, 0.0, 1.0);
  CameraSample out;
  const glm::dvec3 centre(mirror(target));
  const glm::dvec3 eye = centre - backward * static_cast<double>(distance);
  out.eye = vec3(eye);
  // Only a negative distance puts the target ahead of the eye; otherwise choose a point ahead. At distance 0
  // any point in the direction will do.
  constexpr double without_target = 10.0;
  const double ahead = std::abs(distance) > 0.01f ? std::abs(static_cast<double>(distance)) : without_target;
  out.target = distance < -0.01f ? vec3(centre) : vec3(eye - backward * ahead);
  out.up = vec3(turn * glm::dvec3(0.0, 1.0, 0.0));
  out.fov_degrees = fov_degrees;
  out.perspective = perspective;
  return out;
}

CameraTrack::CameraTrack(const vmd::File& file, Repairs& repairs) {
  const auto make = [](const vmd::CameraKey& k) {
    CameraKeyframe out;
    out.frame = k.frame;
    out.target = k.target;
    out.angles = k.angles;
    out.distance = k.distance;
    out.fov_degrees = static_cast<float>(std::clamp(k.fov_degrees, 1u, 170u));
    out.perspective = k.no_perspective == 0;
    for (std::size_t c = 0; c < out.curves.size(); ++c) out.curves[c] = curve_of(k, c);
    return out;
  };
  keys_ = keys_in_order<CameraKeyframe>(file.cameras, "camera keys", repairs, make);
}

CameraSample CameraTrack::sample(double frame) const {
  const auto keys = keys_around(keys_, time_of(frame));
  const CameraKeyframe &a = *keys.before, &b = *keys.after;
  const bool cut = b.frame - a.frame <= 1;
  std::array<float, 6> s{};
  for (std::size_t c = 0; c < s.size() && !cut; ++c)
    s[c] = static_cast<float>(bezier_at(b.curves[c], keys.part));
  const vec3 target = a.target + (b.target - a.target) * vec3(s[0], s[1], s[2]);
  return camera_from(target, a.angles + (b.angles - a.angles) * s[3],
                     a.distance + (b.distance - a.distance) * s[4],
                     a.fov_degrees + (b.fov_degrees - a.fov_degrees) * s[5], a.perspective);
}

LightTrack::LightTrack(const vmd::File& file, Repairs& repairs) {
  keys_ =
      keys_in_order<TimedValue<LightSample>>(file.lights, "light keys", repairs, [](const vmd::LightKey& k) {
        return TimedValue<LightSample>{k.frame, {k.colour, mirror(k.direction)}};
      });
}

LightSample LightTrack::sample(double frame) const {
  const auto keys = keys_around(keys_, time_of(frame));
  const auto s = static_cast<float>(keys.part);
  const LightSample &a = keys.before->value, &b = keys.after->value;
  LightSample out{a.colour + (b.colour - a.colour) * s, a.direction + (b.direction - a.direction) * s};
  if (!(glm::length(out.direction) > 1e-6f)) out.direction = LightSample{}.direction;
  return out;
}

SelfShadowTrack::SelfShadowTrack(const vmd::File& file, Repairs& repairs) {
  keys_ = keys_in_order<TimedValue<SelfShadowSample>>(
      file.self_shadows, "self-shadow keys", repairs, [](const vmd::SelfShadowKey& k) {
        return TimedValue<SelfShadowSample>{k.frame, {k.mode, 10000.0f - 100000.0f * k.value}};
      });
}

SelfShadowSample SelfShadowTrack::sample(double frame) const {
  const auto keys = keys_around(keys_, time_of(frame));
  const SelfShadowSample &a = keys.before->value, &b = keys.after->value;
  return {a.mode, a.distance + (b.distance - a.distance) * static_cast<float>(keys.part)};
}

}  // namespace mmd
