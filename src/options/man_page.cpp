#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "options/help.h"
#include "options/version.h"

namespace mmd {
namespace {

/// Escapes text for troff, so that minus signs can be copied and no line is a control line.
std::string escaped(std::string_view text) {
  std::string out;
  bool at_line_start = true;
  for (const char c : text) {
    if (at_line_start && (c == '.' || c == '\'')) out += "\\&";
    at_line_start = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string item(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", term, escaped(text));
}

std::string option_item(const OptionRow& row) {
  std::string term;
  if (!row.short_name.empty()) term = fmt::format("\\fB{}\\fR, ", escaped(row.short_name));
  term += fmt::format("\\fB{}\\fR", escaped(row.name));
  if (!row.value.empty()) term += fmt::format(" \\fI{}\\fR", escaped(row.value));
  std::string text(row.help);
  if (row.repeats) text += "; repeatable";
  if (!row.default_value.empty()) text += fmt::format("; default: {}", row.default_value);
  return item(term, fmt::format("{} [{}]", text, fmt::join(takers_of(row), ", ")));
}

std::string option_items() {
  std::string out;
  for (const std::string_view group : option_groups()) {
    out += fmt::format(".SS {}\n", group);
    for (const OptionRow& row : option_table())
      if (row.group == group) out += option_item(row);
  }
  out += item("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "usage and common options [all]");
  out += item("\\fB\\-\\-help\\-all\\fR", "all options [all]");
  out += item("\\fB\\-\\-version\\fR", "the version [all]");
  out += item("\\fB\\-\\-completion\\fR \\fIbash|fish|zsh\\fR",
              "the completion for a shell [without a command]");
  return out + item("\\fB\\-\\-man\\fR", "this page [without a command]");
}

std::string command_items() {
  std::string out;
  for (const CommandRow& c : command_table())
    out += item(fmt::format("\\fBmmdview\\fR {}", escaped(c.usage)), c.help);
  return out + item("\\fBmmdview\\fR help [COMMAND|all]", "show the help");
}

constexpr std::pair<std::string_view, std::string_view> statuses[] = {
    {"0", "done, with or without warnings"},
    {"1", "an input could not be used or the output could not be written; check: an error was found"},
    {"2", "wrong usage"},
    {"3", "some pictures of a batch failed"},
    {"4", "no window or no OpenGL context was available"},
    {"130", "interrupted (Ctrl-C); no unfinished file is left"}};

constexpr std::string_view man_examples[] = {"mmdview model.pmx pose.vpd",
                                             "mmdview shot model.pmx pose.vpd -o out.png --size 1920x1080",
                                             "mmdview shot model.pmx pose.vpd --compare append -o both.png"};

}  // namespace

std::string man_page() {
  std::string out = fmt::format(".TH MMDVIEW 1 \"\" \"mmdview {}\" \"User Commands\"\n", version_text);
  out += ".SH NAME\nmmdview \\- view, check and render MikuMikuDance models in their poses and motions\n";
  out += ".SH SYNOPSIS\n.B mmdview\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR] [\\fIFILE\\fR ...]\n";
  out += fmt::format(".SH DESCRIPTION\n{}", escaped(files_help()));
  out += fmt::format(".SH COMMANDS\n{}", command_items());
  out += fmt::format(".SH OPTIONS\nIn brackets: the commands that take the option.\n{}", option_items());
  out += ".SH EXIT STATUS\n";
  for (const auto& status : statuses) out += item(fmt::format("\\fB{}\\fR", status.first), status.second);
  out += ".SH EXAMPLES\n.nf\n";
  for (const std::string_view example : man_examples) out += escaped(example) + "\n";
  return out + ".fi\n";
}

}  // namespace mmd
