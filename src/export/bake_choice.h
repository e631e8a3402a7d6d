#pragma once

namespace mmd {

/// Whether and how a motion is baked (bake.h).
struct BakeChoice {
  bool on = false;
  double rate = 30.0;   ///< samples a second, from 1; a motion of MMD's has no more than 30 frames
  float error = 1e-3f;  ///< how far keys that are left out may take a bone, MMD units; 0: none is left out
};

}  // namespace mmd
