#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math.h"
#include "model/model.h"
#include "model/stray_vertices.h"
#include "scene/camera.h"

namespace mmd {

/// The axis-aligned box around a transformed box.
Bounds bounds_around(const Affine& transform, const Bounds& box);

/// A box around a posed model without skinning it: each bone moves a box around the rest positions of its
/// vertices, and a skinned vertex lies between its images under its bones (not so with QDEF). The box is
/// somewhat larger than that of the skinned vertices, never smaller. Model space, MMD units.
class BoneBounds {
 public:
  explicit BoneBounds(const Model& model);

  /// `positions`: rest positions after vertex morphs, one per vertex; `palette`: rigid transforms. Time is
  /// linear in bones and vertices of morphs. Min above max: nothing is drawn. nullopt: the model has
  /// QDEF vertices. Ignores vertices astray at rest or in the pose (stray_vertices.h).
  std::optional<Bounds> enclosing(const Model& model, std::span<const vec3> positions,
                                  std::span<const Affine> palette) const;
  /// The bulk of the vertices in a pose; each sampled vertex follows its strongest bone.
  Bulk bulk(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette) const;
  /// Whether a model with such a bounding box can have stray vertices.
  bool may_stray(const Bounds& box) const;

 private:
  VertexSample sample_;
  std::vector<Bounds> boxes_;          ///< by palette entry: vertices without morphs
  std::vector<std::uint32_t> moving_;  ///< vertices that morphs move
  bool has_qdef_ = false;              ///< draws QDEF vertices
};

}  // namespace mmd
