#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "annotations/label_choice.h"
#include "export/gltf_write.h"
#include "options/command_line.h"
#include "options/version.h"

namespace mmd {
namespace {

constexpr CommandRow commands[] = {
    {Command::view, "view", "[view] [MODEL] [POSE|MOTION|FOLDER …]",
     "open a window (the default without -o)"},
    {Command::shot, "shot", "shot MODEL [POSE|MOTION …] -o OUT.png", "make a picture; needs no display"},
    {Command::bones, "bones", "bones MODEL [POSE|MOTION …]", "print the evaluated bones"},
    {Command::info, "info", "info FILE", "print what a model, pose or motion holds"},
    {Command::export_, "export", "export MODEL [POSE|MOTION …] -o OUT.vpd",
     "write the pose, a baked motion, or the model: .glb, .vrm, .obj"},
    {Command::check, "check", "check FILE…", "say what is wrong with models, poses and motions"},
    {Command::pose, "pose", "pose TOOL POSE… -o OUT.vpd", "mirror, blend, diff, merge or reset poses"},
    {Command::batch, "batch", "batch MODEL… --poses DIR… -o DIR",
     "make pictures of many poses on many models"},
    {Command::serve, "serve", "serve [MODEL…]", "answer requests for pictures and bones, in lines of JSON"},
    {Command::thumbnail, "thumbnail", "thumbnail FILE OUT.png",
     "make a file manager's picture of a model or pose"},
};

constexpr std::string_view help_usage = "help [COMMAND]";

std::string option_lines(Command command) {
  std::string out;
  std::string_view group;
  for (const OptionRow& row : option_table()) {
    if (!row.is_for(command)) continue;
    if (row.group != group) {
      group = row.group;
      out += fmt::format("\n{}:\n", group);
    }
    std::string left = row.short_name.empty() ? "    " : fmt::format("{}, ", row.short_name);
    left += row.name;
    if (!row.value.empty()) left += fmt::format(" {}", row.value);
    if (left.size() <= 25) {
      out += fmt::format("  {:<26}{}\n", left, row.help);
    } else {
      out += fmt::format("  {}\n  {:<26}{}\n", left, "", row.help);
    }
  }
  out += fmt::format("  {:<26}{}\n  {:<26}{}\n", "-h, --help", "this text", "    --version", "the version");
  return out;
}

constexpr std::string_view files_text =
    "Files are recognised by content, in any order: a model (.pmx, .pmd, or an archive with one),\n"
    "poses (.vpd), each laid over the one before, and motions (.vmd), laid over the poses.\n"
    "ARCHIVE.zip/PATH names one file in an archive. - is standard input; -- ends options.\n";

constexpr std::string_view pose_text =
    "Tools:\n"
    "  mirror POSE   left and right swapped\n"
    "  blend POSE…   the mean of poses, by --weights; a bone that one does not mention is at rest there\n"
    "  diff A B      what has to be laid over B to get A\n"
    "  merge POSE…   each laid over the one before; with --bones these bones only\n"
    "  reset POSE    the bones of --bones at rest\n"
    "Poses (.vpd) are written as MikuMikuDance writes them. - is standard input; -- ends options.\n";

constexpr std::string_view batch_text =
    "A picture of each pose on each model, as `mmdview shot MODEL POSE` makes it. A model is loaded once; "
    "poses\n"
    "and motions may also stand among the models. Without any the models are shown at rest. What fails is "
    "told\n"
    "and the rest goes on; the exit status is 3 then.\n"
    "A folder stands for all poses below it (or among the models, if it has none, its motions), an archive\n"
    "for those in it, a pattern (\"poses/**/*.vpd\", in quotes)\n"
    "for what fits it, @LIST for the files, folders and archives that a file lists, @- those of standard "
    "input.\n"
    "Names are made of {model}, {model_folder}, {pose}, {folder}, {view}, {frame} and {index}; {frame:05} "
    "has\n"
    "five digits. Folders are made. No two pictures may have one name.\n";

constexpr std::string_view serve_text =
    "Reads requests from standard input and writes answers to standard output, a line of JSON each, until "
    "the\n"
    "input ends. Models stay loaded; those that are named here are so before the first request.\n"
    "What a request holds: docs/user/serve.md.\n";

/// What stands between usage and options.
std::string_view notes_on(Command command) {
  if (command == Command::batch) return batch_text;
  if (command == Command::serve) return serve_text;
  return command == Command::pose ? pose_text : files_text;
}

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
    if (!row.is_for(c.command)) continue;
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

std::span<const CommandRow> command_table() {
  return commands;
}

std::string_view files_help() {
  return files_text;
}

std::string_view command_name(Command command) {
  for (const CommandRow& row : commands) {
    if (row.command == command) return row.name;
  }
  return {};
}

std::string built_without() {
  std::vector<std::string_view> parts;
  if (!has_physics_engine()) parts.push_back("physics");
  if (!writes_gltf()) parts.push_back("glTF");
  if (!has_depth_exr()) parts.push_back("EXR");
  return parts.empty() ? std::string() : fmt::format("Built without: {}\n", fmt::join(parts, ", "));
}

std::string help_text(std::optional<Command> command) {
  if (!command) {
    std::string out = "mmdview: see, check and photograph MikuMikuDance models with poses\n\nUsage:\n";
    for (const CommandRow& row : commands) out += fmt::format("  mmdview {:<42}{}\n", row.usage, row.help);
    out += fmt::format("  mmdview {:<42}{}\n", help_usage, "this text, or how a command is used");
    out += fmt::format("\n{}", files_text);
    out += "\nOptions are listed by command: `mmdview help view`, `mmdview help shot` and so on.\n";
    const auto line = [&](std::string_view option, std::string_view what) {
      out += fmt::format("  {:<26}{}\n", option, what);
    };
    line("-h, --help", "this text");
    line("    --version", "the version");
    line("    --completion SHELL", "the completion for bash, fish or zsh");
    line("    --man", "the manual page, for man");
    if (const std::string without = built_without(); !without.empty()) out += "\n" + without;
    return out;
  }
  const CommandRow* row = &commands[0];
  for (const CommandRow& r : commands) {
    if (r.command == *command) row = &r;
  }
  return fmt::format("mmdview {}: {}\n\nUsage: mmdview {} [OPTIONS]\n\n{}{}", row->name, row->help,
                     row->usage, notes_on(row->command), option_lines(*command));
}

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
