#pragma once

// Effects as text: the names and values of their options, which scene files, requests and Python share.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scene/effects.h"

namespace mmd {

struct EffectWords {
  std::string_view name;  ///< "glow"
  /// Sets the effect; returns what was expected, or an empty text.
  std::string (*read)(Effects& to, std::string_view text);
  /// The value; nullopt if the effect is off.
  std::optional<std::string> (*write)(const Effects& effects);
};

/// All effects, in the order of the options.
std::span<const EffectWords> effect_words();
/// The effect of that name; null if there is none.
const EffectWords* effect_called(std::string_view name);

/// Replaces all effects by those of a preset; returns what was expected, or an empty text.
std::string read_preset(Effects& to, std::string_view name);

}  // namespace mmd
