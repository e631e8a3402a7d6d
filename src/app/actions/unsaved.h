#pragma once

#include <cstdint>

#include "app/actions/parts.h"

namespace mmd {

// Backups of unsaved poses.

/// Notes the state of the figure; called after every action.
void follow_unsaved(const Parts& parts);
/// Writes backups that are due.
void write_unsaved_if_due(const Parts& parts);
/// Writes a backup now, because the window closes or the figure is removed. `says`: show a message. False if
/// there is nothing to write, or after an error message.
bool keep_unsaved(const Parts& parts, const Figure& figure, bool says);
/// Keeps an unsaved pose that an opened pose replaces, for the next start and for undo. Not needed if only
/// morphs were set, because they stay.
class Replaced {
 public:
  /// Call before the file is shown.
  Replaced(const Parts& parts, const Figure& figure);
  /// Call after that. The file may have been a motion.
  void settle();

 private:
  const Parts& parts_;
  std::size_t figure_;
  bool is_kept_;
  std::uint64_t last_step_;
};
/// Starts backups for new figures and finds the backups of their models.
void begin_keeping_unsaved(const Parts& parts);

/// Starts the backups of the scene, continues the one that the window shows, and finds that of an earlier
/// window.
void begin_keeping_scene(const Parts& parts);
/// Finds the newest backup of a scene by an earlier window.
void find_left_scene(const Parts& parts);
/// A number that changes with each step of the stage, done or undone.
std::uint64_t stage_revision(const Stage& stage);

/// Whether the figure's pose equals its file. During a preview it is the pose before.
bool is_saved(const Parts& parts, const Figure& figure);
/// Whether the saved scene has the figure's edits.
bool is_in_scene(const Parts& parts, const Figure& figure);

/// The backup to offer, preferably of a shown model; null if there is none.
const LeftPose* unsaved_offer(const Parts& parts);
/// The figure with an unsaved pose that the window asks about before it closes; null if it does not ask about
/// a pose.
const Figure* asked_about(const Parts& parts);
/// The number of a figure with the backup's model, preferably the active one; 0 if none is shown.
std::uint64_t figure_of(const Parts& parts, const LeftPose& left);

}  // namespace mmd
