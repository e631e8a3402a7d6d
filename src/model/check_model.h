#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pmx.h"
#include "model/finding.h"
#include "model/model.h"
#include "model/rigid_body.h"

namespace mmd {

/// The problem of a texture, if any (missing, unreadable; as a note: its place), by its name in the model.
using TextureProblem = std::function<std::optional<Diagnostic>(const std::string& name)>;

struct CheckedModel {
  Findings findings;
  std::shared_ptr<const Model> model;  ///< from build_model()
};

/// Checks a model's raw values, then builds it. Errors: repairs on which programs would disagree. Warnings:
/// valid, but probably not intended. Notes: harmless. Moves the file's buffers. Time is linear apart from
/// sorting.
CheckedModel check_model(pmx::File&& file, const TextureProblem& texture_problem);

/// A VMD keeps so many CP932 bytes of a name.
inline constexpr std::size_t vmd_name_size = 15;
/// MMD cannot assign a motion's keys to a morph whose name has more CP932 bytes.
inline constexpr std::size_t longest_morph_name = 20;

/// check_model() for bones: MikuMikuDance's order, append, IK.
void check_bones(const pmx::File& file, Findings& findings);
/// check_model() for rigid bodies and joints: values that make a simulation shake, fly apart or do nothing.
void check_bodies(const pmx::File& file, Findings& findings);

/// A bone that MikuMikuDance evaluates before another that it needs, and what that is to it ("parent").
struct LateBone {
  std::size_t bone;
  std::int32_t later;
  std::string_view as;
};
/// In the order of the bones.
std::vector<LateBone> late_bones(const pmx::File& file);
/// The deform layer that brings the bone behind `later`; nullopt if that is evaluated after physics, and the
/// bone before.
std::optional<std::int32_t> layer_behind(const pmx::File& file, std::size_t bone, std::int32_t later);

// Relations of rigid bodies at rest, without an engine. Lengths in MMD units.

/// Whether the two bodies collide: both are solid, each group is in the other's mask, and at least one is
/// dynamic.
bool collide(const RigidBody& a, const RigidBody& b);

/// The radius of a sphere around a body's position that contains the body.
float bounding_radius(const RigidBody& body);

/// The penetration depth of two bodies at rest: the shortest distance that separates them (too small if a
/// capsule's axis lies inside a box). Zero or negative if they do not overlap.
float rest_overlap(const RigidBody& a, const RigidBody& b);

}  // namespace mmd
