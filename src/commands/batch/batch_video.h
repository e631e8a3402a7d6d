#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/byte_io.h"
#include "base/result.h"
#include "commands/batch/plan.h"
#include "options/batch_choice.h"
#include "options/options.h"

namespace mmd {

/// Why the options do not go with --video, or --audio and --frame-rate not without; nullopt: they do.
std::optional<Diagnostic> video_slip(const Options& options);

/// The video of a batch: all its pictures in their order.
VideoChoice video_choice(const Options& options, const Plan& plan);

/// A video that an ffmpeg process makes of pictures. What is there of its name stays until it is whole.
class VideoFile {
 public:
  /// Error: there is no ffmpeg, the folder cannot be written to.
  static Result<VideoFile> start(const VideoChoice& choice);
  VideoFile(VideoFile&&) noexcept;
  VideoFile& operator=(VideoFile&&) noexcept;
  ~VideoFile();

  /// The next picture: RGBA, as many bytes as the choice says. Waits while ffmpeg is busy. Error: ffmpeg has
  /// ended, and why.
  Result<void> add(ByteSpan rgba);
  /// Behind the last picture: waits until the video is whole and gives it its name. Error: ffmpeg failed, or
  /// it was ended because `may_go_on`, which is asked again and again, had become false.
  Result<void> finish(const std::function<bool()>& may_go_on);
  /// Ends ffmpeg and leaves nothing. While another thread is in `add`, too, which fails then; nothing but the
  /// destructor may follow.
  void give_up();

 private:
  struct Impl;
  explicit VideoFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Puts pictures that come in any order into a video in theirs. From any thread.
class VideoFrames {
 public:
  VideoFrames(VideoFile file, const Options& options);

  /// Whether `wait_for` would not wait.
  bool has_room_for(std::size_t first, std::size_t last);
  /// Waits until pictures `first` to `last` are all among the next few, so that few have to be kept, or,
  /// where they are more than that, until those before them are in the video: then each of them can be waited
  /// for without one that stands behind it having to pass. False: the video has failed, or `give_up` was
  /// called.
  bool wait_for(std::size_t first, std::size_t last);
  /// False: the video has failed; `finish` says why.
  bool add(std::size_t index, Image image);
  /// After the last. Error: ffmpeg failed, or `may_go_on` had become false.
  Result<void> finish(const std::function<bool()>& may_go_on);
  /// Ends ffmpeg and leaves nothing.
  void give_up();

 private:
  bool is_near(std::size_t first, std::size_t last) const;
  bool is_over() const { return given_up_ || problem_.has_value(); }

  VideoFile file_;
  std::optional<vec3> matte_;  ///< what pictures are laid over; unset: they keep their alpha

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::map<std::size_t, Image> waiting_;
  std::size_t next_ = 0;
  bool is_writing_ = false, given_up_ = false;
  std::optional<Diagnostic> problem_;
};

}  // namespace mmd
