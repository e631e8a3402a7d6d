#pragma once

// The state that the user edits, and the difference that one step makes.

#include <cstdint>
#include <memory>
#include <vector>

#include "model/model.h"
#include "pose/pose.h"

namespace mmd::edit {

struct CarryOver;

/// Scene settings that are undone together with the pose (render switches, light, camera …). The editor
/// stores them without knowing their type. Immutable.
class Look {
 public:
  virtual ~Look() = default;
  virtual bool equals(const Look& other) const = 0;
  virtual std::size_t bytes() const = 0;  ///< approximate memory
  /// The settings converted for another model; null if they do not depend on the model.
  virtual std::shared_ptr<const Look> carried(const CarryOver& carry) const = 0;
};

/// Whether both are null or equal.
inline bool same_look(const std::shared_ptr<const Look>& a, const std::shared_ptr<const Look>& b) {
  return a == b || (a != nullptr && b != nullptr && a->equals(*b));
}

/// A look that holds any comparable value: `look_of(settings)`, `look_value<RenderSettings>(look)`. A value
/// that depends on the model declares `Value carried_over(const Value&, const CarryOver&)` next to its type.
template <class Value>
class LookOf final : public Look {
 public:
  explicit LookOf(Value v) : value(std::move(v)) {}
  bool equals(const Look& other) const override {
    const auto* same_kind = dynamic_cast<const LookOf*>(&other);
    return same_kind != nullptr && same_kind->value == value;
  }
  std::size_t bytes() const override { return sizeof(*this); }
  std::shared_ptr<const Look> carried(const CarryOver& carry) const override {
    if constexpr (requires { carried_over(value, carry); }) {
      return std::make_shared<const LookOf>(carried_over(value, carry));
    } else {
      return nullptr;
    }
  }

  const Value value;
};
template <class Value>
std::shared_ptr<const Look> look_of(Value value) {
  return std::make_shared<const LookOf<Value>>(std::move(value));
}
/// The value; null if there is none or it has another type.
template <class Value>
const Value* look_value(const std::shared_ptr<const Look>& look) {
  const auto* is = dynamic_cast<const LookOf<Value>*>(look.get());
  return is == nullptr ? nullptr : &is->value;
}

/// Everything that a command can change.
struct EditState {
  Pose pose;
  std::vector<std::uint8_t> ik_chains;  ///< per chain, 1 on, 0 off: EvaluationSwitches::ik_chains
  std::shared_ptr<const Look> look;     ///< null: never set

  EditState() = default;
  /// The rest pose with all IK on.
  explicit EditState(const Model& model);
  /// Whether the sizes match the model, all numbers are finite and rotations have unit length.
  bool fits(const Model& model) const;
};

/// The same test for a pose.
bool is_sound(const Pose& pose, const Model& model);

/// Normalises the bones that differ from `from`, as files store them: unit rotations, w not negative, no -0.
void settle_changed(const Pose& from, Pose& pose);

/// A bone's own transform relative to rest; right-handed, MMD units.
struct BoneTransform {
  vec3 translation{0.0f};
  quat rotation = identity_rotation();
};

/// The work that a change requires; each level includes those before it.
enum class Dirty : std::uint8_t {
  nothing,
  look,  ///< draw again with the same bones
  pose,  ///< evaluate bones and morphs
  model  ///< rebuild everything: indices have changed
};

/// The effect of a command, an undo or a redo.
struct Change {
  Dirty level = Dirty::nothing;
  std::vector<std::int32_t> bones;   ///< bones whose own transforms differ in any bit, ascending
  std::vector<std::int32_t> morphs;  ///< morphs whose weights differ in any bit, ascending
  bool ik = false;                   ///< whether chains were switched
  UnmatchedNames lacking;            ///< names from Paste, Mirror or replace_model() that the model lacks

  /// Whether `BoneManager::update()` with `bones` gives the same result as a full evaluation.
  bool is_partial() const { return level == Dirty::pose && morphs.empty() && !ik; }
};

template <class Value>
struct Changed {
  std::int32_t index = none;
  Value before, after;
};

/// The difference of two states of one model: entries whose bits differ, by ascending index.
struct Delta {
  enum class Side : std::uint8_t { before, after };

  std::vector<Changed<BoneTransform>> bones;
  std::vector<Changed<float>> morphs;
  std::vector<Changed<std::uint8_t>> ik_chains;
  bool changes_look = false;
  std::shared_ptr<const Look> look_before, look_after;

  bool empty() const { return level() == Dirty::nothing; }
  Dirty level() const;
  Change change() const;
  /// Sets the values of `side` in a state that has those of the other side.
  void put(Side side, EditState& state) const noexcept;
  std::size_t bytes() const;
};

Delta difference(const EditState& before, const EditState& after);

/// For each bone, morph, material and IK chain of one model its index in another model, or `none`. Elements
/// match by name, the second of a name with the second of that name; a chain matches by its IK bone.
struct CarryOver {
  CarryOver(const Model& from, const Model& to);
  std::vector<std::int32_t> bones, morphs, materials, ik_chains;
};

/// The state for the other model: additional elements are at rest, missing ones are dropped.
EditState carried_over(const EditState& state, const CarryOver& carry, const Model& to);
/// The difference for the other model. Entries are independent, so undo and redo stay valid.
Delta carried_over(const Delta& delta, const CarryOver& carry);

/// Names of posed bones and morphs that the other model lacks.
UnmatchedNames left_out(const Pose& pose, const CarryOver& carry, const Model& from);

}  // namespace mmd::edit
