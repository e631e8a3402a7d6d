#include "pose/motion_tools.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/rotations.h"
#include "base/text.h"
#include "pose/key_curves.h"
#include "pose/motion_sections.h"
#include "pose/tools.h"

namespace mmd {
namespace {

constexpr std::uint32_t last_possible_frame = std::numeric_limits<std::uint32_t>::max();

// ---- Names

/// The name on the other side, in the first encoding in which the name is text and has one; the name itself
/// if none has. nullopt: in no encoding it is text.
template <class Mirror>
std::optional<std::string> mirrored_bytes(std::string_view bytes, const Mirror& mirror) {
  using Convert = std::optional<std::string> (*)(std::string_view);
  const Convert same = [](std::string_view text) {
    return is_utf8(text) ? std::optional(std::string(text)) : std::nullopt;
  };
  const std::pair<Convert, Convert> encodings[] = {
      {utf8_from_cp932, cp932_from_utf8}, {utf8_from_gbk, gbk_from_utf8}, {same, same}};
  std::optional<std::string> out;
  for (const auto& [decode, encode] : encodings) {
    const auto text = decode(bytes);
    if (!text) continue;
    out = std::string(bytes);
    const std::string other = mirror(*text);
    if (other == *text) continue;
    if (auto encoded = encode(other)) return encoded;
  }
  return out;
}

/// The name on the other side. A name that is cut inside a character keeps the cut bytes.
template <std::size_t N, class Mirror>
vmd::Name<N> mirrored_field(const vmd::Name<N>& name, const Mirror& mirror) {
  const std::string_view bytes = vmd::bytes_of(name);
  constexpr std::size_t longest_cut = 2;  // bytes of a character in UTF-8 without its last
  for (std::size_t cut_bytes = 0; cut_bytes <= std::min(longest_cut, bytes.size()); ++cut_bytes) {
    const std::string_view whole = bytes.substr(0, bytes.size() - cut_bytes);
    auto other = mirrored_bytes(whole, mirror);
    if (!other) continue;
    if (*other == whole) return name;
    *other += bytes.substr(whole.size());
    vmd::Name<N> out = other->size() == bytes.size() ? name : vmd::Name<N>{};
    for (std::size_t i = 0; i < std::min(other->size(), N); ++i) out[i] = (*other)[i];
    return out;
  }
  return name;
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

/// Adds the IK states of a removed key to the key that replaces it.
template <class Key>
void keep_states(const Key& gone, Key& key) {
  if constexpr (std::is_same_v<Key, vmd::PropertyKey>) {
    auto states = gone.ik;
    take_states(states, key.ik);
    key.ik = std::move(states);
  }
}

/// Whether the camera cuts between a track's keys `i - 1` and `i` (layouts, "VMD"): they are one frame
/// apart, and their neighbours are not, as in a movement with a key at every frame.
template <class Keys>
bool is_camera_cut(const Keys& keys, const std::vector<std::size_t>& track, std::size_t i) {
  const auto is_step = [&](std::size_t to) {
    return to > 0 && to < track.size() && keys[track[to]].frame - keys[track[to - 1]].frame == 1;
  };
  return std::is_same_v<typename Keys::value_type, vmd::CameraKey> && is_step(i) && !is_step(i - 1) &&
         !is_step(i + 1);
}

}  // namespace

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
  const auto moved = [speed](std::uint32_t frame) {
    return std::floor(static_cast<double>(frame) / speed + 0.5);
  };
  vmd::File out = motion;
  dropped = 0;
  Result<void> fits;
  for_each_section(out, [&](auto& keys) {
    std::vector<bool> stays(keys.size(), true);
    std::decay_t<decltype(keys)> held;
    for (const auto& [name, track] : tracks_in(keys))
      for (std::size_t i = 1; i < track.size(); ++i) {
        auto &before = keys[track[i - 1]], &key = keys[track[i]];
        if (moved(before.frame) == moved(key.frame)) {
          stays[track[i - 1]] = false;
          keep_states(before, key);
        } else if (is_camera_cut(keys, track, i) && moved(key.frame) - moved(before.frame) > 1.0) {
          held.push_back(before);
          held.back().frame = key.frame;
        }
      }
    const auto move = [&](auto& key, double by) {
      const double frame = moved(key.frame) + by;
      if (frame > static_cast<double>(last_possible_frame))
        fits = fail("a key would come behind the last possible frame", "choose a higher speed");
      else
        key.frame = static_cast<std::uint32_t>(frame);
    };
    for (auto& key : keys) move(key, 0.0);
    for (auto& key : held) move(key, -1.0);
    std::size_t at = 0;
    dropped += std::erase_if(keys, [&](const auto&) { return !stays[at++]; });
    keys.insert(keys.end(), held.begin(), held.end());
  });
  if (!fits) return fail(fits.error());
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

vmd::File merged(std::span<const vmd::File> motions, std::size_t& replaced) {
  vmd::File out = motions.front();
  replaced = 0;
  if (motions.size() == 1) return out;
  const auto add = [&replaced](auto& keys, auto more) {
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> added;
    for (std::size_t i = 0; i < more.size(); ++i) added[{std::string(track_of(more[i])), more[i].frame}] = i;
    replaced += std::erase_if(keys, [&](const auto& key) {
      const auto same = added.find({std::string(track_of(key)), key.frame});
      if (same == added.end()) return false;
      keep_states(key, more[same->second]);
      return true;
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
  std::string_view model_name = poses.front().model_name;
  if (model_name.ends_with(".osm")) model_name.remove_suffix(4);  // a VPD names the model's file
  vmd::File out = vmd::empty_file(cp932_from_utf8(only_cp932(model_name, '_')).value_or(""));
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
      set_curves(key, {}, false);
      out.bones.push_back(key);
    }
    for (std::size_t m = 0; m < morphs.size(); ++m)
      out.morphs.push_back(
          {morph_fields[m], static_cast<std::uint32_t>(frame), last_of(poses[i].morphs, morphs[m]).weight});
  }
  return out;
}

}  // namespace mmd
