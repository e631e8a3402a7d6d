#pragma once

#include <functional>

#include "base/result.h"
#include "export/bake_frames.h"
#include "export/exchange_model.h"

namespace mmd {

/// Limit for the samples of a motion.
inline constexpr double max_samples = 1e6;

/// Settings for sampling a motion.
struct ExchangeSampling {
  double first = 0.0, last = 0.0;  ///< frames
  double rate = 30.0;              ///< samples per second
  float error = 1e-3f;  ///< largest error of a bone through omitted keys, MMD units; 0: keep all keys
};

struct SampledMotion {
  ExchangeMotion motion;
  std::size_t sampled_keys = 0, kept_keys = 0;  ///< keys of bones' translations and rotations
  float error = 0.0f;                           ///< largest error of a bone, MMD units
  float linear_error = 0.0f;                    ///< largest linear_skinning_error()
  bool hides = false;                           ///< the model is invisible in some samples
  std::vector<std::size_t> lost_morphs;         ///< changing morphs that the file cannot store
};

/// Samples the motion of a session's first model. `morphs`: the file's morphs. `progress` receives the
/// finished share, 0-1. Errors: more than a million samples, or 50 million values of bones and morphs; out of
/// memory.
Result<SampledMotion> sample_motion(Session& session, const std::vector<ExchangeMorph>& morphs,
                                    const ExchangeSampling& sampling,
                                    const std::function<void(double share)>& progress = {});

}  // namespace mmd
