#pragma once

#include <string>
#include <vector>

#include "app/actions/action.h"
#include "app/panels/ui.h"
#include "model/model.h"

namespace mmd {

struct Parts;

/// The model's morphs with a slider each, by MikuMikuDance's panels: those that are listed (MorphPanelState);
/// expressions to save and load. Adds what it is asked to do to `actions`.
void draw_morph_panel(Ui& ui, const Parts& parts, Actions& actions);

/// What there is to say about a morph: its names, then its kind with how much it changes.
std::vector<std::string> morph_details(const Model& model, std::int32_t index);

}  // namespace mmd
