#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "assets/temporary_file.h"
#include "base/byte_io.h"
#include "base/result.h"
#include "commands/batch/plan.h"
#include "commands/output/child_process.h"
#include "options/batch_choice.h"
#include "options/options.h"

namespace mmd {

/// Returns an error for options that exclude --video, and for --audio or --frame-rate without it.
std::optional<Diagnostic> video_slip(const Options& options);

/// The video of a batch: all pictures in order.
VideoChoice video_choice(const Options& options, const Plan& plan);

/// A video that an ffmpeg process encodes. An existing file stays until the video is complete.
class VideoFile {
 public:
  /// Errors: ffmpeg is missing, the folder is not writable.
  static Result<VideoFile> start(const VideoChoice& choice);

  /// Adds the next picture: RGBA of the chosen size. Waits while ffmpeg is busy. Error: ffmpeg has ended,
  /// with the reason.
  Result<void> add(ByteSpan rgba);
  /// Call after the last picture: waits until the video is complete and renames it. `may_go_on` is polled;
  /// false ends ffmpeg. Error: ffmpeg failed or was ended.
  Result<void> finish(const std::function<bool()>& may_go_on);
  /// Ends ffmpeg and removes the file. Another thread may be in add(), which then fails. Only the destructor
  /// may be called afterwards.
  void give_up();

 private:
  VideoFile(const VideoChoice& choice, TemporaryFile file, ChildProcess ffmpeg)
      : choice_(choice), file_(std::move(file)), ffmpeg_(std::move(ffmpeg)) {}
  /// Why ffmpeg ended early or with an error.
  Diagnostic failure(const ChildProcess::End& end) const;

  VideoChoice choice_;
  TemporaryFile file_;
  ChildProcess ffmpeg_;  ///< ended before its file is removed
  std::size_t added_ = 0;
};

/// Sorts pictures that arrive in any order into a video. Thread-safe.
class VideoFrames {
 public:
  VideoFrames(VideoFile file, const Options& options);

  /// Whether wait_for() would return at once.
  bool has_room_for(std::size_t first, std::size_t last);
  /// Waits until pictures `first` to `last` are among the next few of the video, which limits the pictures in
  /// memory. If they are more than a few, waits until all pictures before `first` are in the video. Returns
  /// false if the video has failed or give_up() was called.
  bool wait_for(std::size_t first, std::size_t last);
  /// Returns false if the video has failed; finish() returns the reason.
  bool add(std::size_t index, Image image);
  /// Call after the last picture. Error: ffmpeg failed, or `may_go_on` returned false.
  Result<void> finish(const std::function<bool()>& may_go_on);
  /// Ends ffmpeg and removes the file.
  void give_up();

 private:
  bool is_near(std::size_t first, std::size_t last) const;
  bool is_over() const { return given_up_ || problem_.has_value(); }

  VideoFile file_;
  std::optional<vec3> matte_;  ///< colour behind transparent pixels; unset: keep alpha

  std::mutex mutex_;  ///< guards the members below
  std::condition_variable changed_;
  std::map<std::size_t, Image> waiting_;
  std::size_t next_ = 0;
  bool is_writing_ = false, given_up_ = false;
  std::optional<Diagnostic> problem_;
};

}  // namespace mmd
