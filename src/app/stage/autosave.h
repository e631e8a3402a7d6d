#pragma once

// Backups of unsaved poses for the next start.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/stage/redraw.h"
#include "base/result.h"
#include "library/held_file.h"
#include "pose/pose.h"

namespace mmd {

/// Backs up the unsaved pose of one model in a folder that several windows share: one file for each, with a
/// lock file. Times are seconds of a monotonic clock.
class Autosave {
 public:
  /// An empty folder disables backups.
  explicit Autosave(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Switches to the model in that file. A backup of the previous model stays for the next start.
  void begin(const std::string& model_file);
  /// The pose has an unsaved change: a backup is due some seconds after the first change.
  void note_change(double now);
  /// Whether a step is done; nullopt if the step no longer exists.
  using IsDone = std::function<std::optional<bool>(std::uint64_t step)>;
  /// Calls note_change or forget, by the pose's number and whether it is saved.
  void follow(std::uint64_t revision, bool saved, double now, const IsDone& is_done = {});
  /// Whether there are a folder and a model.
  bool keeps() const { return !folder_.empty() && !key_.empty(); }
  /// Whether a backup is due. True once per change, so that a full disk is reported once.
  bool is_due(double now) { return due_.ends(now); }
  /// Whether a change waits for its backup.
  bool is_pending() const { return due_.runs(); }
  /// Writes nothing before the next change.
  void put_off() { due_.stop(); }
  /// OneShotTimer::wait
  int wait(double now, int timeout_ms) const { return due_.wait(now, timeout_ms); }
  /// Writes the text of a pose.
  Result<void> write(const std::string& text);
  /// The pose is saved: removes its backup. Also removes backups that it was restored from, and backups of
  /// poses that undo brought back.
  void forget();

  /// Backups of this model by windows that are closed, newest first.
  std::vector<std::filesystem::path> found() const;
  /// Backups with that name prefix by windows that are closed, newest first.
  static std::vector<std::filesystem::path> left_in(const std::filesystem::path& folder,
                                                    const std::string& begin);
  /// Removes a backup unless a window holds it.
  static void discard(const std::filesystem::path& file);
  /// Whether the file is a backup of this model.
  bool is_of_model(const std::filesystem::path& file) const;
  /// Locks a backup that is about to be restored as an edit step. It is removed when the pose is saved, but
  /// not while that step is undone. False: another window has locked it.
  bool adopt(const std::filesystem::path& file);
  /// Call before another pose is shown. Keeps the backup of the present pose for the next start, in place of
  /// the one that an earlier call kept.
  void set_aside();
  /// The number of the step for the last adopt or set_aside; 0 if there was none.
  void note_step(std::uint64_t step);

 private:
  /// A backup that this window holds beside its own.
  struct Beside {
    std::filesystem::path file;
    std::unique_ptr<HeldFile> held;
    bool is_adopted = false;  ///< the step takes its pose; false: the step replaced its pose
    std::uint64_t step = 0;   ///< 0: none; it counts as done
    bool is_done = true;
  };
  bool open_own();
  void put_own_beside();
  template <class IsMeant>
  void remove_beside(IsMeant is_meant);

  std::filesystem::path folder_;
  std::string key_;            ///< file name prefix of the model; empty before the first
  std::filesystem::path own_;  ///< empty before the first backup
  std::unique_ptr<HeldFile> held_;
  bool is_written_ = false;
  std::vector<Beside> beside_;
  std::uint64_t revision_ = 0;
  OneShotTimer due_;  ///< runs from a change until the backup is due
};

/// One Autosave for each figure on the stage.
class Autosaves {
 public:
  /// Folder of all backups.
  explicit Autosaves(std::filesystem::path folder) : folder_(std::move(folder)) {}

  Autosave& of(std::uint64_t figure) { return of_.try_emplace(figure, folder_).first->second; }
  bool has(std::uint64_t figure) const { return of_.count(figure) > 0; }
  /// The figure was removed: its backup stays for the next start.
  void leave(std::uint64_t figure) { of_.erase(figure); }
  /// Figures that are not on the stage are ignored until they return.
  void follow_stage(const std::vector<std::uint64_t>& figures);
  /// Autosave::wait for all of them.
  int wait(double now, int timeout_ms) const;

 private:
  std::filesystem::path folder_;
  std::map<std::uint64_t, Autosave> of_;
};

/// Backups that the user discarded. This window holds them and removes them when it ends, so that discarding
/// can be undone.
class DiscardedBackups {
 public:
  DiscardedBackups() = default;
  DiscardedBackups(const DiscardedBackups&) = delete;
  DiscardedBackups& operator=(const DiscardedBackups&) = delete;
  ~DiscardedBackups();

  bool empty() const { return discards_.empty(); }
  /// One discard. Ignores backups that another window holds.
  void add(const std::vector<std::filesystem::path>& files);
  /// Releases the backups of the last discard.
  void undo();

 private:
  struct Held {
    std::filesystem::path file;
    std::unique_ptr<HeldFile> lock;
  };
  std::vector<std::vector<Held>> discards_;
};

// Format of a backup: a VPD, followed by a comment with what a VPD cannot store.

/// Model and pose file of a backup.
struct UnsavedSource {
  std::string model_file;  ///< absolute; empty if unknown
  std::string pose_file;   ///< absolute; empty if the pose has no file
};

/// The text of a backup. Reading it gives exactly the same pose for any bone names.
Result<std::string> unsaved_text(const Model& model, const Pose& pose, const UnsavedSource& source);
UnsavedSource unsaved_source(std::string_view text);
/// The pose of a backup. Error: the backup is damaged, or the model has none of its names.
Result<Pose> unsaved_pose(std::string_view text, const Model& model);

/// The time of writing, as shown: "2026-01-31 12:04"; empty if the file is gone.
std::string time_of_backup(const std::filesystem::path& file);

/// A backup left by a closed window.
struct LeftPose {
  std::filesystem::path file;
  UnsavedSource source;
  std::string time;  ///< time_of_backup()
};
/// Backups in a folder, newest first. Removes those that equal their pose file or a newer one.
std::vector<LeftPose> left_poses(const std::filesystem::path& folder);

}  // namespace mmd
