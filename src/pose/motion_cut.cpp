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

// ---- The value of a track between two keys, at the share `u` of the frames. The curves are unset.

vmd::BoneKey value_between(const vmd::BoneKey& before, const vmd::BoneKey& after, double u) {
  vmd::BoneKey out = before;
  for (int i = 0; i < 3; ++i)
    out.translation[i] = static_cast<float>(
        static_cast<double>(before.translation[i]) +
        (static_cast<double>(after.translation[i]) - static_cast<double>(before.translation[i])) *
            bezier_at(curve_of(after, static_cast<std::size_t>(i)), u));
  constexpr std::size_t rotation = 3;
  out.rotation = vec4(on_shortest_arc(unit_or_identity(glm::dvec4(before.rotation)),
                                      unit_or_identity(glm::dvec4(after.rotation)),
                                      bezier_at(curve_of(after, rotation), u)));
  return out;
}

vmd::MorphKey value_between(const vmd::MorphKey& before, const vmd::MorphKey& after, double u) {
  vmd::MorphKey out = before;
  out.weight =
      static_cast<float>(static_cast<double>(before.weight) +
                         (static_cast<double>(after.weight) - static_cast<double>(before.weight)) * u);
  return out;
}

vmd::CameraKey value_between(const vmd::CameraKey& before, const vmd::CameraKey& after, double u) {
  vmd::CameraKey out = before;
  std::array<float, camera_curves> share{};
  for (std::size_t c = 0; c < share.size(); ++c)
    share[c] = static_cast<float>(bezier_at(curve_of(after, c), u));
  out.target += (after.target - before.target) * vec3(share[0], share[1], share[2]);
  out.angles += (after.angles - before.angles) * share[3];
  out.distance += (after.distance - before.distance) * share[4];
  const float fov = static_cast<float>(before.fov_degrees);
  out.fov_degrees =
      static_cast<std::uint32_t>(std::lround(fov + (static_cast<float>(after.fov_degrees) - fov) * share[5]));
  return out;
}

vmd::LightKey value_between(const vmd::LightKey& before, const vmd::LightKey& after, double u) {
  vmd::LightKey out = before;
  out.colour += (after.colour - before.colour) * static_cast<float>(u);
  out.direction += (after.direction - before.direction) * static_cast<float>(u);
  return out;
}

vmd::SelfShadowKey value_between(const vmd::SelfShadowKey& before, const vmd::SelfShadowKey& after,
                                 double u) {
  vmd::SelfShadowKey out = before;
  out.value += (after.value - before.value) * static_cast<float>(u);
  return out;
}

// ---- Curves of a part of the way to `after`, from the share `from` of the frames to `to`. They return the
// largest error, as a share of the whole way.

double set_part(vmd::BoneKey& key, const vmd::BoneKey& after, double from, double to) {
  std::array<BezierControl, bone_curves> curves;
  double error = 0.0;
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const CurvePart part = part_of_curve(curve_of(after, c), from, to);
    curves[c] = part.curve;
    error = std::max(error, part.error);
  }
  set_curves(key, curves, switches_physics_off(key));
  return error;
}
double set_part(vmd::CameraKey& key, const vmd::CameraKey& after, double from, double to) {
  double error = 0.0;
  for (std::size_t c = 0; c < camera_curves; ++c) {
    const CurvePart part = part_of_curve(curve_of(after, c), from, to);
    set_curve(key, c, part.curve);
    error = std::max(error, part.error);
  }
  return error;
}
/// The others have no curves.
template <class Key>
double set_part(Key&, const Key&, double, double) {
  return 0.0;
}

/// The key that playback adds at frame 0 if a track begins later: at rest (layouts, "VMD").
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

/// The way from one key to the next, in parts.
template <class Key>
class Way {
 public:
  Way(const Key& before, const Key& after) : before_(before), after_(after) {}

  Key at(std::uint32_t frame) const {
    if (frame == after_.frame) return after_;
    Key out = value_between(before_, after_, share(frame));
    out.frame = frame;
    return out;
  }
  /// Adds keys for the frames behind `from` up to `to`: one, or more where a part of the curve is none of its
  /// own.
  void add_keys(std::uint32_t from, std::uint32_t to, std::vector<Key>& out) const {
    constexpr double allowed = 0.01;
    Key key = at(to);
    const double error = set_part(key, after_, share(from), share(to));
    if (error > allowed && to - from > 1) {
      const std::uint32_t middle = from + (to - from) / 2;
      add_keys(from, middle, out);
      add_keys(middle, to, out);
    } else {
      out.push_back(key);
    }
  }

 private:
  double share(std::uint32_t frame) const {
    return (static_cast<double>(frame) - static_cast<double>(before_.frame)) /
           (static_cast<double>(after_.frame) - static_cast<double>(before_.frame));
  }
  Key before_, after_;
};

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
  const Key before_first = until(first), before_last = until(last);
  const auto after_first = next(first), after_last = next(last);
  const bool divides_first = before_first.frame != first && after_first != track.end();
  std::vector<Key> added;
  if (after_last != track.end() && before_last.frame != last && last != first) {
    const Way<Key> way(before_last, keys[*after_last]);
    way.add_keys(divides_first && after_first == after_last ? first : before_last.frame, last, added);
  }
  if (before_first.frame != first) {
    Key at_first = before_first;
    if (divides_first) {
      Key& after = keys[*after_first];
      const Way<Key> way(before_first, after);
      at_first = way.at(first);
      if (after_first != after_last) {
        way.add_keys(first, after.frame, added);
        after = added.back();  // stays in its place
        added.pop_back();
      }
    }
    at_first.frame = first;
    added.insert(added.begin(), at_first);
  }
  keys.insert(keys.end(), added.begin(), added.end());
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
