#include "pose/morphs.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

/// Limit of group references per update. Real models need a few hundred; nested groups of a hostile file
/// could need exponentially many.
constexpr std::size_t max_group_references = 1'000'000;
/// Limit of nested groups; the specification allows none, files have one or two levels.
constexpr int max_group_depth = 32;

/// Limit of weights: far above real ones, and sums of offsets stay within float's range.
constexpr float max_weight = 1e6f;

/// The child of a flip morph with `count` children that gets its ratio at weight w (semantics, "Morphs");
/// none at 0 and NaN (from ratios of groups).
std::int32_t flipped_child(std::size_t count, float w) {
  if (count == 0 || w == 0.0f || std::isnan(w)) return none;
  const auto last = static_cast<float>(count - 1);
  const float index = std::trunc(static_cast<float>(count + 1) * w) - 1.0f;
  return static_cast<std::int32_t>(std::clamp(index, 0.0f, last));
}

quat slerp_from_identity(const quat& q, float t) {
  return glm::normalize(glm::slerp(identity_rotation(), q, t));
}

}  // namespace

MorphState::MorphState(const Model& model)
    : effective_(model.morphs.size(), 0.0f), on_path_(model.morphs.size(), false) {
  const bool has_bone_morphs = std::any_of(model.morphs.begin(), model.morphs.end(), [](const Morph& m) {
    return std::holds_alternative<BoneMorph>(m.data);
  });
  if (!has_bone_morphs) return;
  bone_translation_.resize(model.bone_count(), vec3(0.0f));
  bone_rotation_.resize(model.bone_count(), identity_rotation());
}

void MorphState::follow(const Model& model, std::int32_t morph, float weight, int depth) {
  const auto i = static_cast<std::size_t>(morph);
  const auto* group = std::get_if<GroupMorph>(&model.morphs[i].data);
  if (group == nullptr) {
    effective_[i] += weight;
    return;
  }
  if (on_path_[i] || budget_ == 0 || depth == max_group_depth) return;
  on_path_[i] = true;
  const std::int32_t chosen = group->flip ? flipped_child(group->children.size(), weight) : none;
  for (std::size_t c = 0; c < group->children.size() && budget_ > 0; ++c) {
    --budget_;
    const GroupMorph::Child& child = group->children[c];
    if (!group->flip) {
      follow(model, child.morph, weight * child.ratio, depth + 1);
    } else if (static_cast<std::int32_t>(c) == chosen) {
      follow(model, child.morph, child.ratio, depth + 1);
    }
  }
  on_path_[i] = false;
}

void MorphState::add_bone_morph(const BoneMorph& morph, float weight) {
  for (const BoneMorph::Offset& o : morph.offsets) {
    const auto b = static_cast<std::size_t>(o.bone);
    bone_translation_[b] += weight * o.translation;
    bone_rotation_[b] = bone_rotation_[b] * slerp_from_identity(o.rotation, weight);
  }
}

void MorphState::update(const Model& model, std::span<const float> weights) {
  std::fill(effective_.begin(), effective_.end(), 0.0f);
  budget_ = max_group_references;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] != 0.0f) follow(model, static_cast<std::int32_t>(i), weights[i], 0);
  }
  for (float& w : effective_) {
    w = std::isfinite(w) ? std::clamp(w, -max_weight, max_weight) : 0.0f;
  }
  if (moves_bones_) {
    std::fill(bone_translation_.begin(), bone_translation_.end(), vec3(0.0f));
    std::fill(bone_rotation_.begin(), bone_rotation_.end(), identity_rotation());
    moves_bones_ = false;
  }
  for (std::size_t i = 0; i < effective_.size(); ++i) {
    const auto* bone_morph = std::get_if<BoneMorph>(&model.morphs[i].data);
    if (bone_morph == nullptr || effective_[i] == 0.0f) continue;
    moves_bones_ = true;
    add_bone_morph(*bone_morph, effective_[i]);
  }
}

BoneInputs bone_inputs(const Pose& pose, const MorphState& morphs) {
  BoneInputs out;
  out.translation = pose.translation;
  out.rotation = pose.rotation;
  if (morphs.moves_bones()) {
    out.morph_translation = morphs.bone_translation();
    out.morph_rotation = morphs.bone_rotation();
  }
  return out;
}

}  // namespace mmd
