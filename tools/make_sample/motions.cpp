#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/text.h"
#include "formats/vmd.h"
#include "formats/vpd.h"
#include "make_sample/pose_builder.h"
#include "make_sample/samples.h"
#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

// Conversion of regular poses to the keys of a motion.

/// Poses at equal time intervals; the last one equals the first.
struct PoseTrack {
  std::vector<vpd::File> poses;
  std::uint32_t frames_apart = 1;
};

/// A weight at a frame, with linear interpolation between frames.
struct WeightKey {
  std::uint32_t frame;
  float weight;
};

struct Place {
  vec3 translation{0.0f};
  quat rotation{1, 0, 0, 0};
};
using Places = std::vector<Place>;  // a bone's, one per pose

/// By bone, in the order in which the poses mention them. A bone that a pose omits is at rest there.
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

/// Linear curves as MikuMikuDance writes them: each row is the one before without its first byte.
std::array<std::uint8_t, 64> straight() {
  std::array<std::uint8_t, 64> out{};
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t i = 0; i < 16; ++i) {
      const std::size_t from = i + row;
      out[16 * row + i] = static_cast<std::uint8_t>(from < 8 ? 20 : from < 16 ? 107 : from == 16 ? 1 : 0);
    }
  return out;
}

/// Smooths and delays the motion of these bones over about `reach` poses, like hanging things.
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
      for (int k = -2 * reach; k <= 0; ++k) {  // only earlier poses, for the delay
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

/// Keys of all bones with linear curves, as few as keep errors below 0.25 degrees and 0.005 MMD units. Each
/// bone has a key at the first frame, and at the last frame if it moves.
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

constexpr bool left = true, right = false;
constexpr std::uint32_t last_frame = 240, frames_apart = 2;
constexpr float frames_per_second = 30.0f;

/// An oscillation between -1 and 1 with a period of `period` seconds and a delay of `late` seconds.
float swing(float seconds, float period, float late = 0.0f) {
  return std::sin(2.0f * pi * (seconds - late) / period);
}

/// Between two arms.
ArmPose mix(const ArmPose& a, const ArmPose& b, float t) {
  return {glm::mix(a.upper, b.upper, t), glm::mix(a.lower, b.lower, t), glm::mix(a.hand, b.hand, t),
          glm::mix(a.back, b.back, t)};
}

/// The free arm: held out in the first half, waving in the second.
ArmPose free_arm(float seconds) {
  const float sway = swing(seconds, 2.0f, 0.15f), late = swing(seconds, 2.0f, 0.35f);
  const float wave = swing(seconds, 1.0f, 0.1f), wave_late = swing(seconds, 1.0f, 0.2f);
  const ArmPose out{{0.86f, -0.2f + 0.1f * sway, -0.42f},
                    {0.72f, 0.4f + 0.16f * late, -0.52f},
                    {0.8f, 0.42f + 0.2f * late, -0.34f},
                    {-0.25f, -0.35f, 0.9f}};
  const ArmPose up{{0.72f, 0.62f, -0.22f},
                   {0.3f + 0.22f * wave, 0.94f, -0.22f},
                   {0.26f + 0.42f * wave_late, 0.94f, -0.12f},
                   {-0.2f, 0.1f, 0.95f}};
  return mix(out, up, smoothstep(3.2f, 4.4f, seconds) * (1.0f - smoothstep(6.6f, 7.9f, seconds)));
}

/// The bones of the arm with the microphone: as in the pose, so that it stays at the mouth.
bool holds_microphone(const std::string& bone) {
  if (bone.rfind("右", 0) != 0) return false;
  for (const char* part : {"腕", "ひじ", "手", "指"})
    if (bone.find(part) != std::string::npos) return true;
  return false;
}

/// The pose at a time of the song: two seconds to and fro, one up and down; higher parts follow later.
vpd::File song_at(const Rig& rig, const vpd::File& pose, float seconds) {
  const float sway = swing(seconds, 2.0f), chest = swing(seconds, 2.0f, 0.12f),
              head = swing(seconds, 2.0f, 0.28f);
  const float bounce = 0.5f - 0.5f * std::cos(2.0f * pi * seconds), nod = swing(seconds, 1.0f, 0.3f);
  const float raised = smoothstep(3.0f, 4.4f, seconds) * (1.0f - smoothstep(6.6f, 8.0f, seconds));
  PoseBuilder b(rig);
  b.move("センター", {0.12f + 0.42f * sway, -0.32f - 0.18f * bounce, 0.0f});
  b.rotate("下半身", turn(axis_z, 2.5f + 3.5f * sway) * turn(axis_y, -4.0f + 2.0f * sway));
  b.rotate("上半身", turn(axis_z, -3.0f - 4.0f * chest) * turn(axis_y, 4.0f + 3.0f * chest) *
                         turn(axis_x, 2.0f - 2.0f * bounce));
  b.rotate("上半身2", turn(axis_z, -2.0f - 2.5f * chest) * turn(axis_y, 4.0f) * turn(axis_x, 2.0f * raised));
  b.rotate("首", turn(axis_z, 2.0f + 2.2f * head) * turn(axis_y, -4.0f));
  b.rotate("頭", turn(axis_z, 6.5f + 3.0f * head) * turn(axis_x, 3.0f + 2.0f * nod));
  b.rotate("両目", turn(axis_y, 4.0f * swing(seconds, 4.0f, 0.5f)));
  b.rotate("左肩P", turn(axis_z, 6.0f + 2.0f * chest + 8.0f * raised));
  b.arm(left, free_arm(seconds));
  for (const vpd::Bone& bone : pose.bones) {
    const bool hand = bone.name.rfind("左", 0) == 0 && bone.name.find("指") != std::string::npos;
    if (hand || holds_microphone(bone.name))
      b.rotate(bone.name, quat(bone.rotation.w, bone.rotation.x, bone.rotation.y, bone.rotation.z));
  }
  b.stand(left, {0.1f, -0.1f, 14.0f, 0.0f, 0.0f});
  b.stand(right, {-0.1f, 0.7f, 16.0f, 26.0f + 8.0f * sway, -6.0f});
  // Hair and skirt lean against the movement.
  return b.take({0.7f, 0.35f, {-0.24f * swing(seconds, 2.0f, -0.3f), 0.0f, 0.05f}});
}

void add_face(vmd::File& motion) {
  add_morph_keys("あ",
                 {{0, 0.9f},
                  {14, 0.6f},
                  {20, 0.0f},
                  {44, 0.0f},
                  {50, 0.8f},
                  {70, 0.9f},
                  {78, 0.0f},
                  {116, 0.0f},
                  {124, 0.9f},
                  {150, 0.7f},
                  {156, 0.1f},
                  {176, 0.1f},
                  {182, 0.8f},
                  {200, 0.5f},
                  {206, 0.0f},
                  {230, 0.0f},
                  {240, 0.9f}},
                 motion);
  add_morph_keys("う",
                 {{0, 0.0f},
                  {16, 0.0f},
                  {22, 0.8f},
                  {34, 0.6f},
                  {40, 0.0f},
                  {152, 0.0f},
                  {158, 0.7f},
                  {172, 0.6f},
                  {178, 0.0f},
                  {240, 0.0f}},
                 motion);
  add_morph_keys("お", {{0, 0.0f}, {74, 0.0f}, {80, 0.8f}, {100, 0.7f}, {108, 0.0f}, {240, 0.0f}}, motion);
  add_morph_keys("い",
                 {{0, 0.0f},
                  {34, 0.0f},
                  {40, 0.6f},
                  {46, 0.0f},
                  {202, 0.0f},
                  {208, 0.6f},
                  {222, 0.4f},
                  {228, 0.0f},
                  {240, 0.0f}},
                 motion);
  add_morph_keys("まばたき",
                 {{0, 0.0f},
                  {56, 0.0f},
                  {59, 1.0f},
                  {61, 1.0f},
                  {66, 0.0f},
                  {106, 0.0f},
                  {110, 1.0f},
                  {116, 1.0f},
                  {122, 0.0f},
                  {190, 0.0f},
                  {193, 1.0f},
                  {194, 1.0f},
                  {198, 0.0f},
                  {240, 0.0f}},
                 motion);
  add_morph_keys("にっこり", {{0, 0.0f}, {104, 0.0f}, {112, 0.6f}, {122, 0.0f}, {240, 0.0f}}, motion);
  add_morph_keys("上", {{0, 0.6f}, {90, 0.3f}, {126, 0.8f}, {210, 0.5f}, {240, 0.6f}}, motion);
  add_morph_keys("照れ", {{0, 0.5f}}, motion);
}

vmd::File song(const Rig& rig) {
  const auto poses = make_poses(rig);
  const auto pose =
      std::find_if(poses.begin(), poses.end(), [](const auto& p) { return p.first == "singing.vpd"; });
  PoseTrack track{{}, frames_apart};
  for (std::uint32_t frame = 0; frame <= last_frame; frame += frames_apart) {
    const float seconds = static_cast<float>(frame % last_frame) / frames_per_second;
    track.poses.push_back(song_at(rig, pose->second, seconds));
    track.poses.back().morphs.clear();
  }
  std::set<std::string> hanging;
  for (const auto* chains : {&skirt_chains(), &hair_chains()})
    for (const Chain& c : *chains)
      for (std::size_t i = 0; i + 1 < c.points.size(); ++i) hanging.insert(bone_of(c, i));
  soften(track, hanging, 3);
  vmd::File motion = vmd::empty_file("mmdview figure");
  add_bone_keys(track, motion);
  add_face(motion);
  return motion;
}

/// Curves that slow down at the keys. Per channel x1, x2, y1, y2.
constexpr std::array<std::uint8_t, 24> eased() {
  std::array<std::uint8_t, 24> out{};
  for (std::size_t i = 0; i < out.size(); i += 4) {
    out[i] = 50;
    out[i + 1] = 77;
    out[i + 2] = 0;
    out[i + 3] = 127;
  }
  return out;
}

/// The camera: from the whole figure to the face, around it, and back.
vmd::File camera() {
  vmd::File motion = vmd::empty_file(*cp932_from_utf8("カメラ・照明"));
  const auto key = [&](std::uint32_t frame, vec3 target, vec2 degrees, float distance) {
    vmd::CameraKey k;
    k.frame = frame;
    k.distance = -distance;
    k.target = target;
    k.angles = vec3(degrees.x, degrees.y, 0.0f) * (pi / 180.0f);
    k.interpolation = eased();
    k.fov_degrees = 30;
    motion.cameras.push_back(k);
  };
  key(0, {0.6f, 9.8f, 0.0f}, {0.0f, -14.0f}, 44.0f);
  key(110, {0.5f, 14.0f, 0.0f}, {3.0f, 16.0f}, 24.0f);
  key(180, {0.9f, 14.6f, 0.0f}, {4.0f, 22.0f}, 25.0f);
  key(last_frame, {0.6f, 9.8f, 0.0f}, {0.0f, -14.0f}, 44.0f);
  return motion;
}

}  // namespace

std::vector<std::pair<std::string, vmd::File>> make_motions(const Rig& rig) {
  return {{"song.vmd", song(rig)}, {"camera.vmd", camera()}};
}

}  // namespace mmd::sample
