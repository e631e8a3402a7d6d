#pragma once

#include <vector>

#include "export/exchange_model.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// Computes bone transforms relative to parents from evaluated bones, including IK, append and physics.
class PlacedBones {
 public:
  explicit PlacedBones(const Skeleton& skeleton);

  /// The transform relative to the parent.
  struct Local {
    vec3 translation{0.0f};  ///< metres
    quat rotation = identity_rotation();
  };
  /// The transforms of all bones. Rounding errors do not accumulate from parents to children.
  const std::vector<Local>& place(const BoneManager& bones);

  /// A bone's transform in scene space.
  struct World {
    glm::dvec3 position{0.0};  ///< metres
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  };
  /// The scene-space transform of a bone, given its parent's in `worlds`.
  World below(std::int32_t bone, const Local& local, const std::vector<World>& worlds) const;

  /// All bones, parents before children.
  const std::vector<std::int32_t>& order() const { return order_; }

 private:
  const Skeleton& skeleton_;
  std::vector<std::int32_t> order_;
  std::vector<Local> locals_;
  std::vector<World> worlds_;
};

/// A bone's place in the scene, metres.
struct ExportedPlace {
  vec3 position{0.0f};
  quat rotation = identity_rotation();
};
/// Where the bones stand.
std::vector<ExportedPlace> places_of(const std::vector<ExchangeBone>& bones);

/// The evaluated bones of a model.
std::vector<ExchangeBone> make_bones(const BoneManager& bones);

}  // namespace mmd
