#pragma once

#include <random>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "base/handedness.h"
#include "formats/pmx.h"
#include "skeleton/bone_manager.h"

namespace mmd::test {

// A small, slow reference evaluator in double precision, written only from docs/dev/semantics.md: in MMD's
// left-handed space, on the file's structs, with angles and matrices, which the tested code avoids.

/// Local input of a bone, left-handed.
struct PlainInput {
  glm::dvec3 translation{0};
  glm::dquat rotation{1, 0, 0, 0};
};

struct PlainBone {
  glm::dvec3 position{0};  ///< model space, left-handed
  glm::dquat rotation{1, 0, 0, 0};
};

/// How a chain was solved.
struct PlainIk {
  std::size_t bone = 0;   ///< the IK bone
  int iterations = 0;     ///< without those that follow one that turned nothing, up to the end of its half
  double residual = 0;    ///< from effector to goal
  bool may_idle = false;  ///< has limits and an iteration that turned nothing, but for rounding
  /// How near to the stopping distance the chain came at a check, as a share of it.
  double margin = 1e9;
};

struct PlainSwitches {
  bool append = true, ik = true;
};

/// Model-space transforms of all bones, and if asked for the chains. The file must be valid: indices in
/// range, no cycles.
std::vector<PlainBone> plain_evaluate(const pmx::File& file, const std::vector<PlainInput>& inputs,
                                      const PlainSwitches& switches, std::vector<PlainIk>* chains = nullptr);

/// A model with only that many bones.
inline pmx::File bare_bones(std::size_t count) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.resize(count);
  return file;
}

/// Local transforms of all bones, as inputs of an evaluation.
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

/// A valid random skeleton: a forest in any file order, layers, after-physics bones, fixed axes, acyclic
/// append graphs in any order, and IK chains with free, hinged and limited links whose IK bones are not below
/// their links. Half of those with IK have strands as well: up to eight chains on one level, most of which
/// can be solved together.
pmx::File random_skeleton(std::mt19937& random, const SkeletonKind& kind);

/// Gives the IK bones of a random skeleton parents, some of them links of chains whose IK bones come later in
/// MMD's order, so that they wait for those, but never for each other. Returns how many wait.
int hang_goals(std::mt19937& random, pmx::File& file);

/// Random local transforms for every bone of `file`.
std::vector<PlainInput> random_inputs(std::mt19937& random, const pmx::File& file);

/// A leg as in real models: 足, ひざ (X limits -180..-0.5 degrees), 足首, つま先 and their IK bones,
/// D-bones on layer 1. Appended to `file`; returns the index of 足ＩＫ.
std::int32_t add_leg(pmx::File& file, std::int32_t parent, const vec3& hip, const std::string& side);

/// A chain like hair or a tie: bones in a row, all but the last of them links.
struct Strand {
  vec3 root{0.0f}, step{0.0f};  ///< position of the first bone; from each to the next
  int links = 1;
  bool hinged_tip = false;  ///< the link next to the effector turns about X only, like a knee
  int iterations = 10;
  float unit_angle = 0.5f;
};
/// Appends it to `file`, with an IK bone without a parent on layer 3. Returns the index of the IK bone.
std::int32_t add_strand(pmx::File& file, std::int32_t parent, const Strand& strand);

/// A chain whose links are below the effector, which only its pose turns. Another chain is solved before it.
pmx::File chain_below_its_effector();

}  // namespace mmd::test
