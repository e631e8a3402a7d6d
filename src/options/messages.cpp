#include "options/messages.h"

#include <cstdio>
#include <string_view>

#include "base/text.h"
#include "options/advice.h"
#include "options/text_table.h"
#include "render/context.h"

namespace mmd {
namespace {

void write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string line_of(const std::string& text) {
  return escaped_utf8(text) + '\n';
}

}  // namespace

std::string printed(const Diagnostic& said) {
  const Diagnostic diagnostic = in_words(said);
  constexpr std::string_view words[] = {"note", "warning", "error"};
  const std::string_view word = words[static_cast<std::size_t>(diagnostic.severity)];
  std::string out = line_of("mmdview: " + std::string(word) + ": " + describe(diagnostic));
  if (!diagnostic.hint.empty()) out += line_of("  hint: " + on_one_line(diagnostic.hint));
  return out;
}

void print(const Diagnostic& diagnostic, const Options& options) {
  if (diagnostic.severity == Severity::warning && options.verbosity < 0) return;
  if (diagnostic.severity == Severity::note && options.verbosity < 1) return;
  write(printed(diagnostic));
}

void print_answer(const Diagnostic& note, const Options& options) {
  if (options.verbosity >= 0) write(printed(note));
}

void print(const Diagnostics& diagnostics, const Options& options) {
  for (const Diagnostic& d : diagnostics) print(d, options);
}

Diagnostic unwritten_output() {
  return make_error("standard output: cannot be written", "is the disk full?");
}

int print_result(const std::string& text, const Options& options) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return exit_done;
  print(unwritten_output(), options);
  return exit_bad_input;
}

int status_without_context() {
  return has_room_for_driver() ? exit_no_context : exit_bad_input;
}

void print_line(const std::string& line) {
  write(line_of(line));
}

void print_verbose(const std::string& text, const Options& options) {
  if (options.verbosity >= 1) write(line_of("mmdview: " + text));
}

}  // namespace mmd
