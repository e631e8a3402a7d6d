#pragma once

#include "app/parts.h"

namespace mmd {

// Poses that are not saved outlive the window.

/// Notes what the figure has become. After every action.
void follow_unsaved(const Parts& parts);
/// Writes what is unsaved if it is time to.
void write_unsaved_if_due(const Parts& parts);
/// Writes it now: the window closes, or the figure goes. Says so if `says`.
void keep_unsaved(const Parts& parts, const Figure& figure, bool says);
/// From now on for each figure that is new; says what earlier windows left of its model.
void begin_keeping_unsaved(const Parts& parts);

}  // namespace mmd
