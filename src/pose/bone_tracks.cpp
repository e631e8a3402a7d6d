#include "pose/bone_tracks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/rotations.h"

namespace mmd {
namespace {

constexpr std::string_view section = "bone keys";

/// The control points are bytes 0, 4, 8 and 12 of 16 per channel.
BezierControl control_of(const vmd::BoneKey& key, std::size_t channel) {
  const std::uint8_t* at = key.interpolation.data() + channel * 16;
  return {at[0], at[4], at[8], at[12]};
}

/// Two interpolation bytes outside the curves contain the switch; other values mean on (semantics, "VMD
/// physics keys").
bool switches_physics_off(const vmd::BoneKey& key) {
  return key.interpolation[2] == 0x63 && key.interpolation[3] == 0x0f;
}

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

void fetch_ahead(const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#else
  static_cast<void>(address);
#endif
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
  std::array<BezierCurves::Id, 4> curves{};
  if (segment.from != next.from) {
    const glm::dvec4 a(segment.from);
    glm::dvec4 b(next.from);
    double cosine_of = glm::dot(a, b);
    if (cosine_of < 0.0) {  // the shorter path
      b = -b;
      cosine_of = -cosine_of;
    }
    const glm::dvec4 across = b - cosine_of * a;
    const double sine_of = glm::length(across);
    if (sine_of > 1e-9) {
      segment.towards = vec4(across / sine_of);
      segment.angle = static_cast<float>(std::atan2(sine_of, cosine_of));
      segment.curve |= turns;
      curves[3] = curves_.add(control_of(next_key, 3));
    }
  }
  segment.way = next.start - segment.start;
  BezierCurves::Id common = curves[3];
  bool has_common = (segment.curve & turns) != 0, several = false;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    if (segment.way[static_cast<glm::length_t>(channel)] == 0.0f) continue;
    segment.curve |= moves;
    curves[channel] = curves_.add(control_of(next_key, channel));
    if (has_common && curves[channel] != common) several = true;
    common = curves[channel];
    has_common = true;
  }
  if (several) {
    segment.curve |= several_curves | (static_cast<std::uint32_t>(curve_sets_.size()) & index_mask);
    curve_sets_.push_back(curves);
  } else {
    segment.curve |= common & index_mask;
  }
}

/// Finds the keys of a block of bones and the shares of time to the next ones. It finds all keys before it
/// reads any, so that their memory loads meanwhile.
void BoneTracks::find_keys(double frame, std::size_t first, std::span<std::uint32_t> keys,
                           Parts& parts) const {
  const auto whole = static_cast<std::uint32_t>(frame);
  std::array<FrameIndex::Way, block_size> ways;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = frames_.find(first + i, whole, keys[i]);
    fetch_ahead(&segments_[keys[i]]);
    ways[i] = frames_.way(first + i, keys[i]);
  }
  // A loop of its own, so that divisions do not wait for the search.
  for (std::size_t i = 0; i < keys.size(); ++i) parts[i] = ways[i].part(frame);
}

/// The shares of the way for a block of bones. Bones with bent curves are collected without a branch, which
/// the processor could hardly predict, and evaluated in their own loop, four curves at a time.
void BoneTracks::follow_curves(std::span<const std::uint32_t> keys, const Parts& parts, Along& along) const {
  std::array<std::uint32_t, block_size + 3> bent;
  std::array<std::uint32_t, block_size> mixed;
  std::size_t bent_count = 0, mixed_count = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint32_t curve = segments_[keys[i]].curve;
    along[i] = vec4(static_cast<float>(parts[i]));
    const auto has_set = static_cast<std::size_t>((curve & several_curves) != 0);
    const auto is_bent = static_cast<std::size_t>((curve & index_mask) != BezierCurves::straight);
    bent[bent_count] = mixed[mixed_count] = static_cast<std::uint32_t>(i);
    bent_count += is_bent & ~has_set;
    mixed_count += has_set;
  }
  // Padding for the last group of four.
  for (std::size_t k = 0; k < 3; ++k) bent[bent_count + k] = 0;
  for (std::size_t b = 0; b < bent_count; b += 4) {
    const std::array<std::uint32_t, 4> bones{bent[b], bent[b + 1], bent[b + 2], bent[b + 3]};
    const auto curve = [&](std::size_t k) {
      const std::uint32_t c = segments_[keys[bones[k]]].curve;
      return (c & several_curves) != 0 ? BezierCurves::straight : c & index_mask;
    };
    vec4 y;
    curves_.at_four({curve(0), curve(1), curve(2), curve(3)}, parts.data(), bones, y);
    for (std::size_t k = 0; k < 4 && b + k < bent_count; ++k) {
      along[bones[k]] = vec4(y[static_cast<glm::length_t>(k)]);
    }
  }
  for (std::size_t m = 0; m < mixed_count; ++m) {
    const std::uint32_t i = mixed[m];
    curves_.at_four(curve_sets_[segments_[keys[i]].curve & index_mask], parts.data(), {i, i, i, i}, along[i]);
  }
}

/// Cosine and sine of each bone's turn in a block; loops over polynomials vectorise.
void BoneTracks::turn(std::span<const std::uint32_t> keys, const Along& along, Turns& out) const {
  for (std::size_t i = 0; i < keys.size(); ++i) out.sine[i] = along[i].w * segments_[keys[i]].angle;
  for (std::size_t i = 0; i < block_size; ++i) {
    const float angle = out.sine[i];
    out.cosine[i] = cosine(angle);
    out.sine[i] = sine(angle);
  }
}

void BoneTracks::sample(double frame, std::span<std::uint32_t> cursors, std::span<vec3> translation,
                        std::span<quat> rotation) const {
  constexpr auto last = static_cast<double>(std::numeric_limits<std::uint32_t>::max());
  const double time = frame > 0.0 ? std::min(frame, last) : 0.0;
  Parts parts;
  Along along;
  Turns turned;
  for (std::size_t first = 0; first < bones_.size(); first += block_size) {
    const auto keys = cursors.subspan(first, std::min(block_size, bones_.size() - first));
    find_keys(time, first, keys, parts);
    follow_curves(keys, parts, along);
    turn(keys, along, turned);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Segment& segment = segments_[keys[i]];
      const auto bone = static_cast<std::size_t>(bones_[first + i]);
      translation[bone] = segment.start + vec3(along[i]) * segment.way;
      const vec4 q = segment.from * turned.cosine[i] + segment.towards * turned.sine[i];
      rotation[bone] = quat(q.w, q.x, q.y, q.z);
    }
  }
}

}  // namespace mmd
