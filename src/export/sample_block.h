#pragma once

// Which samples of a motion become keys: what BakeBlock (MMD's own motions) and MotionBlock (glTF) share.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// How far two unit quaternions, of whatever sign, carry a point one unit away from each other, at most.
template <class Vec4, class Quat>
auto turned_apart(const Quat& a, const Quat& b) {
  const Vec4 p(a.x, a.y, a.z, a.w), q(b.x, b.y, b.z, b.w);
  return 2 * std::sqrt(std::min(glm::dot(p - q, p - q), glm::dot(p + q, p + q)));
}

/// Samples that follow each other and are not yet thinned: a motion goes through a block piece by piece, so
/// that only its keys take memory. Each bone may cause a share of the error; where replayed keys take a bone
/// too far, the bones that carry it get smaller shares, and so more keys.
class SampleBlock {
 public:
  bool is_full() const { return times_.size() == capacity_; }
  /// Whether there are samples in it that were in no block before.
  bool has_new() const { return times_.size() > first_new(); }

 protected:
  /// `unit`: the length of one MMD unit in the samples; `error`: how far replayed bones may be off, MMD
  /// units.
  SampleBlock(const Skeleton& skeleton, double unit, float error);
  ~SampleBlock() = default;

  std::size_t at(std::size_t element, std::size_t sample) const { return element * capacity_ + sample; }
  std::size_t first_new() const { return is_first_ ? 0 : 1; }
  /// How much of the way from sample `first` to `last` is done at `sample`, 0-1.
  float part_of(std::size_t first, std::size_t last, std::size_t sample) const;
  vec3 moved(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const;

  /// Marks the keys of one bone, which may be off by `bound`; negative: all samples become keys.
  using ThinBone = std::function<void(std::size_t bone, float bound)>;
  /// Plays the keys again and marks the bones that come out too far.
  using Play = std::function<void(std::vector<std::uint8_t>& too_far)>;
  void thin_bones(const ThinBone& thin, const Play& play, bool follow_append);
  /// Forgets all samples of bones but the last, with which the next block begins.
  void keep_last();

  const Skeleton& skeleton_;
  const double error_;  ///< in the samples' unit
  const std::size_t capacity_;
  std::vector<float> own_reach_;  ///< per bone: to its end, at least one MMD unit
  std::vector<float> reach_;      ///< per bone: to the end of what hangs on it

  std::vector<double> times_;      ///< frames or seconds
  std::vector<vec3> translation_;  ///< of bones, by at()
  std::vector<quat> rotation_;

 private:
  void mark_carriers(std::int32_t bone, bool follow_append, std::vector<std::uint8_t>& marked) const;

  bool is_first_ = true;
};

}  // namespace mmd
