#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// Another program that reads its standard input from this one. It ends with this object, and on Windows also
/// with this process. One source file per system.
class ChildProcess {
 public:
  /// Starts a program, a path or a name found in PATH; Ctrl+C of the terminal does not reach it. Its standard
  /// output is discarded. Errors: `missing` if there is no such program; it does not start.
  static Result<ChildProcess> start(const std::string& program, const std::vector<std::string>& arguments,
                                    const Diagnostic& missing);
  ChildProcess(ChildProcess&&) noexcept;
  ChildProcess& operator=(ChildProcess&&) noexcept;
  ~ChildProcess();

  /// Writes all bytes, waiting for the program to read. False: it no longer reads.
  bool write(ByteSpan bytes);
  /// Closes the program's input.
  void close_input();
  /// Asks the program to end (SIGTERM); on Windows the same as kill().
  void ask_to_end();
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
  std::string last_errors() const;

 private:
  struct Impl;
  explicit ChildProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// How to get ffmpeg on this system.
extern const char* const no_ffmpeg_hint;

}  // namespace mmd
