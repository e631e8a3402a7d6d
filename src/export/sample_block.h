#pragma once

// The common base of BakeBlock (MMD motions) and MotionBlock (glTF), which select the keys.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/math.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// The largest distance between a point at distance 1 rotated by two unit quaternions, whatever their signs.
template <class Vec4, class Quat>
auto turned_apart(const Quat& a, const Quat& b) {
  const Vec4 p(a.x, a.y, a.z, a.w), q(b.x, b.y, b.z, b.w);
  return 2 * std::sqrt(std::min(glm::dot(p - q, p - q), glm::dot(p + q, p + q)));
}

/// Consecutive samples that are not thinned yet. A motion passes through a block piece by piece, so that only
/// its keys stay in memory. Each bone may cause a share of the error; if replayed keys move a bone too far
/// from its place, the bones that carry it get smaller shares and thus more keys.
class SampleBlock {
 public:
  bool is_full() const { return times_.size() == capacity_; }
  /// Whether the block has samples that were not in the previous one.
  bool has_new() const { return times_.size() > first_new(); }

 protected:
  /// `unit`: the length of an MMD unit in the samples; `error`: largest error of replayed bones, MMD units.
  SampleBlock(const Skeleton& skeleton, double unit, float error);
  ~SampleBlock() = default;

  std::size_t at(std::size_t element, std::size_t sample) const { return element * capacity_ + sample; }
  std::size_t first_new() const { return is_first_ ? 0 : 1; }
  /// The position in time of `sample` between samples `first` and `last`, 0-1.
  float part_of(std::size_t first, std::size_t last, std::size_t sample) const;
  /// A bone's translation at `sample`, interpolated between samples `first` and `last`.
  vec3 moved(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const;

  /// Marks the keys of one bone for an error of at most `bound`; negative: all samples become keys.
  using ThinBone = std::function<void(std::size_t bone, float bound)>;
  /// Replays the keys and marks the bones with too large an error.
  using Play = std::function<void(std::vector<std::uint8_t>& too_far)>;
  void thin_bones(const ThinBone& thin, const Play& play, bool follow_append);
  /// Keeps only the bones' last sample, with which the next block starts.
  void keep_last();

  const Skeleton& skeleton_;
  const double error_;  ///< in the samples' unit
  const std::size_t capacity_;
  std::vector<float> own_reach_;  ///< per bone: distance to its end, at least one MMD unit
  std::vector<float> reach_;      ///< per bone: distance to the end of its descendants

  std::vector<double> times_;      ///< frames or seconds
  std::vector<vec3> translation_;  ///< by bone and sample, see at()
  std::vector<quat> rotation_;

 private:
  void mark_carriers(std::int32_t bone, bool follow_append, std::vector<std::uint8_t>& marked) const;

  bool is_first_ = true;
};

}  // namespace mmd
