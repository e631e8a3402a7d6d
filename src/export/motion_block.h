#pragma once

// Inside of sampling motions: which of the samples become keys.

#include <cstdint>
#include <utility>
#include <vector>

#include "export/exchange_bones.h"
#include "export/exchange_model.h"
#include "export/sample_block.h"

namespace mmd {

/// Keys of bones that hang on their parents only, with values between frames.
class MotionBlock : public SampleBlock {
 public:
  /// `error`: ExchangeSampling::error; `morph_reach`: how far each morph moves a vertex, metres.
  MotionBlock(const Skeleton& skeleton, std::vector<float> morph_reach, float error);

  void add(float time, const std::vector<PlacedBones::Local>& locals, std::vector<float> weights);

  /// Marks the samples that become keys and plays them again: bones above one that is too far off get more.
  /// How far the farthest is off, metres.
  double thin();
  /// Hands over the keys and forgets all samples but the last, with which the next block begins.
  void move_on(ExchangeMotion& to);

 private:
  std::pair<std::size_t, std::size_t> keys_around(const std::vector<std::uint8_t>& kept,
                                                  std::size_t sample) const;
  quat turned(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const;
  void thin_bone(std::size_t bone, float bound);
  void thin_weights();
  double play(std::vector<std::uint8_t>& too_far) const;

  PlacedBones placed_;
  const std::vector<float> morph_reach_;
  std::vector<std::vector<float>> weights_;
  std::vector<std::vector<std::uint8_t>> kept_moves_, kept_turns_;  ///< per bone
  std::vector<std::uint8_t> kept_weights_;
};

/// Leaves keys out that stand between equal ones, and of tracks that rest all: those as `pose` has them have
/// no keys, others one.
void drop_resting_keys(const std::vector<ExchangeBone>& pose, ExchangeMotion& motion);

}  // namespace mmd
