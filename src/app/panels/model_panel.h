#pragma once

#include "app/actions/action.h"
#include "app/panels/ui.h"
#include "document/document.h"

namespace mmd {

struct Parts;
struct ModelPanelState;

/// What the model is called, its maker's terms, what it holds, its materials and textures, and what the
/// checker says. A model that is new here shows its terms alone, until they were read.
void draw_model_panel(Ui& ui, const Parts& parts, Actions& actions);

// Its parts.

/// The materials with a box each for whether they are drawn, and the details of the one that was chosen.
void draw_material_list(Ui& ui, const Parts& parts, Actions& actions);

/// A line that is as high as its text makes it and can be clicked.
bool draw_wrapped_item(Ui& ui, const std::string& text, Tone tone);
/// The head of a part of the panel, with what stands behind its name. Whether it is open.
bool draw_header(Ui& ui, const Words& name, const std::string& behind, bool open_at_first);

}  // namespace mmd
