#pragma once

// A small, slow, plain evaluator in double precision, written from docs/dev/semantics.md alone: in MMD's
// left-handed space, straight from the file's structs, with angles and matrices where the code under test has
// neither.

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "formats/pmx.h"

namespace mmd::test {

/// Local input of a bone, left-handed.
struct PlainInput {
  glm::dvec3 translation{0};
  glm::dquat rotation{1, 0, 0, 0};
};

struct PlainBone {
  glm::dvec3 position{0};  ///< model space, left-handed
  glm::dquat rotation{1, 0, 0, 0};
};

struct PlainSwitches {
  bool append = true, ik = true;
};

/// Model-space transforms of all bones. The file must be sound: indices in range, no cycles.
std::vector<PlainBone> plain_evaluate(const pmx::File& file, const std::vector<PlainInput>& inputs,
                                      const PlainSwitches& switches);

}  // namespace mmd::test
