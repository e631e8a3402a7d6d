#include <fmt/format.h>

#include "options/command_line.h"
#include "options/manual.h"
#include "options/version.h"

namespace mmd {
namespace {

/// Text as troff reads it: a minus sign that can be copied, no control lines.
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

std::string commands_of(const OptionRow& row) {
  std::string out;
  for (const CommandRow& c : command_table()) {
    if ((row.commands >> static_cast<unsigned>(c.command) & 1u) == 0) continue;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", c.name);
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
  return item(term, fmt::format("{} [{}]", row.help, commands_of(row)));
}

std::string options() {
  std::string out, group;
  for (const OptionRow& row : option_table()) {
    if (row.group != group) {
      group = row.group;
      out += fmt::format(".SS {}\n", group);
    }
    out += option_item(row);
  }
  out += item("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "the help of the program or of a command");
  out += item("\\fB\\-\\-version\\fR", "the version");
  out += item("\\fB\\-\\-completion\\fR \\fIbash|fish|zsh\\fR",
              "the completion for a shell [without a command]");
  return out + item("\\fB\\-\\-man\\fR", "this page [without a command]");
}

std::string command_items() {
  std::string out;
  for (const CommandRow& c : command_table())
    out += item(fmt::format("\\fBmmdview\\fR {}", escaped(c.usage)), c.help);
  return out + item("\\fBmmdview\\fR help [COMMAND]", "the help of the program or of a command");
}

constexpr std::pair<std::string_view, std::string_view> statuses[] = {
    {"0", "done, warnings or not"},
    {"1", "an input could not be used, or the output could not be written; from check: an error was found"},
    {"2", "wrong usage"},
    {"3", "some pictures of a batch could not be made"},
    {"4", "no window or no OpenGL context could be had"},
    {"130", "interrupted (Ctrl-C); no unfinished file stays"}};

constexpr std::string_view examples[] = {"mmdview model.pmx pose.vpd",
                                         "mmdview shot model.pmx pose.vpd -o out.png --size 1920x1080",
                                         "mmdview shot model.pmx pose.vpd --compare append -o both.png"};

}  // namespace

std::string man_page() {
  std::string out = fmt::format(".TH MMDVIEW 1 \"\" \"mmdview {}\" \"User Commands\"\n", version_text);
  out += ".SH NAME\nmmdview \\- see, check and photograph MikuMikuDance models with poses\n.SH SYNOPSIS\n";
  out += ".B mmdview\n[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR] [\\fIFILE\\fR ...]\n";
  out += fmt::format(".SH DESCRIPTION\n{}", escaped(files_help()));
  out += fmt::format(".SH COMMANDS\n{}", command_items());
  out += fmt::format(".SH OPTIONS\nIn brackets: the commands that know the option.\n{}", options());
  out += ".SH EXIT STATUS\n";
  for (const auto& status : statuses) out += item(fmt::format("\\fB{}\\fR", status.first), status.second);
  out += ".SH EXAMPLES\n.nf\n";
  for (const std::string_view example : examples) out += escaped(example) + "\n";
  return out + ".fi\n";
}

}  // namespace mmd
