#pragma once

// How `check` and `fix` speak of the damage that build_model() repairs: the rule of each kind.

#include <string_view>

#include "base/diagnostic.h"

namespace mmd {

/// The rule of kinds without a judgement; an error, unless the repair is a note.
inline constexpr std::string_view damage_rule = "damage";

/// A kind of repair (repair_kinds.h) that is not reported as "error: damage", with its hint.
struct Judgement {
  std::string_view kind, rule;
  Severity severity;
  std::string_view hint;
};

/// Null: damage_rule.
const Judgement* judgement_of(std::string_view kind);

}  // namespace mmd
