#include "make_sample/motions.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "make_sample/motion_keys.h"
#include "make_sample/pose_builder.h"
#include "make_sample/poses.h"
#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

constexpr bool left = true, right = false;
constexpr std::uint32_t last_frame = 240, frames_apart = 2;
constexpr float frames_per_second = 30.0f;

/// A swing between -1 and 1 that takes `period` seconds and comes `late` seconds late.
float swing(float seconds, float period, float late = 0.0f) {
  return std::sin(2.0f * pi * (seconds - late) / period);
}

/// Between two arms.
ArmPose mix(const ArmPose& a, const ArmPose& b, float t) {
  return {glm::mix(a.upper, b.upper, t), glm::mix(a.lower, b.lower, t), glm::mix(a.hand, b.hand, t),
          glm::mix(a.back, b.back, t)};
}

/// The arm that is free: held out in the first half, waving in the second.
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

/// The bones of the arm that holds the microphone: turned as in the pose, so that it stays at the mouth.
bool holds_microphone(const std::string& bone) {
  if (bone.rfind("右", 0) != 0) return false;
  for (const char* part : {"腕", "ひじ", "手", "指"})
    if (bone.find(part) != std::string::npos) return true;
  return false;
}

/// At a time of the song. Two seconds to and fro, one up and down; what is higher follows later.
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
  // Hair and skirt lean against the way.
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

/// Slows down at the keys. Per channel x1, x2, y1, y2.
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

/// From the whole figure to her face and around, and back.
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
