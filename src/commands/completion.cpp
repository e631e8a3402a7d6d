#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/manual.h"

namespace mmd {
namespace {

bool takes(const OptionRow& row, Command command) {
  return (row.commands >> static_cast<unsigned>(command) & 1u) != 0;
}

bool takes_file(const OptionRow& row) {
  constexpr std::string_view files[] = {"FILE", "DIR", "MODEL"};
  return std::any_of(std::begin(files), std::end(files),
                     [&](std::string_view f) { return row.value.find(f) != std::string_view::npos; });
}

/// The names of the commands that take the row, or of those that do not.
std::vector<std::string_view> commands_of(const OptionRow& row, bool taking) {
  std::vector<std::string_view> out;
  for (const CommandRow& c : command_table()) {
    if (takes(row, c.command) == taking) out.push_back(c.name);
  }
  return out;
}

/// In single quotes, as bash and fish read them.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string command_names() {
  std::string out;
  for (const CommandRow& c : command_table()) out += fmt::format("{}{}", out.empty() ? "" : " ", c.name);
  return out;
}

/// "shot --view"|"shot -v" … as a pattern of bash's `case`.
std::string bash_pattern(const OptionRow& row) {
  std::string out;
  for (const std::string_view command : commands_of(row, true)) {
    for (const std::string_view name : {row.name, row.short_name}) {
      if (!name.empty()) out += fmt::format("{}'{} {}'", out.empty() ? "" : "|", command, name);
    }
  }
  return out;
}

std::string bash_values() {
  std::string out;
  for (const OptionRow& row : option_table()) {
    if (row.value.empty()) continue;
    const auto choices = choices_of(row);
    std::string action = "compopt +o default 2>/dev/null";
    if (takes_file(row)) action = ":";
    if (!choices.empty())
      action = fmt::format("COMPREPLY=($(compgen -W {} -- \"$cur\"))",
                           in_quotes(fmt::format("{}", fmt::join(choices, " "))));
    out += fmt::format("    {}) {}; return ;;\n", bash_pattern(row), action);
  }
  return out;
}

std::string bash_options() {
  std::string out;
  for (const CommandRow& c : command_table()) {
    std::string words = "--help --version";
    if (c.command == Command::view) words += " --completion --man";
    for (const OptionRow& row : option_table()) {
      if (takes(row, c.command)) words += fmt::format(" {}", row.name);
    }
    out += fmt::format("      {}) options={} ;;\n", c.name, in_quotes(words));
  }
  return out;
}

constexpr std::string_view bash_script =
    R"(# Completion of mmdview for bash, made by `mmdview --completion bash`.
_mmdview() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command=view named= options= i
  COMPREPLY=()
  # `--view=fi` comes as three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case " {commands} " in
      *" ${{COMP_WORDS[i]}} "*) command=${{COMP_WORDS[i]}} named=1; break ;;
    esac
  done
  case "$command $prev" in
    'view --completion') COMPREPLY=($(compgen -W 'bash fish' -- "$cur")); return ;;
{values}  esac
  if [[ $cur == -* ]]; then
    case $command in
{options}    esac
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ $command == pose && $prev == pose ]]; then
    COMPREPLY=($(compgen -W 'mirror blend diff merge reset' -- "$cur"))
  elif [[ ! $named && $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '{commands}' -- "$cur") $(compgen -f -- "$cur"))
  fi
}}
complete -o default -o filenames -F _mmdview mmdview
)";

/// A window is opened where no command is named.
std::string fish_condition(const OptionRow& row) {
  const bool in_view = takes(row, Command::view);
  const auto named = commands_of(row, !in_view);
  if (named.empty()) return {};
  return fmt::format(" -n '{}__fish_seen_subcommand_from {}'", in_view ? "not " : "", fmt::join(named, " "));
}

std::string fish_line(const OptionRow& row) {
  std::string out = "complete -c mmdview" + fish_condition(row);
  out += fmt::format(" -l {}", row.name.substr(2));
  if (!row.short_name.empty()) out += fmt::format(" -s {}", row.short_name.substr(1));
  if (!row.value.empty()) {
    const auto choices = choices_of(row);
    out += takes_file(row) ? " -r -F" : " -x";
    if (!choices.empty()) out += fmt::format(" -a {}", in_quotes(fmt::format("{}", fmt::join(choices, " "))));
  }
  return out + fmt::format(" -d {}\n", in_quotes(row.help));
}

std::string fish_script() {
  std::string out = "# Completion of mmdview for fish, made by `mmdview --completion fish`.\n";
  for (const CommandRow& c : command_table())
    out +=
        fmt::format("complete -c mmdview -n __fish_use_subcommand -a {} -d {}\n", c.name, in_quotes(c.help));
  for (const OptionRow& row : option_table()) out += fish_line(row);
  out += "complete -c mmdview -n '__fish_seen_subcommand_from pose' -a 'mirror blend diff merge reset'\n";
  out += "complete -c mmdview -s h -l help -d 'what there is'\n";
  out += "complete -c mmdview -l version -d 'the version'\n";
  out += "complete -c mmdview -n __fish_use_subcommand -l completion -x -a 'bash fish' -d 'this script'\n";
  out += "complete -c mmdview -n __fish_use_subcommand -l man -d 'the manual page'\n";
  return out;
}

}  // namespace

std::vector<std::string> choices_of(const OptionRow& row) {
  constexpr std::string_view lead = "expected one of ", between = ", ";
  std::vector<std::string> out;
  if (row.value.empty()) return out;
  // The setters of such options say what there is when they are given what there is not.
  Options options;
  const std::string message = row.apply(options, "");
  if (message.rfind(lead, 0) != 0) return out;
  std::string_view left = std::string_view(message).substr(lead.size());
  for (;;) {
    const std::size_t end = left.find(between);
    out.emplace_back(left.substr(0, end));
    if (end == std::string_view::npos) return out;
    left.remove_prefix(end + between.size());
  }
}

std::string completion_script(Shell shell) {
  if (shell == Shell::fish) return fish_script();
  return fmt::format(bash_script, fmt::arg("commands", command_names()), fmt::arg("values", bash_values()),
                     fmt::arg("options", bash_options()));
}

}  // namespace mmd
