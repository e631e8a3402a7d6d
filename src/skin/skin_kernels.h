#pragma once

// The inner loops of skinning, in versions for what the processor can do. All agree to float's last digits.

#include <array>
#include <string_view>

#include "base/math.h"
#include "skin/skin_plan.h"

namespace mmd {

/// The rotations of an SDEF pair in a palette: what slerp needs, once per pair. Quaternions as x, y, z, w.
struct SdefPairState {
  std::array<float, 4> q0{}, q1{};  ///< unit, on the same hemisphere
  float angle = 0.0f;               ///< between them as vectors, [0, pi / 2]
  float angle_per_sine = 1.0f;      ///< angle / sin(angle); 1 for 0
};

/// A palette entry as a dual quaternion, x, y, z, w each: `real` is its rotation, `dual` half its translation
/// times that.
struct DualQuaternion {
  alignas(32) std::array<float, 4> real{};
  std::array<float, 4> dual{};
};

struct SkinArguments {
  const SkinPlan* plan = nullptr;
  const vec3* positions = nullptr;  ///< by vertex, after morphs
  const Affine* palette = nullptr;
  const SdefPairState* sdef_pairs = nullptr;         ///< by SkinPlan::sdef_pairs
  const DualQuaternion* dual_quaternions = nullptr;  ///< by palette index, those of SkinPlan::turning_bones
  vec3* out_positions = nullptr;                     ///< by vertex
  vec3* out_normals = nullptr;
};

struct SkinKernels {
  std::string_view name;  ///< "avx2", "sse4.1", "portable"
  void (*skin)(const SkinArguments& arguments);
};

const SkinKernels& portable_skin_kernels();
/// Null where the program was not built for it or the processor lacks it.
const SkinKernels* sse41_skin_kernels();
const SkinKernels* avx2_skin_kernels();
/// The fastest that runs here, or what MMDVIEW_SIMD asks for.
const SkinKernels& best_skin_kernels();

/// One lane of a QDEF block blended linearly: where the quaternions cancel out.
void skin_lane_linearly(const SkinArguments& arguments, const MixedBlock& block, std::size_t lane);

}  // namespace mmd
