#pragma once

#include <optional>
#include <string_view>

#include "app/actions/action.h"

namespace mmd {

/// What an action is called where a person writes it (settings, recorded lists): "toggle-edges". Never
/// changes.
std::string_view word_of(ActionId id);
std::optional<ActionId> action_called(std::string_view word);

}  // namespace mmd
