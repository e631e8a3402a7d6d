#pragma once

// The sections of a motion file and the tracks in them. For the tools for motion files.

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/vmd.h"
#include "pose/usable_keys.h"

namespace mmd {

/// What keys belong to the same track: the name, or nothing for camera, light and the like.
template <class Key>
std::string_view track_of(const Key& key) {
  if constexpr (requires { key.name; })
    return vmd::bytes_of(key.name);
  else
    return {};
}

/// Calls `work` with the keys of each section.
template <class File, class Work>
void for_each_section(File& file, Work work) {
  work(file.bones);
  work(file.morphs);
  work(file.cameras);
  work(file.lights);
  work(file.self_shadows);
  work(file.properties);
}

/// Indices of a section's usable keys by track, each in the order of frames; of equal frames the file's last
/// key stays. These are the keys that playback uses.
template <class Keys>
std::map<std::string, std::vector<std::size_t>> tracks_in(const Keys& keys) {
  std::map<std::string, std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (usable(keys[i])) out[std::string(track_of(keys[i]))].push_back(i);
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

/// Adds the states of `more`, or sets those that `to` has.
inline void take_states(std::vector<vmd::IkState>& to, const std::vector<vmd::IkState>& more) {
  const auto name_of = [](const vmd::IkState& state) { return vmd::bytes_of(state.name).substr(0, 15); };
  for (const vmd::IkState& state : more) {
    const auto same = std::find_if(
        to.begin(), to.end(), [&](const vmd::IkState& other) { return name_of(other) == name_of(state); });
    if (same != to.end())
      *same = state;
    else
      to.push_back(state);
  }
}

}  // namespace mmd
