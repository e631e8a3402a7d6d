#pragma once

// Skinning on the CPU: BDEF1/2/4, SDEF and QDEF (semantics, "Skinning"); the reference for
// shaders/skinning.glsl. Positions are in model space, right-handed, MMD units.

#include <array>
#include <span>
#include <vector>

#include "base/math.h"
#include "skin/skin_plan.h"
#include "skin/vertex_streams.h"

namespace mmd {

/// An SDEF pair's rotations, prepared for slerp. Quaternions as x, y, z, w.
struct SdefPairState {
  std::array<float, 4> q0{}, q1{};  ///< unit, on the same hemisphere
  float angle = 0.0f;               ///< between them as vectors, [0, pi / 2]
  float angle_per_sine = 1.0f;      ///< angle / sin(angle); 1 for 0
};

/// A palette entry as a dual quaternion, x, y, z, w each: `real` is its rotation, `dual` half its translation
/// times `real`.
struct DualQuaternion {
  std::array<float, 4> real{}, dual{};
};

/// Inputs and outputs of skin_blocks(). Vertices are in plan order, SkinPlan::size() of them.
struct SkinArguments {
  const SkinPlan* plan = nullptr;
  const vec3* positions = nullptr;
  const Affine* palette = nullptr;
  const SdefPairState* sdef_pairs = nullptr;         ///< by SkinPlan::sdef_pairs
  const DualQuaternion* dual_quaternions = nullptr;  ///< by palette index, those of SkinPlan::turning_bones
  vec3* out_positions = nullptr;
  vec3* out_normals = nullptr;
};

/// Skins all blocks. Thread-safe for different outputs.
void skin_blocks(const SkinArguments& arguments);

/// skin_blocks() for an instruction set. Instruction sets agree to float's last digits.
struct SkinKernel {
  const char* name;
  void (*skin)(const SkinArguments& arguments);
};
/// Those that the build has and the processor can run; the fastest, which skin_blocks() uses, is the last.
std::span<const SkinKernel> skin_kernels();

/// Buffers for one skinning at a time. Reused for a next frame, they are not allocated again.
class SkinWorkspace {
 public:
  /// Computes the rotations for SDEF and QDEF from a palette. The result points into this object and the
  /// spans, all in plan order.
  SkinArguments prepare(const SkinPlan& plan, std::span<const vec3> positions,
                        std::span<const Affine> palette, std::span<vec3> out_positions,
                        std::span<vec3> out_normals);

 private:
  friend void skin_vertices(const SkinPlan&, SkinWorkspace&, std::span<const vec3>, std::span<const Affine>,
                            std::span<vec3>, std::span<vec3>);

  std::vector<SdefPairState> sdef_pairs_;
  std::vector<DualQuaternion> dual_quaternions_;
  std::vector<vec3> positions_, out_positions_, out_normals_;  ///< in plan order
};

/// Skins `positions` and the model's normals with a palette; vertices are in file order.
///
/// positions: one per vertex, at rest or after vertex morphs. palette: plan.palette_size entries.
/// out_positions, out_normals: one per vertex; normals are unit, or zero if the model's are. Finite for any
/// finite input. Thread-safe with a workspace per thread. Reordering takes about a third of the time;
/// `SkinWorkspace::prepare` and `skin_blocks` avoid it.
void skin_vertices(const SkinPlan& plan, SkinWorkspace& workspace, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals);

/// The same for a single use: makes the plan first, which takes several times as long as skinning.
void skin_vertices(const VertexStreams& vertices, std::span<const vec3> positions,
                   std::span<const Affine> palette, std::span<vec3> out_positions,
                   std::span<vec3> out_normals);

}  // namespace mmd
