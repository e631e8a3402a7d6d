#include "options/help.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "annotations/label_choice.h"
#include "export/gltf_write.h"
#include "options/command_line.h"
#include "options/messages.h"
#include "options/pose_tools.h"
#include "options/version.h"

namespace mmd {
namespace {

constexpr CommandRow commands[] = {
    {Command::view, "view", "[view] [MODEL] [POSE|MOTION|FOLDER …]", "open a window (the default without -o)",
     true},
    {Command::shot, "shot", "shot MODEL [POSE|MOTION …] -o OUT.png", "render a picture; needs no display",
     true},
    {Command::bones, "bones", "bones MODEL [POSE|MOTION …]", "print the posed bones", false},
    {Command::info, "info", "info FILE", "show what a model, pose or motion contains", true},
    {Command::export_, "export", "export MODEL [POSE|MOTION …] -o OUT.vpd",
     "write .vpd, .vmd, .glb, .vrm, .vrma or .obj", true},
    {Command::check, "check", "check FILE…", "list the problems of models, poses and motions", true},
    {Command::fix, "fix", "fix MODEL -o OUT.pmx", "write a repaired model", false},
    {Command::pose, "pose", "pose TOOL FILE… -o OUT", "mirror, blend, cut, merge … poses and motions", false},
    {Command::batch, "batch", "batch MODEL… --poses DIR… -o DIR", "render many poses on many models", true},
    {Command::serve, "serve", "serve [MODEL…]", "answer JSON requests for pictures and bones", false},
    {Command::thumbnail, "thumbnail", "thumbnail FILE OUT.png", "make a thumbnail for file managers", false},
};

/// Groups in the order of the help, the most used ones first.
constexpr std::string_view group_order[] = {"Output",  "Picture", "Look",   "Effects",    "Evaluation",
                                            "Physics", "Baking",  "Export", "Repairs",    "Poses",
                                            "Batch",   "Files",   "Window", "Thumbnails", "General"};

constexpr std::string_view files_text =
    "Files may come in any order: a model (.pmx, .pmd or an archive with one), poses (.vpd) and motions\n"
    "(.vmd). A later pose overrides the bones that it lists, and a motion overrides poses.\n"
    "ARCHIVE.zip/PATH is one file in an archive. - is standard input; -- ends the options.\n";

constexpr std::string_view one_file_text =
    "A file is a model (.pmx, .pmd or an archive with one), a pose (.vpd) or a motion (.vmd).\n"
    "ARCHIVE.zip/PATH is one file in an archive. - is standard input; -- ends the options.\n";

constexpr std::string_view fix_text =
    "MODEL is a .pmx, a .pmd, or an archive with one. Each repair is printed with the rule of `mmdview "
    "check`.\n"
    "The model differs from the original only in what is printed; the original is never overwritten.\n";

constexpr std::string_view thumbnail_text =
    "FILE is a model, an archive, a pose or a motion: a path or a file:// URI of this machine.\n";

/// The tools of `pose`, one a line.
std::string pose_text() {
  std::size_t width = 0;
  const auto usage = [](const PoseToolRow& row) { return fmt::format("{} {}", row.name, row.files); };
  for (const PoseToolRow& row : pose_tools()) width = std::max(width, display_width(usage(row)));
  std::string out = "Tools:\n";
  for (const PoseToolRow& row : pose_tools())
    out += fmt::format("  {}{}  {}\n", usage(row), std::string(width - display_width(usage(row)), ' '),
                       row.help);
  return out +
         "Poses (.vpd) and motions (.vmd) are written in MikuMikuDance's format.\n"
         "- is standard input; -- ends the options.\n";
}

constexpr std::string_view batch_text =
    "Renders each pose on each model, as `mmdview shot MODEL POSE` does. Poses and motions may also stand\n"
    "among the models; without any, the models are at rest. When a picture fails, the others are still\n"
    "rendered, and the exit status is 3.\n"
    "--poses and --motions take a file, a folder (with its subfolders), an archive, a quoted pattern\n"
    "(\"poses/**/*.vpd\") or @LIST, a file with one such name per line (@-: standard input).\n"
    "--name takes {model}, {model_folder}, {pose}, {folder}, {view}, {frame} and {index}; {frame:05} has\n"
    "five digits. Missing folders are created. Two pictures must not get the same name.\n";

constexpr std::string_view serve_text =
    "Reads requests from standard input and writes answers to standard output, one line of JSON each,\n"
    "until the input ends. Models stay loaded; the models named here are loaded before the first request.\n"
    "A request: {\"id\": 1, \"model\": FILE, \"files\": [FILE…], \"options\": {\"view\": \"face\"}}.\n"
    "The page \"Server for programs\" of the user guide describes all members.\n";

constexpr std::string_view program_examples =
    "  mmdview model.pmx pose.vpd                                  open a model in a pose\n"
    "  mmdview shot model.pmx pose.vpd -o out.png                  render a picture\n"
    "  mmdview shot model.pmx dance.vmd --frame 120 -o out.png     render a frame of a motion\n"
    "  mmdview check model.pmx                                     list the model's problems\n"
    "  mmdview batch model.pmx --poses poses -o pictures           render every pose in a folder\n";

/// The text between usage and options.
std::string notes_on(Command command) {
  if (command == Command::batch) return std::string(batch_text);
  if (command == Command::serve) return std::string(serve_text);
  if (command == Command::thumbnail) return std::string(thumbnail_text);
  if (command == Command::info || command == Command::check) return std::string(one_file_text);
  if (command == Command::fix) return std::string(fix_text);
  return command == Command::pose ? pose_text() : std::string(files_text);
}

/// One line of the help: "-o, --output FILE" and its help text.
struct HelpLine {
  std::string option, text;
};

std::string spelled(std::string_view short_name, std::string_view name, std::string_view value) {
  std::string out = short_name.empty() ? "    " : fmt::format("{}, ", short_name);
  out += name;
  return value.empty() ? out : fmt::format("{} {}", out, value);
}

/// The default in the help of one command: of "A; window: B", `view` has B and the others A.
std::string_view default_for(const OptionRow& row, std::optional<Command> command) {
  constexpr std::string_view of_window = "; window: ";
  const std::size_t at = row.default_value.find(of_window);
  if (!command || at == std::string_view::npos) return row.default_value;
  return *command == Command::view ? row.default_value.substr(at + of_window.size())
                                   : row.default_value.substr(0, at);
}

HelpLine help_line(const OptionRow& row, std::optional<Command> command = std::nullopt) {
  std::string text(row.help);
  if (row.repeats) text += " (repeatable)";
  if (!row.default_value.empty()) text += fmt::format(" [{}]", default_for(row, command));
  return {spelled(row.short_name, row.name, row.value), std::move(text)};
}

const HelpLine own_lines[] = {{"-h, --help", "usage and common options"},
                              {"    --help-all", "all options"},
                              {"    --version", "the version"}};

/// A heading and the lines below it.
using Section = std::pair<std::string, std::vector<HelpLine>>;

/// Headings with lines below; all texts begin in one column.
std::string in_columns(const std::vector<Section>& sections) {
  std::size_t width = 0;
  for (const auto& [heading, lines] : sections)
    for (const HelpLine& line : lines) width = std::max(width, display_width(line.option));
  std::string out;
  for (const auto& [heading, lines] : sections) {
    out += fmt::format("\n{}:\n", heading);
    for (const HelpLine& line : lines)
      out += fmt::format("  {}{}  {}\n", line.option, std::string(width - display_width(line.option), ' '),
                         line.text);
  }
  return out;
}

/// Lists the options of a command that `wanted` accepts under the headings of their groups.
template <class Wanted>
std::vector<Section> sections_of(Command command, Wanted wanted) {
  std::vector<Section> out;
  for (const std::string_view group : group_order) {
    std::vector<HelpLine> lines;
    for (const OptionRow& row : option_table())
      if (row.group == group && wanted(row)) lines.push_back(help_line(row, command));
    if (!lines.empty()) out.emplace_back(group, std::move(lines));
  }
  return out;
}

std::string in_parentheses(const std::vector<std::string_view>& takers) {
  return fmt::format(" ({})", fmt::join(takers, ", "));
}

/// A group in the help of the whole program. The heading names the commands that take most of its options, if
/// these are one or two commands. An option names its commands if they differ from the heading's; without
/// such a heading, only if they are one or two.
Section section_with_commands(std::string_view group) {
  constexpr std::size_t few = 2;
  std::map<std::vector<std::string_view>, std::size_t> counts;
  std::size_t all = 0;
  for (const OptionRow& row : option_table())
    if (row.group == group) ++all, ++counts[takers_of(row)];
  Section out{std::string(group), {}};
  std::vector<std::string_view> usual;
  for (const auto& [takers, count] : counts)
    if (takers.size() <= few && 2 * count > all) usual = takers;
  if (!usual.empty()) out.first += in_parentheses(usual);
  for (const OptionRow& row : option_table()) {
    if (row.group != group) continue;
    HelpLine line = help_line(row);
    const auto takers = takers_of(row);
    if (takers != usual && (takers.size() <= few || !usual.empty())) line.text += in_parentheses(takers);
    out.second.push_back(std::move(line));
  }
  return out;
}

std::string all_options(Command command) {
  auto sections = sections_of(command, [&](const OptionRow& row) { return row.is_for(command); });
  for (const HelpLine& line : own_lines) sections.back().second.push_back(line);
  return in_columns(sections);
}

std::string common_options(const CommandRow& command) {
  std::size_t left_out = 0;
  Section all{"Options", {}};
  for (const Section& section :
       sections_of(command.command, [&](const OptionRow& row) { return row.is_common_for(command.command); }))
    all.second.insert(all.second.end(), section.second.begin(), section.second.end());
  for (const OptionRow& row : option_table())
    if (row.is_for(command.command) && !row.is_common_for(command.command)) ++left_out;
  std::string out = in_columns({all});
  if (left_out > 0) out += fmt::format("\nmore: mmdview {} --help-all\n", command.name);
  return out;
}

constexpr std::string_view program_text = "mmdview: view, check and render MikuMikuDance models";

std::string usage_lines(bool all) {
  std::string out;
  for (const CommandRow& row : commands)
    if (all || row.is_common) out += fmt::format("  mmdview {:<42}{}\n", row.usage, row.help);
  return out;
}

/// An empty line and "Built without: …"; empty if the build has all parts.
std::string missing_parts() {
  const std::string without = built_without();
  return without.empty() ? without : "\n" + without;
}

std::string short_program_help() {
  return fmt::format(
      "{} in their poses and motions\n\nUsage:\n{}\nExamples:\n{}\nMore:\n"
      "  mmdview help COMMAND                usage and common options of a command\n"
      "  mmdview help all                    all commands and options\n"
      "  mmdview --version                   the version\n"
      "  mmdview --completion bash|fish|zsh  the completion for a shell\n"
      "  mmdview --man                       the manual page\n{}",
      program_text, usage_lines(false), program_examples, missing_parts());
}

std::string long_program_help() {
  std::vector<Section> sections;
  for (const std::string_view group : group_order) sections.push_back(section_with_commands(group));
  auto& general = sections.back().second;
  for (const HelpLine& line : own_lines) general.push_back(line);
  general.push_back({"    --completion SHELL", "the completion for bash, fish or zsh (without a command)"});
  general.push_back({"    --man", "the manual page (without a command)"});
  return fmt::format(
      "{} in their poses and motions\n\nUsage:\n{}  mmdview {:<42}{}\n\n{}\n"
      "`mmdview COMMAND --help-all` lists the options of one command. Commands in parentheses are the\n"
      "only ones that take the option or the group.\n{}{}",
      program_text, usage_lines(true), "help [COMMAND|all]", "show the help", files_text,
      in_columns(sections), missing_parts());
}

}  // namespace

std::span<const CommandRow> command_table() {
  return commands;
}

std::span<const std::string_view> option_groups() {
  return group_order;
}

std::string_view files_help() {
  return files_text;
}

const CommandRow& command_row(Command command) {
  return *std::find_if(std::begin(commands), std::end(commands),
                       [&](const CommandRow& row) { return row.command == command; });
}

std::string_view command_name(Command command) {
  for (const CommandRow& row : commands)
    if (row.command == command) return row.name;
  return {};
}

std::vector<std::string_view> takers_of(const OptionRow& row) {
  std::vector<std::string_view> out;
  for (const CommandRow& command : commands)
    if (row.is_for(command.command)) out.push_back(command.name);
  return out;
}

std::string built_without() {
  std::vector<std::string_view> parts;
  if (!writes_gltf()) parts.push_back("glTF");
  if (!has_depth_exr()) parts.push_back("EXR");
  return parts.empty() ? std::string() : fmt::format("Built without: {}\n", fmt::join(parts, ", "));
}

std::string help_text(std::optional<Command> command, HelpLevel level) {
  if (!command) return level == HelpLevel::all ? long_program_help() : short_program_help();
  const CommandRow& row = command_row(*command);
  return fmt::format("mmdview {}: {}\n\nUsage: mmdview {} [OPTIONS]\n\n{}{}", row.name, row.help, row.usage,
                     notes_on(*command),
                     level == HelpLevel::all ? all_options(*command) : common_options(row));
}

std::string hands_help() {
  std::string out = "Hand poses for --hands NAME[:left|right][:WEIGHT]:\n";
  for (const HandPose& pose : hand_poses()) out += fmt::format("  {:<12}{}\n", pose.name, pose.name_japanese);
  return out;
}

}  // namespace mmd
