#include "options/command_line.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/words.h"
#include "options/arguments.h"
#include "options/messages.h"
#include "options/option_values.h"
#include "options/pose_tools.h"
#include "options/version.h"

namespace mmd {
namespace {

/// An error of the command line.
struct UsageError {
  std::string what;
  std::optional<std::string> meant = std::nullopt;  ///< a suggestion
  bool shows_usage = false;                         ///< the hint shows the command's usage
};

int wrong_usage(const UsageError& slip, std::optional<Command> command) {
  std::string hint = "`mmdview --help` lists the commands, `mmdview view --help-all` the options";
  if (command) hint = fmt::format("`mmdview {} --help-all` lists the options", command_name(*command));
  if (slip.meant) hint = fmt::format("did you mean {}? {}", *slip.meant, hint);
  if (slip.shows_usage && command)
    hint = fmt::format("usage: mmdview {}; {}", command_row(*command).usage, hint);
  print(make_error(slip.what, hint), Options{});
  return exit_wrong_usage;
}

/// Number of arguments after this option that are its value; `next` is the first of them.
std::size_t values_after(std::string_view option, const std::string& next) {
  for (const OptionSynonym& synonym : option_synonyms())
    if (synonym.typed == option) option = synonym.name;
  for (const OptionRow& row : option_table()) {
    if (row.name != option && row.short_name != option) continue;
    double number = 0.0;
    const bool is_left_out = row.value.substr(0, 1) == "[" && !parse_number(next, number);
    return row.value.empty() || is_left_out ? 0 : 1;
  }
  return 0;
}

/// Removes the command from the arguments: the first argument that is neither an option nor an option's
/// value, if it is a command's name.
std::optional<Command> take_command(std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--") return std::nullopt;
    if (arguments[i].size() > 1 && arguments[i].front() == '-') {
      i += values_after(arguments[i], i + 1 < arguments.size() ? arguments[i + 1] : std::string());
      continue;
    }
    const auto command = command_called(arguments[i]);
    if (command) arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
    return command;
  }
  return std::nullopt;
}

std::optional<int> print_and_stop(const std::string& text) {
  return print_result(text, Options{});
}

/// Removes the tool, the first argument of `pose`.
std::optional<UsageError> take_pose_tool(Options& options) {
  const std::string tools = pose_tool_names(", ", " or ");
  if (options.files.empty())
    return UsageError{fmt::format("pose needs a tool: {}", tools), std::nullopt, true};
  const std::string word = options.files.front();
  std::vector<std::string> names;
  for (const PoseToolRow& tool : pose_tools()) {
    names.emplace_back(tool.name);
    if (word != tool.name) continue;
    options.pose_tool = tool.tool;
    options.files.erase(options.files.begin());
    return std::nullopt;
  }
  return UsageError{fmt::format("pose: unknown tool \"{}\"; use {}", word, tools), nearest_word(word, names)};
}

/// Removes the output picture from the files of `thumbnail`, unless -o names it.
std::optional<UsageError> take_thumbnail(Options& options) {
  if (options.files.size() + (options.output.empty() ? 0 : 1) != 2)
    return UsageError{"thumbnail needs one file and the picture to write", std::nullopt, true};
  if (options.files.size() == 1) return std::nullopt;
  options.output = std::move(options.files.back());
  options.files.pop_back();
  return std::nullopt;
}

/// An unknown first word that is probably a misspelt command: it resembles one, or files follow.
std::optional<UsageError> mistyped_command(const Options& options) {
  if (options.files.empty()) return std::nullopt;
  const std::string& word = options.files.front();
  const bool is_word = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  std::error_code error;
  if (!is_word || std::filesystem::exists(path_from_utf8(word), error)) return std::nullopt;
  const std::vector<std::string> words = words_for_commands();
  auto meant = nearest_word(word, words);
  for (const PoseToolRow& tool : pose_tools())
    if (word == tool.name) meant = fmt::format("pose {}", word);
  if (!meant && options.files.size() < 2) return std::nullopt;
  return UsageError{
      fmt::format("\"{}\": no such file or command; the commands are {}", word, fmt::join(words, ", ")),
      std::move(meant)};
}

std::string version_lines() {
  return fmt::format("mmdview {} ({})\n{}", version_text, build_text, built_without());
}

Shell shell_called(const std::string& name) {
  if (name == "zsh") return Shell::zsh;
  return name == "fish" ? Shell::fish : Shell::bash;
}

/// Handles `mmdview --complete KIND WORD…`, which the completions call; nullopt for other arguments.
std::optional<int> answer_completion(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments.front() != "--complete") return std::nullopt;
  return print_and_stop(names_to_complete(arguments[1], {arguments.begin() + 2, arguments.end()}));
}

/// Handles `mmdview help [COMMAND|all]` and `mmdview version`; nullopt for other arguments.
std::optional<int> answer_help(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1 && arguments.front() == "version") return print_and_stop(version_lines());
  if (arguments.empty() || arguments.front() != "help") return std::nullopt;
  if (arguments.size() > 2 && arguments[1] == "--markdown")  // for scripts/write_options.sh, not in the help
    return print_and_stop(markdown_table(arguments[2]));
  if (arguments.size() == 1 || arguments[1] == "help" || arguments[1].rfind('-', 0) == 0)
    return print_and_stop(help_text(std::nullopt));
  if (arguments[1] == "all") return print_and_stop(help_text(std::nullopt, HelpLevel::all));
  if (arguments[1] == "hands") return print_and_stop(hands_help());
  if (const auto command = command_called(arguments[1])) return print_and_stop(help_text(command));
  return wrong_usage(
      {fmt::format("unknown command \"{}\"", arguments[1]), nearest_word(arguments[1], words_for_commands())},
      std::nullopt);
}

/// Returns an error if the command lacks files, else an empty text.
std::string missing_files(const Options& options) {
  if (options.command == Command::info && options.files.size() != 1) return "info takes exactly one file";
  if (options.command == Command::fix && options.files.size() != 1) return "fix takes exactly one model";
  if (!options.files.empty() || !options.state.empty() || options.command == Command::view ||
      options.command == Command::serve)
    return {};
  if (options.command == Command::pose) return "pose needs a pose (.vpd)";
  if (options.command == Command::check) return "check needs a file";
  return fmt::format("{} needs a model", command_name(options.command));
}

/// Returns an error if the command lacks an output, else an empty text.
std::string missing_output(const Options& options) {
  static constexpr std::pair<Command, std::string_view> outputs[] = {
      {Command::shot, "OUT.png"},
      {Command::export_, "OUT.vpd, OUT.glb, OUT.vrm, OUT.vrma or OUT.obj, or with --bake OUT.vmd"},
      {Command::fix, "OUT.pmx, --collect FOLDER or --dry-run"},
      {Command::pose, "OUT.vpd"},
      {Command::batch, "DIR"}};
  for (const auto& [command, name] : outputs)
    if (options.command == command && options.output.empty() && options.batch.video.empty() &&
        !options.fix.dry_run && options.fix.collect.empty())
      return fmt::format("{} needs -o {}", command_name(command), name);
  if (options.turntable > 0 && options.output == "-")
    return "--turntable writes several pictures, so -o needs a file name";
  if (!options.labels.is_empty() && options.output == "-")
    return "--labels writes files beside the picture, so -o needs a file name";
  return {};
}

/// The options of a command, or those without a command.
std::vector<OptionSpelling> spellings(Command command, bool is_named) {
  std::vector<OptionSpelling> out{{"--help", "-h"}, {"--help-all", ""}, {"--version", ""}};
  if (!is_named) {
    out.push_back({"--man", ""});
    out.push_back({"--completion", "", true, "bash, fish or zsh"});
  }
  for (const OptionRow& row : option_table()) {
    if (!row.is_for(command)) continue;
    const OptionSpelling own{row.name, row.short_name, !row.value.empty(), row.value,
                             row.value.substr(0, 1) == "["};
    out.push_back(own);
    for (const OptionSynonym& synonym : option_synonyms())
      if (synonym.name == row.name)
        out.push_back({synonym.typed, "", own.takes_value, own.value, own.may_lack_value, row.name});
  }
  return out;
}

/// Whether the arguments name an output (also misspelt, `-output`): without a command, this means `shot`.
bool names_output(const std::vector<std::string>& arguments) {
  const Arguments apart = take_apart(arguments, spellings(Command::shot, false));
  return apart.has("--output") || std::any_of(apart.unknown.begin(), apart.unknown.end(),
                                              [](const std::string& option) { return option[1] == 'o'; });
}

/// A given option with its values in order; a flag has empty values.
struct Given {
  const OptionRow* row;
  std::vector<std::string> values;
};

/// The given options in the table's order.
std::vector<Given> given_rows(const Arguments& arguments, Command command) {
  std::vector<Given> out;
  for (const OptionRow& row : option_table())
    if (row.is_for(command) && arguments.has(row.name)) out.push_back({&row, arguments.values.at(row.name)});
  return out;
}

/// A value whose file name has lost its folders.
std::string without_folder(const OptionRow& row, const std::string& value) {
  const auto names = [&](std::string_view what) { return row.value.find(what) != std::string_view::npos; };
  std::size_t end = names("DIR") || names("FILE") ? value.size() : 0;
  if (row.name == "--attach") {
    AttachOption option;
    static_cast<void>(parse_attachment(value, option));
    end = split_attachment(option.what).model.size();
  }
  const std::size_t separator = end > 0 ? value.find_last_of("/\\", end - 1) : std::string::npos;
  return separator == std::string::npos ? value : value.substr(separator + 1);
}

/// Options::given.
void note_given(Options& options, const OptionRow& row, const std::string& value) {
  if (row.group == "Output" || row.group == "General" || row.group == "Batch") return;
  const std::string shown = without_folder(row, value);
  options.given.push_back(shown.empty() ? std::string(row.name) : fmt::format("{} {}", row.name, shown));
}

/// The error for an unknown option.
UsageError unknown_option(const std::string& argument, const Options& options) {
  const std::string name = argument.substr(0, argument.find('='));
  const std::string_view command = command_name(options.command);
  std::vector<std::string> known{"--help", "--help-all", "--version"}, elsewhere;
  for (const OptionRow& row : option_table()) {
    if (row.is_for(options.command)) known.emplace_back(row.name);
    if (row.name != name && row.short_name != name) continue;
    for (const CommandRow& c : command_table())
      if (row.is_for(c.command)) elsewhere.emplace_back(c.name);
  }
  const bool prints = options.command == Command::bones || options.command == Command::info ||
                      options.command == Command::check;
  if (prints && (name == "-o" || name == "--output"))
    return {fmt::format("{} has no {}: it prints; use > FILE", command, name)};
  const std::optional<std::string> meant(in_place_of(name, options.command));
  if (!elsewhere.empty())
    return {fmt::format("{} has no option {}; {} {} it", command, name, fmt::join(elsewhere, ", "),
                        elsewhere.size() == 1 ? "has" : "have"),
            meant};
  return {fmt::format("unknown option {}", name), meant ? meant : nearest_word(name, known)};
}

/// Options that cannot be used together, and options given twice with different values.
std::optional<UsageError> contradiction(const std::vector<Given>& all) {
  for (const Given& g : all) {
    const auto other =
        std::find_if(all.begin(), all.end(), [&](const Given& o) { return o.row->name == g.row->excludes; });
    if (other != all.end())
      return UsageError{fmt::format("{} and {} cannot be used together", g.row->name, other->row->name)};
    const auto differs = [&](const std::string& value) { return value != g.values.front(); };
    const auto second =
        g.row->repeats ? g.values.end() : std::find_if(g.values.begin(), g.values.end(), differs);
    if (second != g.values.end())
      return UsageError{
          fmt::format("{} was given twice, as {} and as {}", g.row->name, g.values.front(), *second)};
  }
  return std::nullopt;
}

/// Resets values from a state or settings that a given option with another name replaces.
void make_way(const Arguments& given, Options& options) {
  if (given.has("--morph")) options.evaluation.morphs = true;
  if (given.has("--settle")) options.physics.steps.reset();
  if (given.has("--view") || given.has("--views")) options.camera.eye_and_target.reset();
  if (given.has("--self-shadow-mode")) options.look.self_shadow = true;
}

/// Applies the given options, a preset before the effects that replace its own.
std::optional<UsageError> apply_options(std::vector<Given> given, Options& options) {
  std::stable_partition(given.begin(), given.end(), [](const Given& g) { return g.row->name == "--preset"; });
  for (const Given& g : given) {
    const std::size_t times = g.row->value.empty() ? 1 : g.values.size();
    for (std::size_t i = 0; i < times; ++i) {
      const std::string& value = g.values[i];
      const std::string problem = g.row->apply(options, value);
      if (!problem.empty())
        return UsageError{fmt::format("{}{}{}: {}", g.row->name, value.empty() ? "" : " ", value, problem),
                          nearest_word(value, choices_of(*g.row))};
      note_given(options, *g.row, value);
    }
  }
  return std::nullopt;
}

/// Returns an error for a bad value of `--completion`, else an empty text.
std::string completion_problem(const std::string& shell) {
  if (shell == "bash" || shell == "fish" || shell == "zsh") return {};
  return fmt::format("--completion {}: expected bash, fish or zsh", shell);
}

/// Handles options of the program itself, such as --version; nullopt without them.
std::optional<int> answer_own(const Arguments& arguments, std::optional<Command> command) {
  std::optional<int> status;
  if (arguments.has("--help")) status = print_and_stop(help_text(command));
  if (arguments.has("--help-all")) status = print_and_stop(help_text(command, HelpLevel::all));
  if (arguments.has("--man")) status = print_and_stop(man_page());
  if (arguments.has("--completion"))
    status = print_and_stop(completion_script(shell_called(arguments.values.at("--completion").front())));
  if (arguments.has("--version")) status = print_and_stop(version_lines());
  return status;
}

/// Checks the given options, then applies them.
std::optional<UsageError> set_options(Options& options, bool is_named, const Arguments& arguments) {
  const std::vector<Given> given = given_rows(arguments, options.command);
  if (auto slip = is_named ? std::nullopt : mistyped_command(options)) return slip;
  if (!arguments.unknown.empty()) return unknown_option(arguments.unknown.front(), options);
  if (auto slip = contradiction(given)) return slip;
  make_way(arguments, options);
  if (auto slip = apply_options(given, options)) return slip;
  if (options.command == Command::pose)
    if (auto slip = take_pose_tool(options)) return slip;
  if (options.command == Command::thumbnail)
    if (auto slip = take_thumbnail(options)) return slip;
  for (const auto missing : {missing_files, missing_output})
    if (std::string what = missing(options); !what.empty())
      return UsageError{std::move(what), std::nullopt, true};
  return std::nullopt;
}

}  // namespace

std::string_view program_version() {
  return version_text;
}

CommandLine parse_command_line(int argc, const char* const* argv, const Options* base) {
  CommandLine out;
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  out.exit_status = answer_help(arguments);
  if (!out.exit_status) out.exit_status = answer_completion(arguments);
  if (out.exit_status) return out;
  std::optional<Command> command = take_command(arguments);
  const bool is_named = command.has_value();
  if (!is_named && names_output(arguments)) command = Command::shot;
  out.options = Options(command.value_or(Command::view));
  if (base != nullptr && base->command == out.options.command) out.options = *base;

  Arguments apart = take_apart(arguments, spellings(out.options.command, is_named));
  if (apart.problem.empty() && apart.has("--completion"))
    apart.problem = completion_problem(apart.values.at("--completion").front());
  if (!apart.problem.empty()) {
    out.exit_status = wrong_usage({apart.problem}, command);
    return out;
  }
  out.exit_status = answer_own(apart, command);
  if (out.exit_status) return out;
  out.options.files = std::move(apart.files);
  if (const auto slip = set_options(out.options, is_named, apart)) {
    out.exit_status = wrong_usage(*slip, command);
    return out;
  }
  std::vector<std::string_view> given;
  for (const Given& g : given_rows(apart, out.options.command)) given.push_back(g.row->name);
  out.warnings = idle_options(out.options, given);
  return out;
}

}  // namespace mmd
