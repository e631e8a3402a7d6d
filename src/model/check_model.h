#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "formats/pmx.h"
#include "model/finding.h"
#include "model/model.h"
#include "model/rigid_body.h"

namespace mmd {

/// What is wrong with a texture that the model names, if anything (missing, unreadable; as a note: where it
/// lies).
using TextureProblem = std::function<std::optional<Diagnostic>(const std::string& name)>;

struct CheckedModel {
  Findings findings;
  std::shared_ptr<const Model> model;  ///< as build_model() makes it
};

/// Looks at a model as the file says it, then builds it. Errors: what had to be repaired because programs
/// would disagree about it. Warnings: what works but hardly as it was meant. Notes: what does no harm. Takes
/// the file's buffers over. Time linear in the file save for sorting.
CheckedModel check_model(pmx::File&& file, const TextureProblem& texture_problem);

/// Bytes of a name that a VMD keeps.
inline constexpr std::size_t vmd_name_size = 15;
/// MMD finds no morph in a motion whose name takes more bytes.
inline constexpr std::size_t longest_morph_name = 20;

/// The parts of check_model() about bones: MikuMikuDance's order, append, IK.
void check_bones(const pmx::File& file, Findings& findings);
/// About rigid bodies and joints: what makes a simulation shake, fly apart or do nothing.
void check_bodies(const pmx::File& file, Findings& findings);

// How rigid bodies lie to each other at rest, without an engine.

/// Whether contacts push the two: both are solid, each one's group is in the other's mask, and one at least
/// is dynamic.
bool collide(const RigidBody& a, const RigidBody& b);

/// A radius around a body's position that holds all of it.
float bounding_radius(const RigidBody& body);

/// How deep two bodies lie in each other at rest: the way in MMD units that takes them apart (never more than
/// that; less only where a capsule's axis lies inside a box). Not positive where they are apart.
float rest_overlap(const RigidBody& a, const RigidBody& b);

}  // namespace mmd
