#include "edit/edit_state.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

#include "base/rotations.h"

namespace mmd::edit {
namespace {

/// Not ==: undoing brings back the sign of a zero, too.
template <class T>
bool same_bits(const T& a, const T& b) {
  using Bits = std::array<std::byte, sizeof(T)>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

template <class Value>
std::vector<Changed<Value>> differences(const std::vector<Value>& before, const std::vector<Value>& after) {
  std::vector<Changed<Value>> out;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!same_bits(before[i], after[i])) out.push_back({static_cast<std::int32_t>(i), before[i], after[i]});
  }
  out.shrink_to_fit();
  return out;
}

std::vector<Changed<BoneTransform>> differences(const Pose& before, const Pose& after) {
  std::vector<Changed<BoneTransform>> out;
  for (std::size_t i = 0; i < before.rotation.size(); ++i) {
    if (same_bits(before.translation[i], after.translation[i]) &&
        same_bits(before.rotation[i], after.rotation[i]))
      continue;
    out.push_back({static_cast<std::int32_t>(i),
                   {before.translation[i], before.rotation[i]},
                   {after.translation[i], after.rotation[i]}});
  }
  out.shrink_to_fit();
  return out;
}

std::vector<Changed<ExactTransform>> exact_differences(const Pose& before, const Pose& after) {
  std::vector<Changed<ExactTransform>> out;
  if (before.exact.empty() && after.exact.empty()) return out;
  for (std::size_t i = 0; i < before.rotation.size(); ++i) {
    const ExactTransform was = before.exact_at(i), is = after.exact_at(i);
    if (!same_bits(was, is)) out.push_back({static_cast<std::int32_t>(i), was, is});
  }
  out.shrink_to_fit();
  return out;
}

bool same_look(const std::shared_ptr<const Look>& a, const std::shared_ptr<const Look>& b) {
  return a == b || (a != nullptr && b != nullptr && a->equals(*b));
}

template <class Value>
const Value& on(Delta::Side side, const Changed<Value>& c) {
  return side == Delta::Side::before ? c.before : c.after;
}

template <class Value>
std::vector<std::int32_t> indices(const std::vector<Changed<Value>>& changes) {
  std::vector<std::int32_t> out;
  out.reserve(changes.size());
  for (const auto& c : changes) out.push_back(c.index);
  return out;
}

template <class Value>
std::size_t bytes_of(const std::vector<Value>& values) {
  return values.capacity() * sizeof(Value);
}

bool is_unit(const quat& q) {
  return std::abs(glm::length(q) - 1.0f) < 1e-3f;
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
                     [](const quat& q) { return is_finite(q) && is_unit(q); }) &&
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

Delta difference(const EditState& before, const EditState& after) {
  Delta out;
  out.bones = differences(before.pose, after.pose);
  out.exact = exact_differences(before.pose, after.pose);
  out.morphs = differences(before.pose.morph_weights, after.pose.morph_weights);
  out.ik_chains = differences(before.ik_chains, after.ik_chains);
  out.changes_look = !same_look(before.look, after.look);
  if (out.changes_look) {
    out.look_before = before.look;
    out.look_after = after.look;
  }
  return out;
}

Dirty Delta::level() const {
  if (!bones.empty() || !morphs.empty() || !ik_chains.empty()) return Dirty::pose;
  return changes_look ? Dirty::look : Dirty::nothing;
}

Change Delta::change() const {
  Change out;
  out.level = level();
  out.bones = indices(bones);
  out.morphs = indices(morphs);
  out.ik = !ik_chains.empty();
  return out;
}

void Delta::put(Side side, EditState& state) const noexcept {
  for (const auto& c : bones) {
    const auto i = static_cast<std::size_t>(c.index);
    state.pose.translation[i] = on(side, c).translation;
    state.pose.rotation[i] = on(side, c).rotation;
  }
  for (const auto& c : exact) {
    const auto i = static_cast<std::size_t>(c.index);
    if (i < state.pose.exact.size()) state.pose.exact[i] = on(side, c);
  }
  for (const auto& c : morphs) state.pose.morph_weights[static_cast<std::size_t>(c.index)] = on(side, c);
  for (const auto& c : ik_chains) state.ik_chains[static_cast<std::size_t>(c.index)] = on(side, c);
  if (changes_look) state.look = side == Side::before ? look_before : look_after;
}

void Delta::make_room(EditState& state) const {
  if (!exact.empty()) state.pose.exact.resize(state.pose.rotation.size());
}

std::size_t Delta::bytes() const {
  // The look before is the one after of an earlier step.
  return sizeof(*this) + bytes_of(bones) + bytes_of(exact) + bytes_of(morphs) + bytes_of(ik_chains) +
         (look_after == nullptr ? 0 : look_after->bytes());
}

}  // namespace mmd::edit
