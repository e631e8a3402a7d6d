#pragma once

// Motions for tests, made in memory.

#include <string_view>

#include "formats/vmd.h"

namespace mmd::test {

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
