#include "pose/motion_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/rotations.h"
#include "base/text.h"
#include "pose/bezier.h"
#include "pose/divided_curve.h"
#include "pose/tools.h"

namespace mmd {
namespace {

constexpr std::uint32_t last_possible_frame = std::numeric_limits<std::uint32_t>::max();

/// What keys belong to the same track: the name, or nothing for camera, light and the like.
template <class Key>
std::string_view track_of(const Key& key) {
  if constexpr (requires { key.name; })
    return vmd::bytes_of(key.name);
  else
    return {};
}

/// Calls `work` with the keys of each section of one motion, or of two motions.
template <class File, class Work>
void for_each_section(File& file, Work work) {
  work(file.bones);
  work(file.morphs);
  work(file.cameras);
  work(file.lights);
  work(file.self_shadows);
  work(file.properties);
}

/// Indices of a section's keys by track, each in the order of frames; of equal frames the file's last key
/// stays.
template <class Keys>
std::map<std::string, std::vector<std::size_t>> tracks_in(const Keys& keys) {
  std::map<std::string, std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < keys.size(); ++i) out[std::string(track_of(keys[i]))].push_back(i);
  for (auto& [name, track] : out) {
    std::stable_sort(track.begin(), track.end(),
                     [&](std::size_t a, std::size_t b) { return keys[a].frame < keys[b].frame; });
    std::vector<std::size_t> last_ones;
    for (const std::size_t i : track) {
      if (!last_ones.empty() && keys[last_ones.back()].frame == keys[i].frame) last_ones.pop_back();
      last_ones.push_back(i);
    }
    track = std::move(last_ones);
  }
  return out;
}

// ---- Curves of keys

/// The curves of a bone key: x1, y1, x2, y2 of a channel are 4 bytes apart, at the beginning of 16 bytes of
/// their own; the other bytes repeat them (semantics, "VMD").
BezierControl curve_of(const vmd::BoneKey& key, std::size_t channel) {
  const std::uint8_t* from = key.interpolation.data() + channel * 16;
  return {from[0], from[4], from[8], from[12]};
}

/// Sets the curves with MMD's bytes: four rows of sixteen, each the one before shifted by one. Keeps a switch
/// that turns physics off (semantics, "VMD physics keys").
void set_curves(vmd::BoneKey& key, const std::array<BezierControl, 4>& curves) {
  std::array<std::uint8_t, 16> row{};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    row[c] = curves[c].x1;
    row[c + 4] = curves[c].y1;
    row[c + 8] = curves[c].x2;
    row[c + 12] = curves[c].y2;
  }
  const bool has_physics_off = key.interpolation[2] == 0x63 && key.interpolation[3] == 0x0f;
  key.interpolation = {};
  for (std::size_t shift = 0; shift < 4; ++shift)
    for (std::size_t i = shift; i < row.size(); ++i) key.interpolation[shift * 16 + i - shift] = row[i];
  key.interpolation[31] = key.interpolation[46] = key.interpolation[61] = 1;
  if (has_physics_off) {
    key.interpolation[2] = 0x63;
    key.interpolation[3] = 0x0f;
  }
}

BezierControl curve_of(const vmd::CameraKey& key, std::size_t channel) {
  const std::uint8_t* from = key.interpolation.data() + channel * 4;
  return {from[0], from[2], from[1], from[3]};
}
void set_curve(vmd::CameraKey& key, std::size_t channel, const BezierControl& curve) {
  std::uint8_t* to = key.interpolation.data() + channel * 4;
  to[0] = curve.x1;
  to[1] = curve.x2;
  to[2] = curve.y1;
  to[3] = curve.y2;
}

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
  set_curves(out, first);
  set_curves(after, rest);
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

/// These do not change between keys.
vmd::SelfShadowKey key_between(const vmd::SelfShadowKey& before, vmd::SelfShadowKey&, double) {
  return before;
}
vmd::PropertyKey key_between(const vmd::PropertyKey& before, vmd::PropertyKey&, double) {
  return before;
}

/// Copies what a key sets, without its curves.
void take_value(vmd::BoneKey& to, const vmd::BoneKey& from) {
  to.translation = from.translation;
  to.rotation = from.rotation;
}
void take_value(vmd::CameraKey& to, const vmd::CameraKey& from) {
  const auto interpolation = to.interpolation;
  to = from;
  to.interpolation = interpolation;
}
/// The others have no curves, which division would round.
template <class Key>
void take_value(Key&, const Key&) {}

/// The value of a track at `frame` between two keys.
template <class Keys>
typename Keys::value_type value_between(const Keys& keys, const std::vector<std::size_t>& track,
                                        std::uint32_t frame) {
  const auto next =
      std::find_if(track.begin(), track.end(), [&](std::size_t i) { return keys[i].frame > frame; });
  const auto& before = keys[*std::prev(next)];
  auto after = keys[*next];
  const double way = static_cast<double>(after.frame) - static_cast<double>(before.frame);
  return key_between(before, after, (static_cast<double>(frame) - static_cast<double>(before.frame)) / way);
}

/// Gives a track a key at `frame` if keys are on both sides of it, or if all are on the side that is cut off.
/// Keys of the track in `keys` have the indices `track`.
template <class Keys>
void add_key_at(std::uint32_t frame, bool keeps_later_keys, Keys& keys, std::vector<std::size_t>& track) {
  const auto next =
      std::find_if(track.begin(), track.end(), [&](std::size_t i) { return keys[i].frame >= frame; });
  if (next != track.end() && keys[*next].frame == frame) return;
  const bool has_before = next != track.begin(), has_after = next != track.end();
  // What the track holds at the border is held without a key there too.
  if (!has_before && (keeps_later_keys || !has_after)) return;
  if (!has_after && !keeps_later_keys) return;
  typename Keys::value_type key;
  if (!has_before) {
    key = keys[*next];  // its value holds before it
  } else if (!has_after) {
    key = keys[*std::prev(next)];
  } else {
    const auto& before = keys[*std::prev(next)];
    auto& after = keys[*next];
    const double way = static_cast<double>(after.frame) - static_cast<double>(before.frame);
    key = key_between(before, after, (static_cast<double>(frame) - static_cast<double>(before.frame)) / way);
  }
  key.frame = frame;
  const auto place = next - track.begin();
  keys.push_back(key);
  track.insert(track.begin() + place, keys.size() - 1);
}

// ---- Names

/// The name on the other side; a name that is cut inside a character keeps the cut byte.
template <std::size_t N, class Mirror>
vmd::Name<N> mirrored_field(const vmd::Name<N>& name, const Mirror& mirror) {
  const std::string_view bytes = vmd::bytes_of(name);
  std::string_view whole = bytes;
  auto text = utf8_from_cp932(whole);
  if (!text && !whole.empty()) text = utf8_from_cp932(whole = bytes.substr(0, bytes.size() - 1));
  if (!text) return name;
  const auto other = cp932_from_utf8(mirror(*text));
  if (!other || *other == whole) return name;
  const std::string all = *other + std::string(bytes.substr(whole.size()));
  vmd::Name<N> out = all.size() == bytes.size() ? name : vmd::Name<N>{};
  for (std::size_t i = 0; i < std::min(all.size(), N); ++i) out[i] = all[i];
  return out;
}

/// Names of VMD keys. Error: a name that CP932 lacks.
Result<std::vector<vmd::Name<15>>> name_fields(const std::vector<std::string>& names) {
  std::vector<vmd::Name<15>> out;
  out.reserve(names.size());
  for (const std::string& name : names) {
    const auto bytes = cp932_from_utf8(name);
    if (!bytes)
      return fail(fmt::format("\"{}\" cannot be written as Shift-JIS", name), "rename it in model and poses");
    out.push_back(vmd::name_from<15>(*bytes));
  }
  return out;
}

template <class Keys>
Result<void> move_keys(Keys& keys, std::int64_t frames) {
  for (auto& key : keys) {
    const std::int64_t frame = std::int64_t{key.frame} + frames;
    if (frame < 0)
      return fail(fmt::format("a key at frame {} would come before frame 0", key.frame),
                  "`mmdview pose cut` removes the beginning");
    if (frame > std::int64_t{last_possible_frame})
      return fail(fmt::format("a key at frame {} would come behind the last possible frame", key.frame),
                  "move by fewer frames");
    key.frame = static_cast<std::uint32_t>(frame);
  }
  return {};
}

}  // namespace

Result<vmd::File> cut(const vmd::File& motion, std::uint32_t first, std::uint32_t last) {
  if (last < first) return fail("the last frame comes before the first");
  vmd::File out = motion;
  for_each_section(out, [&](auto& keys) {
    const auto original = keys;
    for (auto& [name, track] : tracks_in(keys)) {
      const auto original_track = track;
      add_key_at(first, true, keys, track);
      const std::size_t count = keys.size();
      add_key_at(last, false, keys, track);
      // The key at `first` may have divided the curve that the one at `last` divides again.
      const bool is_between = keys.size() > count && original[original_track.front()].frame < last &&
                              original[original_track.back()].frame > last;
      if (is_between) take_value(keys.back(), value_between(original, original_track, last));
      if (is_between) keys.back().frame = last;
    }
    std::erase_if(keys, [&](const auto& key) { return key.frame < first || key.frame > last; });
  });
  Result<void> moved;
  for_each_section(out, [&](auto& keys) {
    if (moved) moved = move_keys(keys, -std::int64_t{first});
  });
  if (!moved) return fail(moved.error());
  return out;
}

Result<vmd::File> shifted(const vmd::File& motion, std::int64_t frames) {
  vmd::File out = motion;
  Result<void> moved;
  for_each_section(out, [&](auto& keys) {
    if (moved) moved = move_keys(keys, frames);
  });
  if (!moved) return fail(moved.error());
  return out;
}

Result<vmd::File> retimed(const vmd::File& motion, double speed, std::size_t& dropped) {
  if (!(speed > 0.0) || !std::isfinite(speed)) return fail("the speed must be above 0");
  vmd::File out = motion;
  dropped = 0;
  bool is_beyond = false;
  for_each_section(out, [&](auto& keys) {
    std::vector<bool> stays(keys.size(), true);
    for (const auto& [name, track] : tracks_in(keys)) {
      std::optional<std::pair<std::uint32_t, std::size_t>> before;
      for (const std::size_t i : track) {
        const double frame = std::floor(static_cast<double>(keys[i].frame) / speed + 0.5);
        if (frame > static_cast<double>(last_possible_frame)) is_beyond = true;
        const auto whole =
            static_cast<std::uint32_t>(std::min(frame, static_cast<double>(last_possible_frame)));
        if (before && before->first == whole) stays[before->second] = false;
        before.emplace(whole, i);
      }
    }
    for (std::size_t i = 0; i < keys.size(); ++i)
      keys[i].frame =
          static_cast<std::uint32_t>(std::min(std::floor(static_cast<double>(keys[i].frame) / speed + 0.5),
                                              static_cast<double>(last_possible_frame)));
    std::size_t at = 0;
    const std::size_t before = keys.size();
    std::erase_if(keys, [&](const auto&) { return !stays[at++]; });
    dropped += before - keys.size();
  });
  if (is_beyond) return fail("a key would come behind the last possible frame", "choose a higher speed");
  return out;
}

vmd::File mirrored(const vmd::File& motion) {
  vmd::File out = motion;
  std::unordered_set<std::string> morphs;
  for (const vmd::MorphKey& key : motion.morphs)
    morphs.insert(utf8_from_cp932_lossy(vmd::bytes_of(key.name)));
  const auto is_there = [&](const std::string& name) { return morphs.count(name) > 0; };
  const auto of_bone = [](const std::string& name) { return mirrored_name(name); };
  const auto of_morph = [&](const std::string& name) { return mirrored_morph_name(name, is_there); };
  for (vmd::BoneKey& key : out.bones) {
    key.name = mirrored_field(key.name, of_bone);
    key.translation.x = negated(key.translation.x);
    key.rotation.y = negated(key.rotation.y);
    key.rotation.z = negated(key.rotation.z);
  }
  for (vmd::MorphKey& key : out.morphs) key.name = mirrored_field(key.name, of_morph);
  for (vmd::CameraKey& key : out.cameras) {
    key.target.x = negated(key.target.x);
    key.angles.y = negated(key.angles.y);
    key.angles.z = negated(key.angles.z);
  }
  for (vmd::LightKey& key : out.lights) key.direction.x = negated(key.direction.x);
  for (vmd::PropertyKey& key : out.properties)
    for (vmd::IkState& state : key.ik) state.name = mirrored_field(state.name, of_bone);
  return out;
}

vmd::File merged(std::span<const vmd::File> motions) {
  vmd::File out = motions.front();
  if (motions.size() == 1) return out;
  const auto add = [](auto& keys, const auto& more) {
    std::set<std::pair<std::string, std::uint32_t>> replaced;
    for (const auto& key : more) replaced.emplace(std::string(track_of(key)), key.frame);
    std::erase_if(keys, [&](const auto& key) {
      return replaced.count({std::string(track_of(key)), key.frame}) > 0;
    });
    keys.insert(keys.end(), more.begin(), more.end());
  };
  for (const vmd::File& more : motions.subspan(1)) {
    add(out.bones, more.bones);
    add(out.morphs, more.morphs);
    add(out.cameras, more.cameras);
    add(out.lights, more.lights);
    add(out.self_shadows, more.self_shadows);
    add(out.properties, more.properties);
    out.sections = std::max(out.sections, more.sections);
  }
  out.trailing.clear();  // damaged bytes would follow the new keys
  return out;
}

Result<vmd::File> sequence_of(std::span<const vpd::File> poses, std::uint32_t every) {
  if (poses.empty()) return fail("there is no pose");
  std::vector<std::string> bones, morphs;  // in order of first appearance
  const auto note = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const vpd::File& pose : poses) {
    for (const vpd::Bone& bone : pose.bones) note(bones, bone.name);
    for (const vpd::Morph& morph : pose.morphs) note(morphs, morph.name);
  }
  MMD_TRY(const auto bone_fields, name_fields(bones));
  MMD_TRY(const auto morph_fields, name_fields(morphs));
  vmd::File out = vmd::empty_file(only_cp932(poses.front().model_name, '_'));
  const auto last_of = [](const auto& blocks, const std::string& name) {
    using Block = typename std::decay_t<decltype(blocks)>::value_type;
    const auto found =
        std::find_if(blocks.rbegin(), blocks.rend(), [&](const Block& block) { return block.name == name; });
    return found != blocks.rend() ? *found : Block{name};
  };
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::uint64_t frame = std::uint64_t{every} * i;
    if (frame > last_possible_frame) return fail("the last pose would come behind the last possible frame");
    for (std::size_t b = 0; b < bones.size(); ++b) {
      const vpd::Bone bone = last_of(poses[i].bones, bones[b]);
      vmd::BoneKey key;
      key.name = bone_fields[b];
      key.frame = static_cast<std::uint32_t>(frame);
      key.translation = bone.translation;
      key.rotation = vec4(unit_or_identity(glm::dvec4(bone.rotation)));
      set_curves(key, {});
      out.bones.push_back(key);
    }
    for (std::size_t m = 0; m < morphs.size(); ++m)
      out.morphs.push_back(
          {morph_fields[m], static_cast<std::uint32_t>(frame), last_of(poses[i].morphs, morphs[m]).weight});
  }
  return out;
}

}  // namespace mmd
