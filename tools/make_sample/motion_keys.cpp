#include "make_sample/motion_keys.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "base/text.h"

namespace mmd::sample {
namespace {

struct Place {
  vec3 translation{0.0f};
  quat rotation{1, 0, 0, 0};
};
using Places = std::vector<Place>;  // a bone's, one per pose

/// By bone, in the order in which the poses mention them. Bones that a pose leaves out are at rest there.
std::vector<std::pair<std::string, Places>> places_by_bone(const PoseTrack& track) {
  std::vector<std::pair<std::string, Places>> out;
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < track.poses.size(); ++i) {
    for (const vpd::Bone& b : track.poses[i].bones) {
      const auto [at, is_new] = index.emplace(b.name, out.size());
      if (is_new) out.emplace_back(b.name, Places(track.poses.size()));
      out[at->second].second[i] = {b.translation,
                                   quat(b.rotation.w, b.rotation.x, b.rotation.y, b.rotation.z)};
    }
  }
  return out;
}

float degrees_between(const quat& a, const quat& b) {
  return 2.0f * std::acos(std::min(std::abs(glm::dot(a, b)), 1.0f)) * 180.0f / pi;
}

/// Marks the poses between `first` and `last` that need keys.
void find_keys(const Places& places, std::size_t first, std::size_t last, std::vector<bool>& is_key) {
  constexpr float degrees = 0.25f, units = 0.005f;
  float worst = 1.0f;
  std::size_t at = first;
  for (std::size_t i = first + 1; i < last; ++i) {
    const float t = static_cast<float>(i - first) / static_cast<float>(last - first);
    const Place &a = places[first], &b = places[last];
    const float turned = degrees_between(glm::slerp(a.rotation, b.rotation, t), places[i].rotation),
                moved = glm::length(glm::mix(a.translation, b.translation, t) - places[i].translation);
    const float error = std::max(turned / degrees, moved / units);
    if (error <= worst) continue;
    worst = error;
    at = i;
  }
  if (at == first) return;
  is_key[at] = true;
  find_keys(places, first, at, is_key);
  find_keys(places, at, last, is_key);
}

bool moves(const Places& places) {
  return std::any_of(places.begin(), places.end(), [&](const Place& p) {
    return degrees_between(p.rotation, places.front().rotation) > 0.02f ||
           glm::length(p.translation - places.front().translation) > 1e-4f;
  });
}

template <std::size_t N>
vmd::Name<N> field_of(const std::string& name) {
  const auto bytes = cp932_from_utf8(name);
  if (!bytes || bytes->size() > N) throw std::logic_error(name + ": no name for a motion");
  return vmd::name_from<N>(*bytes);
}

/// Straight, the way MikuMikuDance writes it: each row is the one before without its first byte.
std::array<std::uint8_t, 64> straight() {
  std::array<std::uint8_t, 64> out{};
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t i = 0; i < 16; ++i) {
      const std::size_t from = i + row;
      out[16 * row + i] = static_cast<std::uint8_t>(from < 8 ? 20 : from < 16 ? 107 : from == 16 ? 1 : 0);
    }
  return out;
}

}  // namespace

void soften(PoseTrack& track, const std::set<std::string>& bones, int reach) {
  const auto all = places_by_bone(track);
  const auto count = static_cast<int>(track.poses.size()) - 1;  // the last is the first
  for (vpd::File& pose : track.poses)
    std::erase_if(pose.bones, [&](const vpd::Bone& b) { return bones.count(b.name) > 0; });
  for (const auto& [name, places] : all) {
    if (bones.count(name) == 0) continue;
    for (int i = 0; i <= count; ++i) {
      const auto at = [&, &of = places](int k) {
        return of[static_cast<std::size_t>((k + 2 * count) % count)];
      };
      vec4 sum(0.0f);
      for (int k = -2 * reach; k <= 0; ++k) {  // only what was: what hangs comes late
        const float x = static_cast<float>(k + reach) / (0.5f * static_cast<float>(reach));
        quat q = at(i + k).rotation;
        if (glm::dot(q, at(i).rotation) < 0.0f) q = -q;
        sum += std::exp(-0.5f * x * x) * vec4(q.x, q.y, q.z, q.w);
      }
      const vec4 q = glm::normalize(sum);
      track.poses[static_cast<std::size_t>(i)].bones.push_back({name, vec3(0.0f), q.w < 0.0f ? -q : q});
    }
  }
}

void add_bone_keys(const PoseTrack& track, vmd::File& motion) {
  for (const auto& [name, places] : places_by_bone(track)) {
    std::vector<bool> is_key(places.size(), false);
    is_key.front() = true;
    if (moves(places)) {
      is_key.back() = true;
      find_keys(places, 0, places.size() - 1, is_key);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!is_key[i]) continue;
      const quat& q = places[i].rotation;
      motion.bones.push_back({field_of<15>(name), static_cast<std::uint32_t>(i) * track.frames_apart,
                              places[i].translation, vec4(q.x, q.y, q.z, q.w), straight()});
    }
  }
}

void add_morph_keys(const std::string& morph, const std::vector<WeightKey>& keys, vmd::File& motion) {
  for (const WeightKey& key : keys) motion.morphs.push_back({field_of<15>(morph), key.frame, key.weight});
}

}  // namespace mmd::sample
