#pragma once

// Small models for tests, made in memory.

#include "formats/pmx.h"

namespace mmd::test {

struct SampleOptions {
  float version = 2.1f;
  pmx::TextEncoding encoding = pmx::TextEncoding::utf16le;
  std::uint8_t additional_uv_count = 1;
  pmx::IndexSizes index_sizes{1, 1, 1, 1, 1, 1};
};

/// A sound model (every index in range, weights that sum to 1, no cycles) in which every feature of the
/// format occurs at least once: all weight types, material flags with shared and own toon, every bone flag,
/// IK with and without limits, all morph types, frames with bones and morphs, all rigid body shapes, all
/// joint types, and in 2.1 soft bodies, impulse and flip morphs.
pmx::File full_featured(const SampleOptions& options = {});

/// The smallest model that reads: a header and empty sections.
pmx::File empty_model(const SampleOptions& options = {});

}  // namespace mmd::test
