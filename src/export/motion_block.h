#pragma once

// Internal to sampling motions: selects the samples that become keys.

#include <cstdint>
#include <utility>
#include <vector>

#include "export/exchange_bones.h"
#include "export/exchange_model.h"
#include "export/sample_block.h"

namespace mmd {

/// Keys of bones with transforms relative to their parents, at any times.
class MotionBlock : public SampleBlock {
 public:
  /// `error`: ExchangeSampling::error; `morph_reach`: largest offset of each morph, metres.
  MotionBlock(const Skeleton& skeleton, std::vector<float> morph_reach, float error);

  void add(float time, const std::vector<PlacedBones::Local>& locals, std::vector<float> weights);

  /// Marks the samples that become keys and replays them; bones above one with too large an error get more
  /// keys. Returns the largest error of a bone in metres.
  double thin();
  /// Appends the keys to `to` and keeps only the last sample, with which the next block starts.
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

/// Removes keys between equal keys. Constant tracks keep one key, or none if `pose` has the value.
void drop_resting_keys(const std::vector<ExchangeBone>& pose, ExchangeMotion& motion);

}  // namespace mmd
