#pragma once

// What a person changes, and what one step of it changed.

#include <cstdint>
#include <memory>
#include <vector>

#include "model/model.h"
#include "pose/pose.h"

namespace mmd::edit {

struct CarryOver;

/// What stands beside the pose and is undone like it (switches of the renderer, light, camera …), as its
/// owner knows it: here it is only kept and given back. Immutable.
class Look {
 public:
  virtual ~Look() = default;
  virtual bool equals(const Look& other) const = 0;
  virtual std::size_t bytes() const = 0;  ///< of memory, about
  /// The same for another model; null: it is of no model and stays.
  virtual std::shared_ptr<const Look> carried(const CarryOver& carry) const = 0;
};

/// A look made of any value that can be compared: `look_of(settings)`, `look_value<RenderSettings>(look)`.
/// What it says of one model alone goes over to another by `Value carried_over(const Value&, const
/// CarryOver&)` beside the value's type, if there is one.
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
/// The value, or null if there is none or one of another type.
template <class Value>
const Value* look_value(const std::shared_ptr<const Look>& look) {
  const auto* is = dynamic_cast<const LookOf<Value>*>(look.get());
  return is == nullptr ? nullptr : &is->value;
}

/// Everything a command can change, as a value.
struct EditState {
  Pose pose;
  std::vector<std::uint8_t> ik_chains;  ///< per chain, 1 on, 0 off: EvaluationSwitches::ik_chains
  std::shared_ptr<const Look> look;     ///< null: never set

  EditState() = default;
  /// At rest, all IK on.
  explicit EditState(const Model& model);
  /// Whether it is one of this model: sizes, numbers that are finite, unit rotations.
  bool fits(const Model& model) const;
};

/// Whether a pose is one of this model that can be evaluated, as above.
bool is_sound(const Pose& pose, const Model& model);

/// Brings what differs from another pose of the model, bone by bone, into the form that files keep to the
/// bit: rotations of length 1 with w not negative, no negative zeros.
void settle_changed(const Pose& from, Pose& pose);

/// A bone's own transform relative to rest; right-handed, MMD units.
struct BoneTransform {
  vec3 translation{0.0f};
  quat rotation = identity_rotation();
};

/// What is to be evaluated again after a change; each level includes those before it.
enum class Dirty : std::uint8_t {
  nothing,
  look,  ///< draw again, with the same bones
  pose,  ///< evaluate bones and morphs
  model  ///< build everything anew: indices mean something else
};

/// What became different, whatever brought it about.
struct Change {
  Dirty level = Dirty::nothing;
  std::vector<std::int32_t> bones;   ///< whose own transforms differ in any bit, ascending
  std::vector<std::int32_t> morphs;  ///< whose weights do, ascending
  bool ik = false;                   ///< whether chains were switched
  /// Names that a pose needs and the model lacks (Paste, Mirror), or that a new model lacks.
  UnmatchedNames lacking;

  /// Whether `BoneManager::update()` with `bones` gives what a full evaluation would.
  bool is_partial() const { return level == Dirty::pose && morphs.empty() && !ik; }
};

template <class Value>
struct Changed {
  std::int32_t index = none;
  Value before, after;
};

/// The difference of two states of one model: every entry is in it once, by ascending index, if its bits
/// differ.
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
  /// Gives the state the values of that side. It has those of the other.
  void put(Side side, EditState& state) const noexcept;
  std::size_t bytes() const;
};

Delta difference(const EditState& before, const EditState& after);

/// Where each bone, morph, material and IK chain of one model is in another, by name (of several of one name
/// the first is the first, the second the second …; a chain goes with its IK bone); `none` where it is not
/// there.
struct CarryOver {
  CarryOver(const Model& from, const Model& to);
  std::vector<std::int32_t> bones, morphs, materials, ik_chains;
};

/// The state on the other model: what that has in addition is at rest, what it lacks is left out.
EditState carried_over(const EditState& state, const CarryOver& carry, const Model& to);
/// The difference on the other model. As entries do not depend on each other, what is undone and redone there
/// is what the two states would be, carried over.
Delta carried_over(const Delta& delta, const CarryOver& carry);

/// What is posed and left out, by name.
UnmatchedNames left_out(const Pose& pose, const CarryOver& carry, const Model& from);

}  // namespace mmd::edit
