#pragma once

#include <functional>
#include <memory>

#include "base/byte_io.h"
#include "base/result.h"
#include "options/video_choice.h"

namespace mmd {

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

}  // namespace mmd
