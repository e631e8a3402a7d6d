#pragma once

#include "app/actions/action.h"
#include "app/panels/ui.h"

namespace mmd {

struct Parts;

/// What a button shows. They are drawn: few fonts have such signs.
enum class Icon : std::uint8_t {
  to_start,
  previous_key,
  previous_frame,
  play,
  pause,
  next_frame,
  next_key,
  to_end,
  from_here,
  to_here,
  count
};

/// A square button that asks for an action which takes no value; its tooltip has the action's name and key.
void icon_button(Ui& ui, const Parts& parts, ActionId action, Icon icon, Actions& actions);

}  // namespace mmd
