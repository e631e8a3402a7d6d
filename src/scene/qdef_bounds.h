#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "base/math.h"
#include "model/model.h"
#include "scene/camera.h"

namespace mmd {

/// Boxes around posed QDEF vertices without skinning them, one per set of bones. Such a vertex can lie
/// outside the hull of its images under its bones; the distance grows with the difference of the bones'
/// rotations.
class QdefBounds {
 public:
  /// Adds a vertex that no morph moves.
  void add_still(const VertexStreams& vertices, std::uint32_t vertex);
  /// Adds a vertex that morphs can move.
  void add_moving(const VertexStreams& vertices, std::uint32_t vertex);

  /// Calls `add(low, high)` for boxes that together contain all vertices (model space). Returns false if
  /// bones of one vertex differ by half a turn or more: no box is known. `positions`: rest positions after
  /// vertex morphs; `palette`: rigid transforms.
  template <class Add>
  bool for_each(std::span<const vec3> positions, std::span<const Affine> palette, Add add) const {
    std::vector<Bounds> boxes = still_;
    for (const Moving& m : moving_) hold(boxes[m.group], positions[m.vertex]);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Bounds box = boxes[i];
      if (box.min.x > box.max.x) continue;
      if (!pose(groups_[i], palette, box)) return false;
      add(box.min, box.max);
    }
    return true;
  }

 private:
  struct Group {
    std::array<std::uint32_t, 4> bones{};
    std::size_t count = 0;
    friend bool operator<(const Group& a, const Group& b) {
      return std::tie(a.count, a.bones) < std::tie(b.count, b.bones);
    }
  };
  struct Moving {
    std::uint32_t vertex = 0;
    std::size_t group = 0;
  };
  std::size_t group_of(const VertexStreams& vertices, std::uint32_t vertex);
  static void hold(Bounds& box, const vec3& position);
  static bool pose(const Group& group, std::span<const Affine> palette, Bounds& box);

  std::map<Group, std::size_t> index_;
  std::vector<Group> groups_;
  std::vector<Bounds> still_;  ///< by group: box of the rest positions
  std::vector<Moving> moving_;
};

}  // namespace mmd
