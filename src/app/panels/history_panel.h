#pragma once

#include "app/actions/action.h"
#include "app/panels/ui.h"
#include "app/stage/figures.h"
#include "edit/history.h"

namespace mmd {

struct Parts;

/// The steps that were done and undone, to go to one by a click; saving the pose; what another pose can give.
void draw_history_panel(Ui& ui, const Parts& parts, Actions& actions);

/// What a step of the list says, with whose it is where there are several figures.
std::string step_text(const Figures& figures, std::size_t index, Language language);
/// "Turn 左腕", "回転 左腕".
std::string step_text(const edit::StepInfo& step, Language language);

}  // namespace mmd
