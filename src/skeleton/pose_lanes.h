#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/math.h"
#include "skeleton/bone_manager.h"
#include "skeleton/skeleton.h"

namespace mmd {

/// One of the poses that are evaluated together.
struct LanePose {
  BoneInputs inputs;                             ///< what BoneManager::evaluate() takes
  const EvaluationSwitches* switches = nullptr;  ///< null: everything is on
};

/// How rotations and translations come in, and transforms go out. Morphs are always right-handed and unit.
struct LaneForm {
  bool from_mmd = false;   ///< in: MMD's own left-handed space in place of the right-handed one
  bool normalise = false;  ///< in: rotations of any length up to 1e18; below 1e-12 it is the identity
  bool to_mmd = false;     ///< out: MMD's own space
};

/// What is wanted of the poses, each in their order; an empty span: not wanted.
struct LaneResults {
  std::span<Affine> palettes;   ///< Skeleton::palette_size() per pose: Mconv * T(-rest), then the identity
  std::span<float> transforms;  ///< 16 floats per bone: Mconv by rows, the last 0 0 0 1
  std::span<float> skinning;    ///< 16 floats per bone: the palette by rows, the last 0 0 0 1
  std::span<IkResult> ik;       ///< Skeleton::ik_chains per pose
};

/// Evaluates many poses of one skeleton at once: one pose per lane, eight of them a block (four at a time
/// where the processor has no AVX2, one without SSE4.1), bones in the order of the plan that BoneManager has.
/// A block costs the same whether it is full or not; a chain iterates until the last pose of the block has
/// come to rest.
///
/// A pose comes out as BoneManager gives it, whatever stands beside it: every sum is rounded as there, so
/// with the same instruction set the bits are the same (only a zero may have another sign), and 2e-5 units
/// are more than anything has been seen to differ.
///
/// Immutable: threads share one, each with a workspace of its own.
class PoseLanes {
 public:
  static constexpr std::size_t width = 8;  ///< poses in a block

  explicit PoseLanes(std::shared_ptr<const Skeleton> skeleton);
  ~PoseLanes();
  PoseLanes(PoseLanes&&) noexcept;
  PoseLanes& operator=(PoseLanes&&) noexcept;

  /// What one thread needs besides: about 800 bytes per bone.
  class Workspace {
   public:
    explicit Workspace(const PoseLanes& lanes);
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

   private:
    friend class PoseLanes;
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };

  /// Evaluates `poses` and writes what `results` has room for. Allocates nothing and keeps nothing: the same
  /// inputs give the same bits. Numbers that are none spoil their own pose alone.
  void evaluate(std::span<const LanePose> poses, Workspace& workspace, const LaneResults& results,
                const LaneForm& form = {}) const;

  const Skeleton& skeleton() const;

 private:
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace mmd
