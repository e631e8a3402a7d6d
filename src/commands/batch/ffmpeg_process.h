#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// An ffmpeg process that reads from this one. Nothing of it outlives this object, nor this process where the
/// system can see to that (Windows). Each system has its own file.
class FfmpegProcess {
 public:
  /// Looks for ffmpeg as shells do. It does not hear a terminal's Ctrl-C, which is for this process. Errors:
  /// ffmpeg is not there or does not start.
  static Result<FfmpegProcess> start(const std::vector<std::string>& arguments);
  FfmpegProcess(FfmpegProcess&&) noexcept;
  FfmpegProcess& operator=(FfmpegProcess&&) noexcept;
  ~FfmpegProcess();

  /// Waits while ffmpeg is busy. False: it reads no longer.
  bool write(ByteSpan bytes);
  /// Says that nothing more comes.
  void close_input();
  /// Ends it; also while another thread writes or waits.
  void kill();

  bool has_ended() const;
  /// How a process ended.
  struct End {
    std::optional<int> status;  ///< unset: it was ended from outside
    int signal = 0;             ///< by which signal; 0 where there are none
  };
  /// Waits until it has ended. From one thread at a time.
  End wait();
  /// The end of what it wrote to standard error, at most 2000 bytes.
  std::string last_complaints() const;

 private:
  struct Impl;
  explicit FfmpegProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The error of a program that is not there, and how this system's users get it.
Diagnostic no_ffmpeg();
extern const char* const no_ffmpeg_hint;

}  // namespace mmd
