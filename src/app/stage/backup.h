#pragma once

// Backups of what is unsaved, for the next start: scene files in a folder that several windows share.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/stage/redraw.h"
#include "base/result.h"
#include "library/held_file.h"
#include "options/scene_file.h"

namespace mmd {

/// What a window notes in its backup beside the scene.
struct BackupNotes {
  bool scene_is_changed = true;         ///< false: only poses are unsaved
  std::string scene_file;               ///< the file that the scene has; may be empty
  std::vector<std::string> pose_files;  ///< that of each figure's pose; may be empty
};
void note_in(SceneFile& backup, const BackupNotes& notes);
BackupNotes notes_of(const SceneFile& backup);

/// A backup that a closed window left.
struct LeftBackup {
  std::filesystem::path file;
  std::string time;                 ///< of writing: "2026-01-31 12:04"
  std::vector<std::string> models;  ///< the model of each figure
  BackupNotes notes;

  /// Whether it is one model whose pose alone changed.
  bool is_pose() const { return models.size() == 1 && !notes.scene_is_changed; }
};

/// The backup of one window, with a lock file. Times are seconds of a monotonic clock.
class Backup {
 public:
  /// An empty folder disables backups.
  explicit Backup(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Backup(const Backup&) = delete;
  Backup& operator=(const Backup&) = delete;

  /// Whether a step is done; nullopt if the step no longer exists.
  using IsDone = std::function<std::optional<bool>(std::uint64_t step)>;
  /// Call after each action, with a number that differs after each change. A backup is due some seconds after
  /// the first unsaved change; if all is saved, backups go.
  void follow(std::uint64_t revision, bool saved, double now, const IsDone& is_done);
  /// Whether a backup is due. True once per change, so that a full disk is reported once.
  bool is_due(double now) { return due_.ends(now); }
  /// OneShotTimer::wait
  int wait(double now, int timeout_ms) const { return due_.wait(now, timeout_ms); }
  /// Writes the text of a scene, in place of the restored backup.
  Result<void> write(const std::string& text);
  /// All is saved or discarded: removes the backup, the restored one, and those of poses that undo brought
  /// back.
  void forget();

  /// Locks a backup that the window now shows. False: another window has locked it.
  bool restore(const std::filesystem::path& file);
  /// Whether the window shows a backup that is not written anew.
  bool is_restored() const { return restored_.lock != nullptr; }
  /// Leaves that backup to the next start, because not all of it could be restored.
  void leave_restored() { restored_ = {}; }
  /// Keeps what was written for the next start: a step has taken a figure's pose away, in place of an earlier
  /// one; 0: no step, so that undo cannot bring it back.
  void set_aside(std::uint64_t figure, std::uint64_t step);

  /// Backups by windows that are closed, newest first.
  std::vector<LeftBackup> left() const;
  /// Whether no window holds the file.
  static bool is_left(const std::filesystem::path& file);

 private:
  struct Held {
    std::filesystem::path file;
    std::unique_ptr<HeldFile> lock;
  };
  struct Aside : Held {
    std::uint64_t figure = 0, step = 0;
    bool is_done = true;
  };
  bool open_own();

  std::filesystem::path folder_;
  Held own_;  ///< without a file before the first backup
  bool is_written_ = false;
  Held restored_;
  std::vector<Aside> aside_;
  std::uint64_t revision_ = 0;
  OneShotTimer due_;  ///< runs from a change until the backup is due
};

/// Backups that the user discarded. This window holds them and removes them when it ends, so that discarding
/// can be undone.
class DiscardedBackups {
 public:
  DiscardedBackups() = default;
  DiscardedBackups(const DiscardedBackups&) = delete;
  DiscardedBackups& operator=(const DiscardedBackups&) = delete;
  ~DiscardedBackups();

  bool empty() const { return discarded_.empty(); }
  /// Ignores a backup that another window holds.
  void add(const std::filesystem::path& file);
  /// Releases the last one.
  void undo();

 private:
  std::vector<std::pair<std::filesystem::path, std::unique_ptr<HeldFile>>> discarded_;
};

}  // namespace mmd
