#pragma once

#include <vector>

#include "export/exchange_model.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// Bones below their parents so that each stands where it was evaluated: what IK, append and bodies make of
/// them is in it. `order`: a bone after its parent.
class PlacedBones {
 public:
  explicit PlacedBones(const Skeleton& skeleton);

  /// Per bone. Errors of rounding do not add up on the way down.
  struct Local {
    vec3 translation{0.0f};  ///< metres
    quat rotation = identity_rotation();
  };
  const std::vector<Local>& place(const BoneManager& bones);

  /// From locals back to where the bones are, positions in metres.
  struct World {
    glm::dvec3 position{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  };
  World below(std::int32_t bone, const Local& local, const std::vector<World>& worlds) const;

  const std::vector<std::int32_t>& order() const { return order_; }

 private:
  const Skeleton& skeleton_;
  std::vector<std::int32_t> order_;
  std::vector<Local> locals_;
  std::vector<World> worlds_;
};

/// The bones of a model as they are evaluated.
std::vector<ExchangeBone> make_bones(const BoneManager& bones);

}  // namespace mmd
