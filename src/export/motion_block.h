#pragma once

// Inside of sampling motions: which of the samples become keys (as export/bake_block.h does for MMD's own
// motions, but with bones that hang on their parents only, and values between frames).

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "export/exchange_bones.h"
#include "export/exchange_model.h"

namespace mmd {

/// Samples that follow each other and are not yet thinned: a motion goes through it piece by piece, so that
/// its length takes no memory but for the keys.
class MotionBlock {
 public:
  /// `error`: ExchangeSampling::error; `reach`: how far each morph moves a vertex, metres.
  MotionBlock(const Skeleton& skeleton, std::vector<float> reach, float error);

  bool is_full() const { return times_.size() == capacity_; }
  /// Whether there are samples in it that were in no block before.
  bool has_new() const { return times_.size() > (is_first_ ? 0u : 1u); }
  void add(float time, const std::vector<PlacedBones::Local>& locals, std::vector<float> weights);

  /// Marks the samples that become keys and plays them again: bones above one that is too far off get more.
  /// How far the farthest is off, metres.
  double thin();
  /// Hands over the keys and forgets all samples but the last, with which the next block begins.
  void move_on(ExchangeMotion& to);

 private:
  std::size_t at(std::size_t bone, std::size_t sample) const { return bone * capacity_ + sample; }
  std::pair<std::size_t, std::size_t> keys_around(const std::vector<std::uint8_t>& kept,
                                                  std::size_t sample) const;
  float part_of(std::size_t first, std::size_t last, std::size_t sample) const;
  vec3 moved(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const;
  quat turned(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const;
  void measure_reach();
  void thin_bone(std::size_t bone);
  void thin_weights();
  double play(std::vector<std::uint8_t>& too_far) const;
  bool refine(std::span<const std::uint8_t> too_far);

  const Skeleton& skeleton_;
  PlacedBones placed_;
  const std::vector<float> morph_reach_;
  const double error_;  ///< metres
  std::size_t capacity_ = 0;
  bool is_first_ = true;
  std::vector<float> own_reach_, reach_;  ///< per bone, metres: to its end, at least one unit; to the end of
                                          ///< what hangs on it
  std::vector<float> share_;  ///< per bone: how much of the error it may make; negative: it keeps all

  std::vector<float> times_;
  std::vector<PlacedBones::Local> locals_;  ///< by at()
  std::vector<std::vector<float>> weights_;
  std::vector<std::vector<std::uint8_t>> kept_moves_, kept_turns_;  ///< per bone
  std::vector<std::uint8_t> kept_weights_;
};

/// Leaves keys out that stand between equal ones, and of tracks that rest all: those as `pose` has them have
/// no keys, others one.
void drop_resting_keys(const std::vector<ExchangeBone>& pose, ExchangeMotion& motion);

}  // namespace mmd
