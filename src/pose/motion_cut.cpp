#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/errors.h"
#include "base/rotations.h"
#include "pose/key_curves.h"
#include "pose/motion_sections.h"
#include "pose/motion_tools.h"

namespace mmd {
namespace {

// ---- A key between two keys. `after` becomes the rest of the way.

vmd::BoneKey key_between(const vmd::BoneKey& before, vmd::BoneKey& after, double u) {
  vmd::BoneKey out = before;
  std::array<BezierControl, 4> first, rest;
  std::array<double, 4> share{};
  for (std::size_t c = 0; c < 4; ++c) {
    const BezierControl curve = curve_of(after, c);
    share[c] = bezier_at(curve, u);
    const CurveHalves halves = divided(curve, u);
    first[c] = halves.before;
    rest[c] = halves.after;
  }
  for (int i = 0; i < 3; ++i)
    out.translation[i] = static_cast<float>(
        static_cast<double>(before.translation[i]) +
        (static_cast<double>(after.translation[i]) - static_cast<double>(before.translation[i])) *
            share[static_cast<std::size_t>(i)]);
  out.rotation = vec4(on_shortest_arc(unit_or_identity(glm::dvec4(before.rotation)),
                                      unit_or_identity(glm::dvec4(after.rotation)), share[3]));
  set_curves(out, first, switches_physics_off(before));
  set_curves(after, rest, switches_physics_off(after));
  return out;
}

vmd::MorphKey key_between(const vmd::MorphKey& before, vmd::MorphKey& after, double u) {
  vmd::MorphKey out = before;
  out.weight =
      static_cast<float>(static_cast<double>(before.weight) +
                         (static_cast<double>(after.weight) - static_cast<double>(before.weight)) * u);
  return out;
}

vmd::CameraKey key_between(const vmd::CameraKey& before, vmd::CameraKey& after, double u) {
  vmd::CameraKey out = before;
  std::array<float, 6> share{};
  for (std::size_t c = 0; c < share.size(); ++c) {
    const BezierControl curve = curve_of(after, c);
    share[c] = static_cast<float>(bezier_at(curve, u));
    const CurveHalves halves = divided(curve, u);
    set_curve(out, c, halves.before);
    set_curve(after, c, halves.after);
  }
  out.target += (after.target - before.target) * vec3(share[0], share[1], share[2]);
  out.angles += (after.angles - before.angles) * share[3];
  out.distance += (after.distance - before.distance) * share[4];
  const float fov = static_cast<float>(before.fov_degrees);
  out.fov_degrees =
      static_cast<std::uint32_t>(std::lround(fov + (static_cast<float>(after.fov_degrees) - fov) * share[5]));
  return out;
}

vmd::LightKey key_between(const vmd::LightKey& before, vmd::LightKey& after, double u) {
  vmd::LightKey out = before;
  out.colour += (after.colour - before.colour) * static_cast<float>(u);
  out.direction += (after.direction - before.direction) * static_cast<float>(u);
  return out;
}

vmd::SelfShadowKey key_between(const vmd::SelfShadowKey& before, vmd::SelfShadowKey& after, double u) {
  vmd::SelfShadowKey out = before;
  out.value += (after.value - before.value) * static_cast<float>(u);
  return out;
}

/// The key that playback adds at frame 0 if a track begins later: at rest (semantics, "VMD").
vmd::BoneKey rest_key(const vmd::BoneKey& first) {
  vmd::BoneKey out;
  out.name = first.name;
  set_curves(out, {}, false);
  return out;
}
vmd::MorphKey rest_key(const vmd::MorphKey& first) {
  return {first.name, 0, 0.0f};
}
/// Camera, light and self shadow have their first key's value from frame 0 on.
template <class Key>
Key rest_key(const Key& first) {
  Key out = first;
  out.frame = 0;
  return out;
}

/// The key at `frame` between two keys of a track. `after` becomes the rest of the way.
template <class Key>
Key divide(const Key& before, Key& after, std::uint32_t frame) {
  const double way = static_cast<double>(after.frame) - static_cast<double>(before.frame);
  Key out =
      key_between(before, after, (static_cast<double>(frame) - static_cast<double>(before.frame)) / way);
  out.frame = frame;
  return out;
}

template <class Key>
void take_curves(Key& to, const Key& from) {
  if constexpr (requires { to.interpolation; }) to.interpolation = from.interpolation;
}

/// Adds keys at `first` and `last` to a track where it has none there and the keys on the other side, which
/// will be cut off, count. `track`: indices of its keys, in the order of frames.
template <class Keys>
void add_border_keys(Keys& keys, const std::vector<std::size_t>& track, std::uint32_t first,
                     std::uint32_t last) {
  using Key = typename Keys::value_type;
  const auto next = [&](std::uint32_t frame) {
    return std::find_if(track.begin(), track.end(), [&](std::size_t i) { return keys[i].frame > frame; });
  };
  const auto until = [&](std::uint32_t frame) {
    const auto behind = next(frame);
    return behind != track.begin() ? keys[*std::prev(behind)] : rest_key(keys[track.front()]);
  };
  const auto behind = [&](std::uint32_t frame) {
    const auto found = next(frame);
    return found != track.end() ? &keys[*found] : nullptr;
  };
  const Key before_first = until(first), before_last = until(last);
  Key *const after_first = behind(first), *const after_last = behind(last);
  std::optional<Key> at_first, at_last;
  if (after_last != nullptr && before_last.frame != last && last != first) {
    Key rest = *after_last;
    at_last = divide(before_last, rest, last);
  }
  if (before_first.frame != first) {
    at_first = before_first;
    if (after_first != nullptr) at_first = divide(before_first, *after_first, first);
    at_first->frame = first;
    // One curve from border to border: its value at `last` is that of the undivided one.
    if (at_last && after_first == after_last) take_curves(*at_last, divide(*at_first, *after_last, last));
  }
  if (at_first) keys.push_back(*at_first);
  if (at_last) keys.push_back(*at_last);
}

/// Gives the key at `first` the states that earlier keys set. Each chain's state holds until a key names it.
void add_border_states(std::vector<vmd::PropertyKey>& keys, std::uint32_t first) {
  vmd::PropertyKey held;
  vmd::PropertyKey* at_first = nullptr;
  bool has_earlier = false;
  for (const auto& [name, track] : tracks_in(keys)) {
    for (const std::size_t i : track) {
      if (keys[i].frame > first) break;
      if (keys[i].frame < first) has_earlier = true;
      if (keys[i].frame == first) at_first = &keys[i];
      held.visible = keys[i].visible;
      take_states(held.ik, keys[i].ik);
    }
  }
  held.frame = first;
  if (at_first != nullptr)
    take_states(at_first->ik, held.ik);
  else if (has_earlier)
    keys.push_back(held);
}

}  // namespace

Result<vmd::File> cut(const vmd::File& motion, std::uint32_t first, std::uint32_t last) {
  if (last < first) return fail("the last frame comes before the first");
  vmd::File out = motion;
  for_each_section(out, [&](auto& keys) {
    if constexpr (std::is_same_v<std::decay_t<decltype(keys)>, std::vector<vmd::PropertyKey>>)
      add_border_states(keys, first);
    else
      for (const auto& [name, track] : tracks_in(keys)) add_border_keys(keys, track, first, last);
    std::erase_if(keys, [&](const auto& key) { return key.frame < first || key.frame > last; });
    for (auto& key : keys) key.frame -= first;
  });
  return out;
}

}  // namespace mmd
