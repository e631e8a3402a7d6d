#pragma once

#include <cstdint>

#include "app/actions/parts.h"
#include "edit/history.h"

namespace mmd {

// Poses that are not saved outlive the window.

/// Notes what the figure has become. After every action.
void follow_unsaved(const Parts& parts);
/// Writes what is unsaved if it is time to.
void write_unsaved_if_due(const Parts& parts);
/// Writes it now: the window closes, or the figure goes. Says so if `says`.
/// False: there is nothing, or it failed, which is said.
bool keep_unsaved(const Parts& parts, const Figure& figure, bool says);
/// An unsaved pose that one from a file takes the place of: the next start finds it, and undoing goes on with
/// it. Not for one of which only morphs were set: they stay.
class Replaced {
 public:
  /// Before the file is shown. Both outlive this.
  Replaced(const Parts& parts, const Figure& figure);
  /// After that. It may have been a motion.
  void settle();

 private:
  const Parts& parts_;
  const Figure& figure_;
  bool is_kept_;
  std::uint64_t last_step_;
};
/// From now on for each figure that is new; finds what earlier windows left of its model.
void begin_keeping_unsaved(const Parts& parts);

/// What an earlier window left unsaved and is offered to be restored: of a model that is shown if there is
/// any. Null: nothing.
const LeftPose* unsaved_offer(const Parts& parts);
/// The figure that the window asks about before it closes: its pose is not saved. Null: it asks nothing.
const Figure* asked_about(const Parts& parts);
/// The number of a figure of its model, the active one if it is; 0: none is shown.
std::uint64_t figure_of(const Parts& parts, const LeftPose& left);

}  // namespace mmd
