#include "export/motion_block.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "pose/key_thinning.h"

namespace mmd {
namespace {

constexpr float full_share = 1.0f;
constexpr float smallest_share = full_share / 1024.0f;
constexpr float loosest_morph = 0.01f;

/// How far two unit quaternions, of whatever sign, carry a point one metre away from each other, at most.
template <class Quat>
auto turned_apart(const Quat& a, const Quat& b) {
  const auto p = glm::dvec4(a.x, a.y, a.z, a.w), q = glm::dvec4(b.x, b.y, b.z, b.w);
  return 2.0 * std::sqrt(std::min(glm::dot(p - q, p - q), glm::dot(p + q, p + q)));
}

/// Of keys with the same values on both sides the middle one says nothing.
template <class Value>
void drop_between_equals(ExchangeTrack<Value>& track) {
  ExchangeTrack<Value> out;
  for (std::size_t i = 0; i < track.times.size(); ++i) {
    const bool ends = i == 0 || i + 1 == track.times.size();
    if (!ends && track.values[i] == out.values.back() && track.values[i] == track.values[i + 1]) continue;
    out.times.push_back(track.times[i]);
    out.values.push_back(track.values[i]);
  }
  track = std::move(out);
}

template <class Value>
void drop_rest(const Value& pose, ExchangeTrack<Value>& track) {
  drop_between_equals(track);
  const bool rests = std::all_of(track.values.begin(), track.values.end(),
                                 [&](const Value& value) { return value == track.values.front(); });
  if (!rests || track.times.empty()) return;
  const std::ptrdiff_t kept = track.values.front() == pose ? 0 : 1;
  track.times.erase(track.times.begin() + kept, track.times.end());
  track.values.erase(track.values.begin() + kept, track.values.end());
}

}  // namespace

void drop_resting_keys(const std::vector<ExchangeBone>& pose, ExchangeMotion& motion) {
  for (std::size_t b = 0; b < motion.translations.size(); ++b) {
    drop_rest(pose[b].translation, motion.translations[b]);
    drop_rest(pose[b].rotation, motion.rotations[b]);
  }
  drop_between_equals(motion.weights);
}

MotionBlock::MotionBlock(const Skeleton& skeleton, std::vector<float> reach, float error)
    : skeleton_(skeleton),
      placed_(skeleton),
      morph_reach_(std::move(reach)),
      error_(static_cast<double>(error) * metres_per_unit) {
  const std::size_t bones = skeleton.bones.size();
  capacity_ = std::clamp<std::size_t>((std::size_t{1} << 18) / std::max<std::size_t>(bones, 1), 16, 256);
  locals_.resize(bones * capacity_);
  kept_moves_.resize(bones);
  kept_turns_.resize(bones);
  measure_reach();
}

void MotionBlock::measure_reach() {
  const auto scale = static_cast<float>(metres_per_unit);
  const auto& bones = skeleton_.bones;
  for (const Bone& bone : bones) {
    const vec3 end = bone.tail_bone == none
                         ? bone.tail_offset
                         : bones[static_cast<std::size_t>(bone.tail_bone)].rest - bone.rest;
    own_reach_.push_back(std::max(glm::length(end), 1.0f) * scale);
  }
  reach_ = own_reach_;
  const auto& order = placed_.order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {  // children before their parents
    const Bone& bone = bones[static_cast<std::size_t>(*at)];
    if (bone.parent == none) continue;
    const auto parent = static_cast<std::size_t>(bone.parent);
    reach_[parent] = std::max(reach_[parent], glm::length(bone.rest - bones[parent].rest) * scale +
                                                  reach_[static_cast<std::size_t>(*at)]);
  }
}

void MotionBlock::add(float time, const std::vector<PlacedBones::Local>& locals, std::vector<float> weights) {
  const std::size_t sample = times_.size();
  times_.push_back(time);
  for (std::size_t b = 0; b < locals.size(); ++b) {
    PlacedBones::Local& to = locals_[at(b, sample)] = locals[b];
    // Programs differ in what they make of the long way round.
    if (sample > 0 && glm::dot(to.rotation, locals_[at(b, sample - 1)].rotation) < 0.0f)
      to.rotation = -to.rotation;
  }
  weights_.push_back(std::move(weights));
}

float MotionBlock::part_of(std::size_t first, std::size_t last, std::size_t sample) const {
  return first == last ? 0.0f : (times_[sample] - times_[first]) / (times_[last] - times_[first]);
}

vec3 MotionBlock::moved(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const {
  return glm::mix(locals_[at(bone, first)].translation, locals_[at(bone, last)].translation,
                  part_of(first, last, sample));
}

quat MotionBlock::turned(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const {
  const quat &from = locals_[at(bone, first)].rotation, &to = locals_[at(bone, last)].rotation;
  return from == to ? from : glm::normalize(glm::slerp(from, to, part_of(first, last, sample)));
}

void MotionBlock::thin_bone(std::size_t bone) {
  const float bound = share_[bone] < 0.0f ? -1.0f : share_[bone] * static_cast<float>(error_);
  keep_needed(
      times_.size(), bound,
      [&](std::size_t first, std::size_t last, std::size_t i) {
        return glm::length(moved(bone, first, last, i) - locals_[at(bone, i)].translation);
      },
      kept_moves_[bone]);
  keep_needed(
      times_.size(), bound,
      [&](std::size_t first, std::size_t last, std::size_t i) {
        return reach_[bone] *
               static_cast<float>(turned_apart(turned(bone, first, last, i), locals_[at(bone, i)].rotation));
      },
      kept_turns_[bone]);
}

/// Weights share their keys: as many are kept as the most demanding morph needs.
void MotionBlock::thin_weights() {
  const auto error = [&](std::size_t first, std::size_t last, std::size_t i) {
    float most = 0.0f;
    for (std::size_t m = 0; m < morph_reach_.size(); ++m) {
      const float between = glm::mix(weights_[first][m], weights_[last][m], part_of(first, last, i));
      const float off = std::abs(between - weights_[i][m]);
      most = std::max({most, off * morph_reach_[m], off * static_cast<float>(error_) / loosest_morph});
    }
    return most;
  };
  keep_needed(times_.size(), error_ > 0.0 ? static_cast<float>(error_) : -1.0f, error, kept_weights_);
}

/// The keys before and after a sample.
std::pair<std::size_t, std::size_t> MotionBlock::keys_around(const std::vector<std::uint8_t>& kept,
                                                             std::size_t sample) const {
  std::size_t first = sample, last = sample;
  while (kept[first] == 0) --first;
  while (kept[last] == 0) ++last;
  return {first, last};
}

double MotionBlock::play(std::vector<std::uint8_t>& too_far) const {
  std::fill(too_far.begin(), too_far.end(), std::uint8_t{0});
  const std::size_t bones = skeleton_.bones.size();
  std::vector<PlacedBones::World> worlds(bones), wanted(bones);
  double most = 0.0;
  for (std::size_t i = 0; i < times_.size(); ++i)
    for (const std::int32_t bone : placed_.order()) {
      const auto b = static_cast<std::size_t>(bone);
      const auto moves = keys_around(kept_moves_[b], i), turns = keys_around(kept_turns_[b], i);
      const PlacedBones::Local local{moved(b, moves.first, moves.second, i),
                                     turned(b, turns.first, turns.second, i)};
      worlds[b] = placed_.below(bone, local, worlds);
      wanted[b] = placed_.below(bone, locals_[at(b, i)], wanted);
      const double off = glm::length(worlds[b].position - wanted[b].position);
      most = std::max(most, off);
      const double turned_off = turned_apart(worlds[b].rotation, wanted[b].rotation);
      if (!(off + static_cast<double>(own_reach_[b]) * turned_off <= error_)) too_far[b] = 1;
    }
  return most;
}

/// More keys for those that carry what is too far off. Whether there were any to be had.
bool MotionBlock::refine(std::span<const std::uint8_t> too_far) {
  std::vector<std::uint8_t> marked(too_far.size(), 0);
  for (std::size_t b = 0; b < too_far.size(); ++b)
    for (std::int32_t above = too_far[b] != 0 ? static_cast<std::int32_t>(b) : none;
         above != none && std::exchange(marked[static_cast<std::size_t>(above)], std::uint8_t{1}) == 0;)
      above = skeleton_.bones[static_cast<std::size_t>(above)].parent;
  bool any = false;
  for (std::size_t b = 0; b < marked.size(); ++b) {
    if (marked[b] == 0 || share_[b] < 0.0f) continue;
    share_[b] = share_[b] > smallest_share ? share_[b] * 0.5f : -1.0f;
    thin_bone(b);
    any = true;
  }
  return any;
}

double MotionBlock::thin() {
  const std::size_t bones = skeleton_.bones.size();
  share_.assign(bones, error_ > 0.0 ? full_share : -1.0f);
  for (std::size_t b = 0; b < bones; ++b) thin_bone(b);
  thin_weights();
  std::vector<std::uint8_t> too_far(bones, 0);
  double out = play(too_far);
  while (refine(too_far)) out = play(too_far);
  return out;
}

void MotionBlock::move_on(ExchangeMotion& to) {
  const std::size_t bones = skeleton_.bones.size(), last = times_.size() - 1;
  to.translations.resize(bones);
  to.rotations.resize(bones);
  for (std::size_t i = is_first_ ? 0 : 1; i <= last; ++i) {
    for (std::size_t b = 0; b < bones; ++b) {
      if (kept_moves_[b][i] != 0) {
        to.translations[b].times.push_back(times_[i]);
        to.translations[b].values.push_back(locals_[at(b, i)].translation);
      }
      if (kept_turns_[b][i] != 0) {
        to.rotations[b].times.push_back(times_[i]);
        to.rotations[b].values.push_back(locals_[at(b, i)].rotation);
      }
    }
    if (kept_weights_[i] == 0 || morph_reach_.empty()) continue;
    to.weights.times.push_back(times_[i]);
    to.weights.values.push_back(weights_[i]);
  }
  for (std::size_t b = 0; b < bones; ++b) locals_[at(b, 0)] = locals_[at(b, last)];
  times_ = {times_[last]};
  weights_ = {std::move(weights_[last])};
  is_first_ = false;
}

}  // namespace mmd
