
#include "pose/bone_tracks.h"

namespace mmd {

void FrameIndex::add_track(std::span<const std::uint32_t> frames) {
  Track t;
  t.first = static_cast<std::uint32_t>(frames_.size());
  t.count = static_cast<std::uint32_t>(frames.size());
  t.first_frame = frames.front();
  t.first_bucket = static_cast<std::uint32_t>(buckets_.size());
  const std::uint32_t length = frames.back() - frames.front();
  // About as many buckets as keys.
  while (t.shift < 31 && (length >> t.shift) >= frames.size()) ++t.shift;
  const std::uint32_t bucket_count = (length >> t.shift) + 1;
  std::uint32_t key = 0;
  for (std::uint32_t b = 0; b < bucket_count; ++b) {
    const std::uint64_t start = t.first_frame + (static_cast<std::uint64_t>(b) << t.shift);
    while (key + 1 < t.count && frames[key + 1] <= start) ++key;
    buckets_.push_back(t.first + key);
  }
  buckets_.push_back(t.first + t.count - 1);
  frames_.insert(frames_.end(), frames.begin(), frames.end());
  tracks_.push_back(t);
}

std::uint32_t FrameIndex::find_anew(const Track& t, std::uint32_t frame) const {
  if (frame <= t.first_frame) return t.first;
  const std::uint32_t last = t.first + t.count - 1;
  if (frame >= frames_[last]) return last;
  const std::uint32_t bucket = t.first_bucket + ((frame - t.first_frame) >> t.shift);
  std::uint32_t low = buckets_[bucket], high = buckets_[bucket + 1];
  // The key is in [low, high].
  while (high - low > 4) {
    const std::uint32_t middle = low + (high - low + 1) / 2;
    if (frames_[middle] <= frame) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  while (low < high && frames_[low + 1] <= frame) ++low;
  return low;
}

}  // namespace mmd
