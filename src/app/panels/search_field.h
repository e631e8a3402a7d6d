#pragma once

#include <string>

#include "app/panels/ui.h"

namespace mmd {

/// A field to type what is searched for. `focused`: takes the keyboard. `width`: in points; negative: as much
/// as there is room for. Whether the text changed.
bool draw_search_field(Ui& ui, std::string& search, bool focused = false, float width = -1.0f);

}  // namespace mmd
