#include "export/motion_block.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "pose/key_thinning.h"

namespace mmd {
namespace {

constexpr float loosest_morph = 0.01f;

/// Removes keys between keys of the same value.
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

MotionBlock::MotionBlock(const Skeleton& skeleton, std::vector<float> morph_reach, float error)
    : SampleBlock(skeleton, metres_per_unit, error),
      placed_(skeleton),
      morph_reach_(std::move(morph_reach)),
      kept_moves_(skeleton.bones.size()),
      kept_turns_(skeleton.bones.size()) {}

void MotionBlock::add(float time, const std::vector<PlacedBones::Local>& locals, std::vector<float> weights) {
  const std::size_t sample = times_.size();
  times_.push_back(static_cast<double>(time));
  for (std::size_t b = 0; b < locals.size(); ++b) {
    translation_[at(b, sample)] = locals[b].translation;
    // Keep neighbouring quaternions on one side: programs treat the long way round differently.
    const quat& q = locals[b].rotation;
    const bool is_long_way = sample > 0 && glm::dot(q, rotation_[at(b, sample - 1)]) < 0.0f;
    rotation_[at(b, sample)] = is_long_way ? -q : q;
  }
  weights_.push_back(std::move(weights));
}

quat MotionBlock::turned(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const {
  const quat &from = rotation_[at(bone, first)], &to = rotation_[at(bone, last)];
  return from == to ? from : glm::normalize(glm::slerp(from, to, part_of(first, last, sample)));
}

void MotionBlock::thin_bone(std::size_t bone, float bound) {
  keep_needed(
      times_.size(), bound,
      [&](std::size_t first, std::size_t last, std::size_t i) {
        return glm::length(moved(bone, first, last, i) - translation_[at(bone, i)]);
      },
      kept_moves_[bone]);
  keep_needed(
      times_.size(), bound,
      [&](std::size_t first, std::size_t last, std::size_t i) {
        return reach_[bone] * static_cast<float>(turned_apart<glm::dvec4>(turned(bone, first, last, i),
                                                                          rotation_[at(bone, i)]));
      },
      kept_turns_[bone]);
}

/// All morphs share their key times, so the most demanding morph decides.
void MotionBlock::thin_weights() {
  const auto error = [&](std::size_t first, std::size_t last, std::size_t i) {
    float largest = 0.0f;
    for (std::size_t m = 0; m < morph_reach_.size(); ++m) {
      const float between = glm::mix(weights_[first][m], weights_[last][m], part_of(first, last, i));
      const float off = std::abs(between - weights_[i][m]);
      largest = std::max({largest, off * morph_reach_[m], off * static_cast<float>(error_) / loosest_morph});
    }
    return largest;
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
  const std::size_t bones = skeleton_.bones.size();
  std::vector<PlacedBones::World> worlds(bones), wanted(bones);
  double largest = 0.0;
  for (std::size_t i = 0; i < times_.size(); ++i)
    for (const std::int32_t bone : placed_.order()) {
      const auto b = static_cast<std::size_t>(bone);
      const auto moves = keys_around(kept_moves_[b], i), turns = keys_around(kept_turns_[b], i);
      const PlacedBones::Local local{moved(b, moves.first, moves.second, i),
                                     turned(b, turns.first, turns.second, i)};
      worlds[b] = placed_.below(bone, local, worlds);
      wanted[b] = placed_.below(bone, {translation_[at(b, i)], rotation_[at(b, i)]}, wanted);
      const double off = glm::length(worlds[b].position - wanted[b].position);
      largest = std::max(largest, off);
      const double turned_off = turned_apart<glm::dvec4>(worlds[b].rotation, wanted[b].rotation);
      if (!(off + static_cast<double>(own_reach_[b]) * turned_off <= error_)) too_far[b] = 1;
    }
  return largest;
}

double MotionBlock::thin() {
  thin_weights();
  double out = 0.0;
  thin_bones([this](std::size_t bone, float bound) { thin_bone(bone, bound); },
             [&](std::vector<std::uint8_t>& too_far) { out = play(too_far); }, false);
  return out;
}

void MotionBlock::move_on(ExchangeMotion& to) {
  const std::size_t bones = skeleton_.bones.size();
  to.translations.resize(bones);
  to.rotations.resize(bones);
  const auto add_key = [&](std::size_t sample, const auto& value, auto& track) {
    track.times.push_back(static_cast<float>(times_[sample]));
    track.values.push_back(value);
  };
  for (std::size_t i = first_new(); i < times_.size(); ++i) {
    for (std::size_t b = 0; b < bones; ++b) {
      if (kept_moves_[b][i] != 0) add_key(i, translation_[at(b, i)], to.translations[b]);
      if (kept_turns_[b][i] != 0) add_key(i, rotation_[at(b, i)], to.rotations[b]);
    }
    if (kept_weights_[i] != 0 && !morph_reach_.empty()) add_key(i, weights_[i], to.weights);
  }
  weights_ = {std::move(weights_.back())};
  keep_last();
}

}  // namespace mmd
