#pragma once

#include <string>
#include <vector>

#include "app/action.h"
#include "app/ui.h"
#include "model/model.h"

namespace mmd {

struct Parts;

/// The model's morphs with a slider each, by MikuMikuDance's panels; only those whose name contains what
/// is searched for (without regard to case), which can be typed into a field. Adds what it is asked to do to
/// `actions`.
void draw_morph_panel(Ui& ui, const Parts& parts, Actions& actions);

/// The morphs of one of MikuMikuDance's panels (1 brows, 2 eyes, 3 mouth, 4 other, 0 system) whose Japanese
/// or English name contains `search`, in file order.
std::vector<std::int32_t> morphs_of_panel(const Model& model, std::uint8_t panel, std::string_view search);

/// What there is to say about a morph: its names, then its kind with how much it changes.
std::vector<std::string> morph_details(const Model& model, std::int32_t index);

}  // namespace mmd
