#pragma once

// From a pose for every few frames to the keys of a motion.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "formats/vmd.h"
#include "formats/vpd.h"

namespace mmd::sample {

/// Poses that follow each other at equal distances of time; the last one is the first one again.
struct PoseTrack {
  std::vector<vpd::File> poses;
  std::uint32_t frames_apart = 1;
};

/// Evens out how these bones move, over about `reach` poses to both sides: they follow late, as what hangs
/// does.
void soften(PoseTrack& track, const std::set<std::string>& bones, int reach);

/// The keys of all bones, straight between them, as few as keep within a quarter of a degree and a two
/// hundredth of a unit. Every bone has one at the first frame, and at the last if it moves.
void add_bone_keys(const PoseTrack& track, vmd::File& motion);

/// A weight at a frame; between two of them it changes evenly.
struct WeightKey {
  std::uint32_t frame;
  float weight;
};
void add_morph_keys(const std::string& morph, const std::vector<WeightKey>& keys, vmd::File& motion);

}  // namespace mmd::sample
