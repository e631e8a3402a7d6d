#pragma once

// Poses that were not saved, kept for the next start.

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

/// Keeps the unsaved pose of one model in a folder, beside those of other windows: a file for each, held by a
/// file beside it. Times are seconds of a clock that only goes forward.
class Autosave {
 public:
  /// Empty: nothing is kept.
  explicit Autosave(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// From now on for the model in that file. What was kept for another stays for the next start.
  void begin(const std::string& model_file);
  /// The pose was changed and is not saved: it is due some seconds later, however much comes until then.
  void note_change(double now);
  /// The same or `forget`, by the pose's number and whether it is saved.
  void follow(std::uint64_t revision, bool saved, double now);
  /// Whether there are a folder and a model to keep poses of.
  bool keeps() const { return !folder_.empty() && !key_.empty(); }
  /// Whether it is time to write: once, so that a full disk is reported once for each change.
  bool is_due(double now) { return due_.ends(now); }
  /// Nothing is written before the next change.
  void put_off() { due_.stop(); }
  /// OneShotTimer::wait
  int wait(double now, int timeout_ms) const { return due_.wait(now, timeout_ms); }
  /// Writes the pose, as a file has it.
  Result<void> write(const std::string& text);
  /// The pose is saved: nothing is to be kept any longer.
  void forget();

  /// The poses of this model that windows left behind which are no longer there, the newest first.
  std::vector<std::filesystem::path> found() const;
  /// The files of a folder whose windows are no longer there and whose names begin so, the newest first.
  static std::vector<std::filesystem::path> left_in(const std::filesystem::path& folder,
                                                    const std::string& begin);
  /// Removes such a file, unless a window holds it.
  static void discard(const std::filesystem::path& file);
  /// Whether the file is one of this model.
  bool is_of_model(const std::filesystem::path& file) const;
  /// Makes the file this window's own: it is kept until the pose is saved. False: another window was faster.
  /// `note_step` says which step laid it over the pose.
  bool adopt(const std::filesystem::path& file);
  /// Another pose took the place of what is kept, if anything is; that stays for whoever restores it, and
  /// what was set aside before goes. `note_step` says which step that was.
  void set_aside();
  /// The number of the step that belongs to what was done last of those two; 0: none was needed.
  void note_step(std::uint64_t step);
  /// Steps were undone, or done again; `is_done` of a number, nullopt: it can be neither any longer. What was
  /// adopted stays for whoever restores it next while its step is undone, and what was set aside is this
  /// window's own then.
  void follow_steps(const std::function<std::optional<bool>(std::uint64_t step)>& is_done);

 private:
  /// A file as this window left it; empty: none.
  struct Left {
    std::filesystem::path file;
    std::filesystem::file_time_type written;
  };
  /// Another file is kept from a step on.
  struct Turn {
    std::uint64_t step = 0;
    Left before, after;  ///< kept while it is undone, and done
    bool sets_aside = false;
    bool done = true;
  };
  bool open_own();
  Left left() const;
  void hold_again(const Left& left);

  std::filesystem::path folder_;
  std::string key_;            ///< of the model; empty: none yet
  std::filesystem::path own_;  ///< empty: none yet
  std::unique_ptr<HeldFile> held_;
  bool is_written_ = false;
  Turn next_;                ///< which step it is has not been said
  std::vector<Turn> turns_;  ///< in the order of the steps
  std::uint64_t revision_ = 0;
  OneShotTimer due_;  ///< runs from a change until it is to be written
};

/// One for each figure on the stage.
class Autosaves {
 public:
  /// As Autosave has it.
  explicit Autosaves(std::filesystem::path folder) : folder_(std::move(folder)) {}

  Autosave& of(std::uint64_t figure) { return of_.try_emplace(figure, folder_).first->second; }
  bool has(std::uint64_t figure) const { return of_.count(figure) > 0; }
  /// It is on the stage no longer: what is kept of it is for the next start.
  void leave(std::uint64_t figure) { of_.erase(figure); }
  /// Those of figures that are not on the stage are put off.
  void follow_stage(const std::vector<std::uint64_t>& figures);
  /// Autosave::wait for all of them.
  int wait(double now, int timeout_ms) const;

 private:
  std::filesystem::path folder_;
  std::map<std::uint64_t, Autosave> of_;
};

// The file of a kept pose: a VPD, with what a VPD cannot say in a comment behind it.

/// What a kept pose belongs to.
struct UnsavedSource {
  std::string model_file;  ///< absolute; empty: not known
  std::string pose_file;   ///< absolute; empty: it has no file yet
};

/// The text of such a file: read again, it is the same pose to the bit, whatever the bones are called.
Result<std::string> unsaved_text(const Model& model, const Pose& pose, const UnsavedSource& source);
UnsavedSource unsaved_source(std::string_view text);
/// The pose for its model. Error: it is damaged, or the model has nothing of it.
Result<Pose> unsaved_pose(std::string_view text, const Model& model);

/// A pose that a window left behind.
struct LeftPose {
  std::filesystem::path file;
  UnsavedSource source;
  std::string time;  ///< when it was written, for people: "2026-01-31 12:04"
};
/// Those in a folder, the newest first. One that is just what its pose's file holds was saved: it is removed.
std::vector<LeftPose> left_poses(const std::filesystem::path& folder);

}  // namespace mmd
