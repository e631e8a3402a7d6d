#pragma once

// Expressions of the kit, made of the morphs that models for MikuMikuDance usually have.

#include <optional>
#include <span>

#include "app/text/language.h"
#include "edit/command.h"

namespace mmd {

struct UsualFace {
  LocalizedText name;
  struct Part {
    /// Names of one morph in the order of preference; empty ones are unused.
    std::string_view morphs[3];
    float weight = 1.0f;
  };
  Part parts[4];  ///< the first one is what makes the expression
};

std::span<const UsualFace> usual_faces();

/// The face as a command: other morphs of brows, eyes and mouth go to rest. Morphs that the model lacks are
/// left out; nullopt: it lacks the first one.
std::optional<edit::TakeParts> command_for(const UsualFace& face, const Model& model, Language language);

}  // namespace mmd
