#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/rotations.h"
#include "edit/command.h"
#include "pose/pose_mix.h"
#include "pose/tools.h"

namespace mmd::edit {
namespace {

using Outcome = Result<UnmatchedNames>;

tl::unexpected<Diagnostic> no_such(std::string_view what, std::int32_t index, std::size_t count) {
  return fail(fmt::format("there is no {} {}: the model has {}", what, index, count));
}

/// Normalises a rotation; a rotation of unit length keeps its bits. nullopt for zero length or NaN.
std::optional<quat> unit(const quat& q) {
  const glm::dvec4 wide(q.x, q.y, q.z, q.w);
  const double length = glm::length(wide);
  if (!std::isfinite(length) || length < 1e-12) return std::nullopt;
  if (std::abs(length - 1.0) < 1e-6) return q;
  const vec4 narrow(wide / length);
  return quat(narrow.w, narrow.x, narrow.y, narrow.z);
}

bool is_finite_block(const vpd::Bone& b) {
  return is_finite(b.translation) && is_finite(b.rotation);
}

struct Performer {
  const Model& model;
  EditState& state;

  Outcome operator()(const RotateBone& c) const { return set({c.bone, std::nullopt, c.rotation}); }
  Outcome operator()(const MoveBone& c) const { return set({c.bone, c.translation, std::nullopt}); }
  Outcome operator()(const SetBones& c) const {
    for (const SetBones::Entry& entry : c.bones) {
      if (auto done = set(entry); !done) return done;
    }
    return {};
  }

  Outcome operator()(const SetMorph& c) const {
    if (!is_index(c.morph, model.morphs.size())) return no_such("morph", c.morph, model.morphs.size());
    if (!std::isfinite(c.weight)) return fail("the weight of a morph must be a finite number");
    state.pose.morph_weights[static_cast<std::size_t>(c.morph)] = c.weight;
    return {};
  }

  Outcome operator()(const SetIk& c) const {
    if (!is_index(c.chain, state.ik_chains.size()))
      return no_such("IK chain", c.chain, state.ik_chains.size());
    state.ik_chains[static_cast<std::size_t>(c.chain)] = c.on ? 1 : 0;
    return {};
  }

  Outcome operator()(const Reset& c) const { return take(c.parts, Pose(model)); }

  Outcome operator()(const Mirror& c) const {
    UnmatchedNames lacking;
    const Pose other = mirrored(state.pose, model, lacking);
    if (auto done = take(c.parts, other); !done) return done;
    return c.parts.all ? std::move(lacking) : needed_by(c.parts, lacking);
  }

  Outcome operator()(const Blend& c) const {
    if (!(c.weight >= 0.0f && c.weight <= 1.0f)) return fail("the weight of a blend must be from 0 to 1");
    if (!is_sound(c.other, model)) return not_of_this_model();
    return take(c.parts, blended(state.pose, c.other, c.weight));
  }

  Outcome operator()(const TakeParts& c) const {
    if (!is_sound(c.other, model)) return not_of_this_model();
    return take(c.parts, c.other);
  }

  Outcome operator()(const Paste& c) const {
    const bool numbers = std::all_of(c.file.bones.begin(), c.file.bones.end(), is_finite_block) &&
                         std::all_of(c.file.morphs.begin(), c.file.morphs.end(),
                                     [](const vpd::Morph& m) { return std::isfinite(m.weight); });
    if (!numbers) return fail("the pose holds NaN or infinity");
    if (!c.keep_others) state.pose = Pose(model);
    UnmatchedNames lacking = apply_vpd(c.file, model, state.pose);
    const std::size_t named = c.file.bones.size() + c.file.morphs.size();
    if (named > 0 && lacking.bone_count() + lacking.morph_count() == named) {
      return fail("the model has none of the bones and morphs that the pose names",
                  "is it a pose for another kind of model?");
    }
    return lacking;
  }

 private:
  static Outcome not_of_this_model() {
    return fail("the other pose belongs to another model", "save it as a .vpd and use that file");
  }

  /// The names in `lacking` whose mirror images are among the parts.
  UnmatchedNames needed_by(const Parts& parts, const UnmatchedNames& lacking) const {
    const std::unordered_set<std::string_view> bones(lacking.bones.begin(), lacking.bones.end()),
        morphs(lacking.morphs.begin(), lacking.morphs.end());
    const auto is_there = [this](const std::string& name) { return model.find_morph(name) != none; };
    UnmatchedNames out;
    for (const std::int32_t b : parts.bones) {
      const std::string name = mirrored_name(model.bone(b).name);
      if (bones.count(name) != 0) out.bones.push_back(name);
    }
    for (const std::int32_t m : parts.morphs) {
      const std::string name = mirrored_morph_name(model.morphs[static_cast<std::size_t>(m)].name, is_there);
      if (morphs.count(name) != 0) out.morphs.push_back(name);
    }
    return out;
  }

  Outcome set(const SetBones::Entry& entry) const {
    if (!is_index(entry.bone, model.bone_count())) return no_such("bone", entry.bone, model.bone_count());
    const auto i = static_cast<std::size_t>(entry.bone);
    const Bone& bone = model.skeleton.bones[i];
    if (entry.translation) {
      if (!bone.movable) return fail(fmt::format("bone '{}' cannot be moved in this model", bone.name));
      if (!is_finite(*entry.translation)) return fail(fmt::format("bone '{}': NaN or infinity", bone.name));
      state.pose.translation[i] = *entry.translation;
    }
    if (entry.rotation) {
      if (!bone.rotatable) return fail(fmt::format("bone '{}' cannot be rotated in this model", bone.name));
      const auto rotation = unit(*entry.rotation);
      if (!rotation) return fail(fmt::format("bone '{}': this is not a rotation", bone.name));
      state.pose.rotation[i] = bone.has_fixed_axis ? about_fixed_axis(*rotation, bone.fixed_axis) : *rotation;
    }
    return {};
  }

  /// Copies the values of the parts from another pose of the model.
  Outcome take(const Parts& parts, const Pose& from) const {
    if (parts.all) {
      state.pose = from;
      return {};
    }
    for (const std::int32_t b : parts.bones) {
      if (!is_index(b, model.bone_count())) return no_such("bone", b, model.bone_count());
      const auto i = static_cast<std::size_t>(b);
      state.pose.translation[i] = from.translation[i];
      state.pose.rotation[i] = from.rotation[i];
    }
    for (const std::int32_t m : parts.morphs) {
      if (!is_index(m, model.morphs.size())) return no_such("morph", m, model.morphs.size());
      state.pose.morph_weights[static_cast<std::size_t>(m)] = from.morph_weights[static_cast<std::size_t>(m)];
    }
    return {};
  }
};

}  // namespace

Result<UnmatchedNames> perform(const Command& command, const Model& model, EditState& state) {
  return std::visit(Performer{model, state}, command);
}

Result<Performed> performed(const Command& command, const Model& model, const EditState& from) {
  if (!from.fits(model)) return fail("the pose belongs to another model");
  Performed out{from, {}};
  MMD_TRY(out.lacking, perform(command, model, out.state));
  settle_changed(from.pose, out.state.pose);
  return out;
}

}  // namespace mmd::edit
