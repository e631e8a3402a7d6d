#pragma once

#include <string>

#include "base/diagnostic.h"
#include "options/options.h"

namespace mmd {

/// Exit statuses of the program (docs/user/options.md).
enum ExitStatus : int {
  exit_done = 0,
  exit_bad_input = 1,
  exit_wrong_usage = 2,
  exit_some_failed = 3,
  exit_no_context = 4,
  exit_interrupted = 130,
};

/// Writes "mmdview: error: FILE: offset 0x1a: what" and "  hint: …" to standard error. Warnings are left out
/// with
/// `-q`, notes unless `-v`.
void print(const Diagnostic& diagnostic, const Options& options);
/// What is written of it, whatever the options.
std::string printed(const Diagnostic& diagnostic);
void print(const Diagnostics& diagnostics, const Options& options);
/// A note that answers what was asked for: left out with `-q` only.
void print_answer(const Diagnostic& note, const Options& options);
/// What is said where results cannot be written.
Diagnostic unwritten_output();
/// Writes a result to standard output. The exit status: done, or bad input with a message if it cannot be
/// written (disk full).
int print_result(const std::string& text, const Options& options);
/// The exit status where there is no OpenGL context: it says whether a driver is missing, or only memory.
int status_without_context();
/// A line on standard error.
void print_line(const std::string& line);
/// "mmdview: TEXT" on standard error, with `-v` only.
void print_verbose(const std::string& text, const Options& options);

}  // namespace mmd
