#pragma once

#include <string>

#include "app/ui.h"

namespace mmd {

/// A field as wide as there is room, to type what is searched for. `focused`: takes the keyboard. Whether
/// the text changed.
bool draw_search_field(Ui& ui, std::string& search, bool focused = false);

}  // namespace mmd
