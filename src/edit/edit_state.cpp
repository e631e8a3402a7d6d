#include "edit/edit_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

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

/// The entries whose values `value_at(state, i)` differ.
template <class Of, class ValueAt>
auto differences(std::size_t count, const Of& before, const Of& after, const ValueAt& value_at) {
  std::vector<Changed<std::decay_t<decltype(value_at(before, 0))>>> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto was = value_at(before, i), is = value_at(after, i);
    if (!same_bits(was, is)) out.push_back({static_cast<std::int32_t>(i), was, is});
  }
  out.shrink_to_fit();
  return out;
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

Delta difference(const EditState& before, const EditState& after) {
  Delta out;
  const auto element = [](const auto& values, std::size_t i) { return values[i]; };
  const std::size_t bones = before.pose.rotation.size();
  out.bones = differences(bones, before.pose, after.pose, [](const Pose& pose, std::size_t i) {
    return BoneTransform{pose.translation[i], pose.rotation[i]};
  });
  const auto &was = before.pose.morph_weights, &is = after.pose.morph_weights;
  out.morphs = differences(was.size(), was, is, element);
  out.ik_chains = differences(before.ik_chains.size(), before.ik_chains, after.ik_chains, element);
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
  for (const auto& c : morphs) state.pose.morph_weights[static_cast<std::size_t>(c.index)] = on(side, c);
  for (const auto& c : ik_chains) state.ik_chains[static_cast<std::size_t>(c.index)] = on(side, c);
  if (changes_look) state.look = side == Side::before ? look_before : look_after;
}

std::size_t Delta::bytes() const {
  // look_before is not counted: an earlier step holds it as its look_after.
  return sizeof(*this) + bytes_of(bones) + bytes_of(morphs) + bytes_of(ik_chains) +
         (look_after == nullptr ? 0 : look_after->bytes());
}

}  // namespace mmd::edit
