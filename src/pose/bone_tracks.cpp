#include "pose/bone_tracks.h"

#include <algorithm>
#include <cmath>

#include "base/rotations.h"
#include "pose/key_curves.h"

namespace mmd {
namespace {

constexpr std::string_view section = "bone keys";

/// Sine and cosine for 0 <= x <= pi / 2, to a float's accuracy: minimax polynomials.
float sine(float x) {
  const float x2 = x * x;
  return x * (1.0f + x2 * (-0.16666667f +
                           x2 * (0.0083333310f +
                                 x2 * (-0.00019840874f + x2 * (2.7525562e-06f - x2 * 2.3889859e-08f)))));
}
float cosine(float x) {
  const float x2 = x * x;
  return 1.0f + x2 * (-0.5f + x2 * (0.041666638f +
                                    x2 * (-0.0013888378f + x2 * (2.4760495e-05f - x2 * 2.6051615e-07f))));
}

}  // namespace

BoneTracks::BoneTracks(const vmd::File& file, const Model& model, const KeyTargets& bone_names,
                       Repairs& repairs, std::vector<std::string>& unmatched) {
  KeyGrouper grouper(bone_names, file.bones.size());
  for (const vmd::BoneKey& key : file.bones) grouper.add(vmd::bytes_of(key.name));
  KeyGroups groups = grouper.take();
  unmatched = std::move(groups.unmatched);
  segments_.reserve(groups.keys.size() + groups.groups.size());
  for (const KeyGroups::Group& group : groups.groups) {
    const std::span<std::uint32_t> keys = usable_in_order(
        file.bones, {groups.keys.data() + group.first, group.end - group.first}, repairs, section);
    if (keys.empty()) continue;
    bones_.push_back(static_cast<std::int32_t>(group.target));
    add_track(file, model.skeleton.bones[group.target], keys);
    add_physics(file, bones_.back(), keys);
  }
  scratch_frames_ = {};
}

void BoneTracks::add_track(const vmd::File& file, const Bone& bone, std::span<const std::uint32_t> keys) {
  const std::size_t first = segments_.size();
  scratch_frames_.clear();
  const bool is_late = file.bones[keys.front()].frame > 0;
  if (is_late) {  // MMD adds a key at rest at frame 0
    scratch_frames_.push_back(0);
    Segment rest{};
    rest.from = vec4(0.0f, 0.0f, 0.0f, 1.0f);
    segments_.push_back(rest);
  }
  for (const std::uint32_t k : keys) {
    const vmd::BoneKey& key = file.bones[k];
    scratch_frames_.push_back(key.frame);
    quat q = rotation_from_file(key.rotation);
    if (bone.has_fixed_axis) q = about_fixed_axis(q, mirror(bone.fixed_axis));
    const quat rotation = mirror(q);
    Segment s{};
    s.from = vec4(rotation.x, rotation.y, rotation.z, rotation.w);
    s.start = mirror(key.translation);
    segments_.push_back(s);
  }
  for (std::size_t i = 0; first + i + 1 < segments_.size(); ++i) {
    connect(segments_[first + i], segments_[first + i + 1], file.bones[keys[i + (is_late ? 0 : 1)]]);
  }
  frames_.add_track(scratch_frames_);
  last_frame_ = std::max(last_frame_, scratch_frames_.back());
}

/// Adds a track only if physics is off at some key, which is rare.
void BoneTracks::add_physics(const vmd::File& file, std::int32_t bone, std::span<const std::uint32_t> keys) {
  const auto off = [&](std::uint32_t key) { return switches_physics_off(file.bones[key]); };
  if (std::none_of(keys.begin(), keys.end(), off)) return;
  StepTrack& track = physics_.emplace_back();
  track.target = bone;
  for (const std::uint32_t key : keys) track.add(file.bones[key].frame, !off(key));
}

void BoneTracks::connect(Segment& segment, const Segment& next, const vmd::BoneKey& next_key) {
  for (std::size_t channel = 0; channel < segment.curves.size(); ++channel)
    segment.curves[channel] = curve_of(next_key, channel);
  segment.way = next.start - segment.start;
  const glm::dvec4 a(segment.from);
  glm::dvec4 b(next.from);
  double cosine_of = glm::dot(a, b);
  if (cosine_of < 0.0) {  // the shorter path
    b = -b;
    cosine_of = -cosine_of;
  }
  const glm::dvec4 across = b - cosine_of * a;
  const double sine_of = glm::length(across);
  if (segment.from == next.from || !(sine_of > 1e-9)) return;
  segment.towards = vec4(across / sine_of);
  segment.angle = static_cast<float>(std::atan2(sine_of, cosine_of));
}

void BoneTracks::sample(double frame, std::span<vec3> translation, std::span<quat> rotation) const {
  for (std::size_t track = 0; track < bones_.size(); ++track) {
    const auto [key, part] = frames_.find(track, frame);
    const Segment& segment = segments_[key];
    const auto along = [&, part = part](std::size_t channel) {
      return static_cast<float>(bezier_at(segment.curves[channel], part));
    };
    vec3& place = translation[static_cast<std::size_t>(bones_[track])];
    place = segment.start;
    if (segment.way != vec3(0.0f)) place += vec3(along(0), along(1), along(2)) * segment.way;
    vec4 q = segment.from;
    if (segment.angle > 0.0f) {
      const float turn = along(3) * segment.angle;
      q = q * cosine(turn) + segment.towards * sine(turn);
    }
    rotation[static_cast<std::size_t>(bones_[track])] = quat(q.w, q.x, q.y, q.z);
  }
}

void FrameIndex::add_track(std::span<const std::uint32_t> frames) {
  frames_.insert(frames_.end(), frames.begin(), frames.end());
  begins_.push_back(frames_.size());
}

FrameIndex::Place FrameIndex::find(std::size_t track, double frame) const {
  const std::span<const std::uint32_t> frames = frames_of(track);
  const auto after = std::upper_bound(frames.begin(), frames.end(), frame, [](double at, std::uint32_t key) {
    return !(at >= static_cast<double>(key));
  });
  const auto passed = static_cast<std::size_t>(after - frames.begin());
  if (passed == 0 || passed == frames.size())
    return {begins_[track] + std::max<std::size_t>(passed, 1) - 1, 0.0};
  const double from = frames[passed - 1], to = frames[passed];
  return {begins_[track] + passed - 1, (frame - from) / (to - from)};
}

}  // namespace mmd
