#pragma once

#include <string_view>

#include "app/actions/action.h"

namespace mmd {

/// Further words, in both languages, by which the action finder finds an action; may be empty.
std::string_view synonyms_of(ActionId id);

}  // namespace mmd
