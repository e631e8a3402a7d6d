#include "edit/edit_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/bit_cast.h"
#include "base/rotations.h"

namespace mmd::edit {
namespace {

/// Compares bits rather than values, because undo restores the sign of a zero, too.
template <class T>
bool same_bits(const T& a, const T& b) {
  using Bits = std::array<std::byte, sizeof(T)>;
  return bit_cast<Bits>(a) == bit_cast<Bits>(b);
}

/// The indices for which `differs(i)`.
template <class Differs>
std::vector<std::int32_t> indices_where(std::size_t count, const Differs& differs) {
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < count; ++i)
    if (differs(i)) out.push_back(static_cast<std::int32_t>(i));
  return out;
}

}  // namespace

EditState::EditState(const Model& model) : pose(model), ik_chains(model.skeleton.ik_chains.size(), 1) {}

bool EditState::fits(const Model& model) const {
  return is_sound(pose, model) && ik_chains.size() == model.skeleton.ik_chains.size();
}

bool is_sound(const Pose& pose, const Model& model) {
  return pose.fits(model) &&
         std::all_of(pose.translation.begin(), pose.translation.end(),
                     [](const vec3& t) { return is_finite(t); }) &&
         std::all_of(pose.rotation.begin(), pose.rotation.end(),
                     [](const quat& q) { return is_finite(q) && std::abs(glm::length(q) - 1.0f) < 1e-3f; }) &&
         std::all_of(pose.morph_weights.begin(), pose.morph_weights.end(),
                     [](float w) { return std::isfinite(w); });
}

void settle_changed(const Pose& from, Pose& pose) {
  for (std::size_t i = 0; i < pose.rotation.size(); ++i) {
    vec3& t = pose.translation[i];
    quat& q = pose.rotation[i];
    if (same_bits(t, from.translation[i]) && same_bits(q, from.rotation[i])) continue;
    if (!unit_rounding_to(vec4(q.x, q.y, q.z, q.w))) q = rotation_from_file(vec4(q.x, q.y, q.z, q.w));
    if (q.w < 0.0f) q = -q;
    // Adding zero turns -0 into 0.
    q = quat(q.w + 0.0f, q.x + 0.0f, q.y + 0.0f, q.z + 0.0f);
    t += vec3(0.0f);
  }
}

Change difference(const Pose& before, const Pose& after) {
  Change out;
  out.bones = indices_where(before.rotation.size(), [&](std::size_t i) {
    return !same_bits(before.translation[i], after.translation[i]) ||
           !same_bits(before.rotation[i], after.rotation[i]);
  });
  out.morphs = indices_where(before.morph_weights.size(), [&](std::size_t i) {
    return !same_bits(before.morph_weights[i], after.morph_weights[i]);
  });
  if (!out.bones.empty() || !out.morphs.empty()) out.level = Dirty::pose;
  return out;
}

}  // namespace mmd::edit
