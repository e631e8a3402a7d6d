#pragma once

#include <chrono>
#include <string>

#include "options/options.h"

namespace mmd {

/// How far things are, on one line of standard error that is written over again and wiped at the end. Silent
/// where standard error is no terminal, or with `-q`.
class ProgressLine {
 public:
  explicit ProgressLine(const Options& options);
  ~ProgressLine() { wipe(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `share` of the whole, 0 to 1, and what is done now. Shows it unless it did a moment ago.
  void show(double share, const std::string& what);
  /// What is done for a while, without a share; at once, if a share was shown before.
  void say(const std::string& what);
  /// To be called before anything else is written to standard error.
  void wipe();

 private:
  void write(const std::string& text);

  using Clock = std::chrono::steady_clock;

  bool shown_to_someone_;
  Clock::time_point start_, last_;
  std::size_t width_ = 0;  ///< columns of what stands there
};

/// "mmdview: drawing: 14 %, about 3 min left": the line after `seconds` of work.
std::string progress_text(double share, double seconds, const std::string& what);

/// Whether someone sees what is written to standard error as it comes.
bool errors_go_to_a_terminal();

/// Where the program was started without standard input, output or error, something that is neither read nor
/// written stands in their place from now on: what is opened next would otherwise be it, a picture that is
/// being written get the messages, say. Streams carry bytes as they are written. To be called first.
void fill_missing_streams();

/// Has the terminal show UTF-8 and obey escape sequences, as POSIX terminals do, until the program ends or
/// leave_terminal(): that is for ways to end that run no destructors.
void enter_terminal();
void leave_terminal();

}  // namespace mmd
