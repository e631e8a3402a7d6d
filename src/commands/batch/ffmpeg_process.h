#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// An ffmpeg process that reads its standard input from this one. It ends with this object, and on Windows
/// also with this process. One source file per system.
class FfmpegProcess {
 public:
  /// Starts ffmpeg, found in PATH; Ctrl+C of the terminal does not reach it. Errors: ffmpeg is missing or
  /// does not start.
  static Result<FfmpegProcess> start(const std::vector<std::string>& arguments);
  FfmpegProcess(FfmpegProcess&&) noexcept;
  FfmpegProcess& operator=(FfmpegProcess&&) noexcept;
  ~FfmpegProcess();

  /// Writes all bytes, waiting for ffmpeg to read. False: ffmpeg no longer reads.
  bool write(ByteSpan bytes);
  /// Closes ffmpeg's input.
  void close_input();
  /// Kills the process; allowed while another thread writes or waits.
  void kill();

  bool has_ended() const;
  /// The end of a process.
  struct End {
    std::optional<int> status;  ///< exit status; unset: it was killed
    int signal = 0;             ///< the signal that killed it; 0: none
  };
  /// Waits until the process has ended. For one thread at a time.
  End wait();
  /// The last bytes of its standard error, at most 2000.
  std::string last_complaints() const;

 private:
  struct Impl;
  explicit FfmpegProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The hint for a missing ffmpeg on this system.
Diagnostic no_ffmpeg();
extern const char* const no_ffmpeg_hint;

}  // namespace mmd
