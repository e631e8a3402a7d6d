#pragma once

#include <functional>

#include "base/result.h"
#include "export/bake_frames.h"
#include "export/exchange_model.h"

namespace mmd {

/// Which frames become keys, and how near those that are left out keep to them.
struct ExchangeSampling {
  double first = 0.0, last = 0.0;  ///< frames
  double rate = 30.0;              ///< samples a second
  float error = 1e-3f;             ///< how far left-out keys may take a bone, MMD units; 0: none is left out
};

struct SampledMotion {
  ExchangeMotion motion;
  std::size_t sampled_keys = 0, kept_keys = 0;  ///< of bones' translations and rotations
  float error = 0.0f;         ///< of the bone that is farthest from where it was sampled, MMD units
  float linear_error = 0.0f;  ///< linear_skinning_error() at its largest
  bool hides = false;         ///< some sample shows nothing of the model
  std::vector<std::size_t> lost_morphs;  ///< that change and have no place in the file
};

/// Samples what is shown. `morphs`: those that the file has. `progress`: told the share that is done. Errors:
/// more than a million samples, or 50 million of all bones and morphs; out of memory.
Result<SampledMotion> sample_motion(ShownFrames& frames, const std::vector<ExchangeMorph>& morphs,
                                    const ExchangeSampling& sampling,
                                    const std::function<void(double share)>& progress = {});

}  // namespace mmd
