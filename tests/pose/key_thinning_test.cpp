#include "pose/key_thinning.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

namespace mmd {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

/// Distance of a sample from the straight line between two others.
struct Off {
  const std::vector<float>& values;
  float operator()(std::size_t first, std::size_t last, std::size_t i) const {
    const float part = static_cast<float>(i - first) / static_cast<float>(last - first);
    return std::abs(values[first] + (values[last] - values[first]) * part - values[i]);
  }
};

std::vector<std::uint8_t> kept(const std::vector<float>& values, float bound) {
  std::vector<std::uint8_t> out;
  keep_needed(values.size(), bound, Off{values}, out);
  return out;
}

std::vector<float> wave() {
  std::vector<float> out;
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<float>(i);
    out.push_back(std::sin(x * 0.07f) * 3.0f + std::sin(x * 0.31f));
  }
  return out;
}

TEST(KeepNeeded, KeepsEndsAndCornersOnly) {
  EXPECT_THAT(kept({0, 1, 2, 3, 2, 1, 0, 0, 0}, 1e-6f), ElementsAre(1, 0, 0, 1, 0, 0, 1, 0, 1));
}

TEST(KeepNeeded, KeepsKeysWithinTheBound) {
  const std::vector<float> values = wave();
  for (const float bound : {0.5f, 0.05f, 0.005f}) {
    const auto keep = kept(values, bound);
    std::size_t first = 0;
    for (std::size_t last = 1; last < values.size(); ++last) {
      if (keep[last] == 0) continue;
      for (std::size_t i = first; i <= last; ++i) EXPECT_LE(Off{values}(first, last, i), bound);
      first = last;
    }
    EXPECT_LT(std::count(keep.begin(), keep.end(), 1), 200);
  }
  const auto few = kept(values, 0.1f), more = kept(values, 0.02f);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_LE(few[i], more[i]);
  EXPECT_LT(std::count(few.begin(), few.end(), 1), std::count(more.begin(), more.end(), 1));
  EXPECT_THAT(kept({0, 0, 0, 0}, -1.0f), Each(1));
  EXPECT_THAT(kept({7}, 1.0f), ElementsAre(1));
  EXPECT_TRUE(kept({}, 1.0f).empty());
}

}  // namespace
}  // namespace mmd
