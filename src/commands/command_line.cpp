#include "commands/command_line.h"

#include <cstdio>
#include <deque>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands/messages.h"
#include "commands/version.h"

namespace mmd {
namespace {

constexpr Command all_commands[] = {Command::view, Command::shot, Command::bones, Command::info};

bool takes(const OptionRow& row, Command command) {
  return (row.commands >> static_cast<unsigned>(command) & 1u) != 0;
}

int wrong_usage(const std::string& what, std::optional<Command> command) {
  const std::string name =
      command ? fmt::format("mmdview {} --help", command_name(*command)) : "mmdview --help";
  print(make_error(what, fmt::format("`{}` lists what there is", name)), Options{});
  return exit_wrong_usage;
}

/// Takes the command out of the arguments: the first one that is no flag, if it is a command's name.
std::optional<Command> take_command(std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].size() > 1 && arguments[i].front() == '-') {
      const bool is_flag =
          std::any_of(option_table().begin(), option_table().end(), [&](const OptionRow& row) {
            return row.value.empty() && (row.name == arguments[i] || row.short_name == arguments[i]);
          });
      if (is_flag) continue;
      return std::nullopt;
    }
    for (const Command c : all_commands) {
      if (arguments[i] != command_name(c)) continue;
      arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
      return c;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<int> print_and_stop(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return exit_done;
}

/// What every command needs beyond its options.
std::string missing_input(const Options& options) {
  if (options.command == Command::info && options.files.size() != 1) return "info takes exactly one file";
  if (options.files.empty() && options.command != Command::view) {
    return fmt::format("{} needs a model", command_name(options.command));
  }
  if (options.command == Command::shot && options.output.empty()) return "shot needs -o OUT.png";
  return {};
}

/// The values given for a row of the table, in order.
struct Given {
  const OptionRow* row;
  CLI::Option* option;
  std::vector<std::string> values;
};

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine out;
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const std::optional<Command> command = take_command(arguments);
  out.options.command = command.value_or(Command::view);

  CLI::App app;
  app.set_help_flag();
  app.allow_windows_style_options(false);
  bool help = false, version = false;
  app.add_flag("-h,--help", help);
  app.add_flag("--version", version);
  app.add_option("files", out.options.files);
  std::deque<Given> given;
  for (const OptionRow& row : option_table()) {
    if (!takes(row, out.options.command)) continue;
    std::string names(row.name);
    if (!row.short_name.empty()) names += fmt::format(",{}", row.short_name);
    given.push_back({&row, nullptr, {}});
    Given& g = given.back();
    g.option =
        row.value.empty() ? app.add_flag(names) : app.add_option(names, g.values)->allow_extra_args(false);
  }
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    out.exit_status = wrong_usage(error.what(), command);
    return out;
  }
  if (help) out.exit_status = print_and_stop(help_text(command));
  if (version) out.exit_status = print_and_stop(fmt::format("mmdview {}\n", version_text));
  if (out.exit_status) return out;
  for (const Given& g : given) {
    if (g.option->count() == 0) continue;
    std::vector<std::string> values = g.values;
    if (g.row->value.empty()) values.assign(1, "");
    for (const std::string& value : values) {
      const std::string problem = g.row->apply(out.options, value);
      if (problem.empty()) continue;
      out.exit_status = wrong_usage(fmt::format("{} {}: {}", g.row->name, value, problem), command);
      return out;
    }
  }
  if (const std::string missing = missing_input(out.options); !missing.empty()) {
    out.exit_status = wrong_usage(missing, command);
  }
  return out;
}

}  // namespace mmd
