#pragma once

#include <random>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "base/handedness.h"
#include "formats/pmx.h"
#include "skeleton/bone_manager.h"

namespace mmd::test {

// A small, slow, plain evaluator in double precision, written from docs/dev/semantics.md alone: in MMD's
// left-handed space, straight from the file's structs, with angles and matrices where the code under test has
// neither.

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

/// A model of so many bones without anything.
inline pmx::File bare_bones(std::size_t count) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.resize(count);
  return file;
}

/// Local transforms of all bones as an evaluation takes them.
struct Inputs {
  std::vector<vec3> translation;
  std::vector<quat> rotation;
  BoneInputs spans() const { return {translation, rotation, {}, {}}; }
};

inline Inputs mirrored(const std::vector<PlainInput>& plain) {
  Inputs out;
  for (const PlainInput& p : plain) {
    out.translation.push_back(mirror(vec3(p.translation)));
    out.rotation.push_back(mirror(quat(p.rotation)));
  }
  return out;
}

struct SkeletonKind {
  int max_bones = 40;
  bool append = true;
  bool ik = true;
};

/// A sound random skeleton: a forest whose parents may come later than their children in the file, layers,
/// after-physics bones, fixed axes, append graphs without cycles (sources may come later too), and IK chains
/// with free, hinged and limited links whose IK bones hang on none of their links. Half of those with IK have
/// strands too: up to eight chains on one level, most of which fit into groups of lanes together.
pmx::File random_skeleton(std::mt19937& random, const SkeletonKind& kind);

/// Hangs the IK bones of a random skeleton on its bones, some of them on links of chains whose IK bones come
/// later in MMD's order, so that they wait for those; no two for each other. Returns how many wait.
int hang_goals(std::mt19937& random, pmx::File& file);

/// Random local transforms for every bone of `file`.
std::vector<PlainInput> random_inputs(std::mt19937& random, const pmx::File& file);

/// A leg as real models have it: 足, ひざ (X limits -180..-0.5 degrees), 足首, つま先 and their IK bones,
/// D-bones on layer 1. Appended to `file`; returns the index of 足ＩＫ.
std::int32_t add_leg(pmx::File& file, std::int32_t parent, const vec3& hip, const std::string& side);

/// A chain as hair and ties have it: bones in a row, all but the last of them links.
struct Strand {
  vec3 root{0.0f}, step{0.0f};  ///< position of the first bone; from each to the next
  int links = 1;
  bool hinged_tip = false;  ///< the link next to the effector turns about X only, as a knee does
  int iterations = 10;
  float unit_angle = 0.5f;
};
/// Appended to `file`, with its IK bone, which has no parent, on layer 3. Returns the index of the IK bone.
std::int32_t add_strand(pmx::File& file, std::int32_t parent, const Strand& strand);

/// A chain whose links hang below the effector, which is none of them: it turns as its pose says. Before it
/// another one is solved.
pmx::File chain_below_its_effector();

/// Bones root, link and tip, and two goals for the tip: the first chain turns the link, the second has no
/// iterations.
pmx::File chain_without_iterations();

}  // namespace mmd::test
