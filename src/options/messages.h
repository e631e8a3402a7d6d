#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "options/options.h"
#include "scene/scene.h"
#include "scene/scene_physics.h"

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

/// Writes "mmdview: error: FILE: offset 0x1a: what" and "  hint: …" to standard error; warnings unless `-q`
/// is given, notes only with `-v`.
void print(const Diagnostic& diagnostic, const Options& options);
/// Prints an error that ends the command, and returns that exit status.
int stop_with(const Diagnostic& error, const Options& options, int status = exit_bad_input);
/// The printed text, independent of the options.
std::string printed(const Diagnostic& diagnostic);
/// Prints each. Without `-v`, prints at most five warnings about one file and the number of the others.
void print(const Diagnostics& diagnostics, const Options& options);
/// Prints a note that the user asked for, unless `-q` is given.
void print_answer(const Diagnostic& note, const Options& options);
/// The error for results that cannot be written.
Diagnostic unwritten_output();
/// Writes a result to standard output. Returns the exit status: done, or bad input with a message if writing
/// fails (disk full).
int print_result(const std::string& text, const Options& options);
/// The exit status without an OpenGL context; it differs for a missing driver and for too little memory.
int status_without_context();
/// Prints a line to standard error.
void print_line(const std::string& line);
/// Prints "mmdview: TEXT" to standard error if `-v` is given.
void print_verbose(const std::string& text, const Options& options);

/// A copy whose hint expresses the advice with commands, options and names that can be pasted into a shell.
Diagnostic in_words(Diagnostic diagnostic);

/// The text in single quotes for a shell.
std::string in_quotes(std::string_view text);
/// A path as one word for a shell, quoted if necessary.
std::string shell_word(std::string_view path);

/// Lists the bodies that still move after settling, for `-v`; may be empty.
std::string restless_text(const ScenePhysics& physics);

/// The warning that `--shading weights` needs a bone; nullopt if it has one, or for other modes.
std::optional<Diagnostic> weights_warning(const RenderSettings& look, const std::string& highlight);

/// Columns of a terminal that the UTF-8 text takes (full-width characters take two).
std::size_t display_width(std::string_view text);
/// Rows with columns aligned by display width; numbers (text that starts with a digit, a sign or a dot) to
/// the right. Cells are shown as on_one_line().
std::string aligned(std::vector<std::vector<std::string>> rows);
/// The text as escaped_utf8() shows it, with spaces for line breaks and tabs.
std::string on_one_line(std::string text);
/// `digits` after the point, never "-0.000".
std::string fixed(double value, int digits);
/// `text` as a JSON string with its quotes.
std::string json_string(std::string_view text);
/// `text` as a CSV field (RFC 4180), escaped like escaped_utf8(). It is quoted if it contains a comma or a
/// quote, or if it begins with = + - @, which spreadsheets read as a formula, and is not a number.
std::string csv_field(std::string_view text);

}  // namespace mmd
