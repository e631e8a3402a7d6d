#pragma once

#include <chrono>
#include <string>

#include "options/options.h"

namespace mmd {

/// Shows progress on one line of standard error, which it overwrites and clears at the end. Silent if
/// standard error is not a terminal, or with `-q`.
class ProgressLine {
 public:
  explicit ProgressLine(const Options& options);
  ~ProgressLine() { wipe(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows the finished share, 0 to 1, and the current work, unless the last output is too recent.
  void show(double share, const std::string& what);
  /// Shows work without a share; at once if a share was shown before.
  void say(const std::string& what);
  /// Clears the line. Call before writing anything else to standard error.
  void wipe();

 private:
  void write(const std::string& text);

  using Clock = std::chrono::steady_clock;

  bool shown_to_someone_;
  Clock::time_point start_, last_;
  std::size_t width_ = 0;  ///< columns of the shown text
};

/// The line after `seconds` of work: "mmdview: drawing: 14 %, about 3 min left".
std::string progress_text(double share, double seconds, const std::string& what);

/// Whether standard error is a terminal.
bool errors_go_to_a_terminal();

/// Opens substitutes, which reject reading and writing, for missing standard streams. Otherwise the next
/// opened file would take their place, and messages would go into a picture, for example. Also switches the
/// streams to binary. Call first.
void fill_missing_streams();

/// Makes the terminal show UTF-8 and obey escape sequences, as POSIX terminals do, until the program ends.
/// Call leave_terminal() on exits that run no destructors.
void enter_terminal();
void leave_terminal();

/// Closes the console if Windows opened it for this process alone, after a double click. A terminal's console
/// stays. Does nothing on other systems.
void close_own_console();

/// Shows a message in a dialog if the process has no console, so that nobody reads standard error.
void show_without_console(const std::string& text);

}  // namespace mmd
