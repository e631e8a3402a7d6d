#pragma once

#include <cstdint>

#include "app/actions/parts.h"

namespace mmd {

// What is unsaved, and its backup.

/// Notes the state of scene and poses; called after every action.
void follow_unsaved(const Parts& parts);
/// Writes the backup if it is due.
void write_unsaved_if_due(const Parts& parts);

/// Keeps an unsaved pose that something takes away, for the next start and for undo.
class Replaced {
 public:
  /// Call before. `all`: the figure goes; otherwise another pose is opened, under which morphs stay.
  Replaced(const Parts& parts, const Figure& figure, bool all);
  /// Call after that. The file may have been a motion. `is_step`: undo brings the pose back.
  void settle(bool is_step);

 private:
  const Parts& parts_;
  std::uint64_t figure_;
  bool all_;
  bool is_kept_;
  std::uint64_t last_edit_;
};

/// Starts the backups, continues the one that the window shows, and finds those of earlier windows.
void begin_keeping_unsaved(const Parts& parts);
/// The poses of a restored backup belong to the files that they had.
void note_restored_poses(const Parts& parts);
/// Finds the backups that are offered now.
void find_left(RunState& run, const Backup& backup);
/// The same if one of them has the model.
void find_left_of(RunState& run, const Backup& backup, const std::string& model_file);
/// The backup to offer; null if there is none.
const LeftBackup* unsaved_offer(const LoadQueue& queue, const RunState& run);

/// The figure; during a preview as it was before.
const Figure& figure_to_keep(const Stage& stage, PanelState& panels, const Figure& figure);
/// Whether its pose equals its file.
bool is_saved(const Stage& stage, PanelState& panels, const Figure& figure);
/// Whether the saved scene has the figure's edits.
bool is_in_scene(const Stage& stage, const OpenedScene& opened, const Figure& figure);
/// Whether closing would lose the figure's pose.
bool loses_pose(const Parts& parts, const Figure& figure);
/// The figure with an unsaved pose that the window asks about before it closes; null if it does not ask about
/// a pose.
const Figure* asked_about(const Stage& stage, const OpenedScene& opened);
/// The number of the last done step; 0 without one.
std::uint64_t last_step(const Stage& stage);

}  // namespace mmd
