#pragma once

#include <algorithm>
#include <memory>

// Small models for tests, made in memory.

#include <string_view>

#include "formats/pmd.h"
#include "formats/pmx.h"
#include "formats/vmd.h"

namespace mmd::test {

/// Calls `read` with a heap block of exactly that size, so that a sanitizer detects any overrun.
template <class Read>
auto with_exact_copy(ByteSpan bytes, Read&& read) {
  const auto block = std::make_unique<std::byte[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), block.get());
  return read(ByteSpan(block.get(), bytes.size()));
}

struct SampleOptions {
  float version = 2.1f;
  pmx::TextEncoding encoding = pmx::TextEncoding::utf16le;
  std::uint8_t additional_uv_count = 1;
  pmx::IndexSizes index_sizes{1, 1, 1, 1, 1, 1};
};

/// A valid model (every index in range, weights that sum to 1, no cycles) in which every feature of the
/// format occurs at least once: all weight types, material flags with shared and own toon, every bone flag,
/// IK with and without limits, all morph types, frames with bones and morphs, all rigid body shapes, all
/// joint types, and in 2.1 soft bodies, impulse and flip morphs.
pmx::File full_featured(const SampleOptions& options = {});

/// The smallest readable model: a header and empty sections.
pmx::File empty_model(const SampleOptions& options = {});

// PMD models for tests, made in memory.

/// A field with UTF-8 text as CP932, cut at its end.
pmd::Field<20> field20(const char* utf8);

/// A valid model in which every feature of the format occurs: all bone types, IK with a knee, morphs,
/// textures with sphere maps, display frames, English names, toons, rigid bodies and a joint.
pmd::File full_pmd();

// Motions for tests, made in memory.

/// A key with straight curves. `name` is UTF-8.
vmd::BoneKey bone_key(std::string_view name, std::uint32_t frame, const vec3& translation = vec3(0.0f),
                      const vec4& rotation = vec4(0.0f, 0.0f, 0.0f, 1.0f));
/// Sets the curve of channel 0-3 (X, Y, Z, rotation).
void set_curve(vmd::BoneKey& key, std::size_t channel, std::uint8_t x1, std::uint8_t y1, std::uint8_t x2,
               std::uint8_t y2);
vmd::MorphKey morph_key(std::string_view name, std::uint32_t frame, float weight);

/// A file in which every section has keys.
vmd::File full_motion();

}  // namespace mmd::test
