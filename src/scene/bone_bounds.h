#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math.h"
#include "model/model.h"
#include "model/stray_vertices.h"
#include "scene/camera.h"
#include "scene/qdef_bounds.h"

namespace mmd {

/// The box around a box that was moved, turned and scaled.
Bounds bounds_around(const Affine& transform, const Bounds& box);

/// A box around a posed model without skinning it: each bone moves a box around the rest positions of its
/// vertices, and a skinned vertex lies between the places where its bones would bring it (QdefBounds: not far
/// from there). So the result is somewhat larger than the box of the skinned vertices, never smaller.
class BoneBounds {
 public:
  explicit BoneBounds(const Model& model);

  /// `positions`: rest positions after vertex morphs; `palette`: rigid transforms. Takes time for bones and
  /// for the vertices that morphs can move. Min above max: nothing is drawn. Nullopt: bones of a QDEF vertex
  /// turn too far away from each other for such boxes. What lies astray at rest, or a pose carries far away
  /// from everything else (stray_vertices.h), is not in it.
  std::optional<Bounds> enclosing(const Model& model, std::span<const vec3> positions,
                                  std::span<const Affine> palette) const;
  /// Where the bulk of the vertices is in a pose; each vertex of the sample goes with its strongest bone.
  Bulk bulk(const Model& model, std::span<const vec3> positions, std::span<const Affine> palette) const;
  /// Whether a box is so large that bulk() is worth a look.
  bool may_stray(const Bounds& box) const;

 private:
  VertexSample sample_;
  std::vector<Bounds> boxes_;          ///< by palette entry, of the vertices that no morph moves
  std::vector<std::uint32_t> moving_;  ///< those that morphs move
  QdefBounds qdef_;                    ///< all of that type
};

}  // namespace mmd
