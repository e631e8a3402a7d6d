#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/math.h"

namespace mmd {

/// A run of vertices that are all BDEF1, BDEF2 or BDEF4. Pointers to the first of `count`; arrays of the
/// model and of the result. Normals come out unit, or zero where they were.
struct BdefRun {
  const vec3* position = nullptr;
  const vec3* normal = nullptr;
  const std::array<std::uint32_t, 4>* bones = nullptr;
  const vec4* weights = nullptr;
  const std::uint8_t* bone_count = nullptr;  ///< by weight type: 1, 2 or 4
  const std::uint8_t* type = nullptr;
  const Affine* palette = nullptr;
  vec3* out_position = nullptr;
  vec3* out_normal = nullptr;
  std::size_t count = 0;
};

using BdefKernel = void (*)(const BdefRun& run);

void skin_bdef_portable(const BdefRun& run);
/// Null where the program was not built for it or the processor lacks it.
BdefKernel bdef_kernel_avx2();

}  // namespace mmd
