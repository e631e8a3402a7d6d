#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "options/command_line.h"
#include "options/messages.h"
#include "options/pose_tools.h"
#include "scene/input.h"
#include "scene/load.h"

namespace mmd {
namespace {

/// Whether the value is a file or folder name.
bool takes_file(const OptionRow& row) {
  constexpr std::string_view files[] = {"FILE", "DIR", "FOLDER", "MODEL", "POSE"};
  return std::any_of(std::begin(files), std::end(files),
                     [&](std::string_view f) { return row.value.find(f) != std::string_view::npos; });
}

/// The names of the commands that have the option, or of those that do not.
std::vector<std::string_view> commands_of(const OptionRow& row, bool taking) {
  std::vector<std::string_view> out;
  for (const CommandRow& c : command_table()) {
    if (row.is_for(c.command) == taking) out.push_back(c.name);
  }
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

bool takes_attachment(const OptionRow& row) {
  return row.value.rfind("FILE[@", 0) == 0;
}

std::string bash_values() {
  std::string out;
  for (const OptionRow& row : option_table()) {
    if (row.value.empty()) continue;
    const auto choices = choices_of(row);
    std::string action = "compopt +o default 2>/dev/null";
    if (takes_file(row)) action = ":";
    if (takes_attachment(row)) action = "_mmdview_attachment";
    if (const auto kind = kind_of_names(row); !kind.empty()) action = fmt::format("_mmdview_names {}", kind);
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
    std::string words = "--help --help-all --version";
    if (c.command == Command::view) words += " --completion --man";
    for (const OptionRow& row : option_table()) {
      if (row.is_for(c.command)) words += fmt::format(" {}", row.name);
    }
    out += fmt::format("      {}) options={} ;;\n", c.name, in_quotes(words));
  }
  return out;
}

constexpr std::string_view bash_script =
    R"(# Completion of mmdview for bash, made by `mmdview --completion bash`.
# The names that go on with $cur: of a kind, and behind which text. What the words mean is read without
# expanding anything in them.
_mmdview_names() {{
  local word words=() name end=
  compopt +o default 2>/dev/null
  for word in "${{COMP_WORDS[@]:1}}"; do
    word=${{word//\\/}}; word=${{word#[\"\']}}; word=${{word%[\"\']}}
    [[ $word == "~/"* ]] && word=$HOME/${{word:2}}
    words+=("$word")
  done
  case $1 in
    names) set -- "$1" "${{cur%"${{cur##*,}}"}}"; cur=${{cur##*,}} ;;
    morphs) end==; compopt -o nospace 2>/dev/null ;;
  esac
  while IFS= read -r name; do
    [[ $name == "$cur"* ]] && COMPREPLY+=("${{2-}}$name$end")
  done < <("${{COMP_WORDS[0]}}" --complete "$1" "${{words[@]}}" 2>/dev/null)
}}
_mmdview_attachment() {{
  [[ $cur == *@* ]] || return
  local model=${{cur%@*}}@
  cur=${{cur##*@}}
  _mmdview_names bones "$model"
}}
_mmdview() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command=view named= options= file i
  COMPREPLY=()
  # `--view=fi` comes as three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  # `--attach a.pmx@wr` as three words and a half.
  if [[ $cur == @ && ${{COMP_WORDS[COMP_CWORD-2]}} == --attach ]]; then
    cur=
    _mmdview_names bones
    return
  elif [[ $prev == @ && $COMP_CWORD -gt 3 && ${{COMP_WORDS[COMP_CWORD-3]}} == --attach ]]; then
    _mmdview_names bones
    return
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case " {commands} " in
      *" ${{COMP_WORDS[i]}} "*) command=${{COMP_WORDS[i]}} named=1; break ;;
    esac
  done
  case "$command $prev" in
    'view --completion') COMPREPLY=($(compgen -W 'bash fish zsh' -- "$cur")); return ;;
    'help help') COMPREPLY=($(compgen -W '{commands} all' -- "$cur")); return ;;
{values}  esac
  if [[ $cur == -* ]]; then
    case $command in
{options}    esac
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ $command == pose && $prev == pose ]]; then
    COMPREPLY=($(compgen -W '{tools}' -- "$cur"))
  elif [[ ! $named && $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '{commands}' -- "$cur"))
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
  fi
}}
complete -o default -o filenames -F _mmdview mmdview
)";

/// Without a command, mmdview opens a window.
std::string fish_condition(const OptionRow& row) {
  const bool in_view = row.is_for(Command::view);
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
    if (const auto kind = kind_of_names(row); !kind.empty())
      out += fmt::format(" -a '(__mmdview_names {})'", kind);
    if (!choices.empty()) out += fmt::format(" -a {}", in_quotes(fmt::format("{}", fmt::join(choices, " "))));
  }
  return out + fmt::format(" -d {}\n", in_quotes(row.help));
}

constexpr const char* fish_functions =
    R"(# Completion of mmdview for fish, made by `mmdview --completion fish`.
function __mmdview_names
  set -l words (commandline -op)
  set -l end ''
  set -l start ''
  test $argv[1] = morphs; and set end '='
  test $argv[1] = names; and set start (string replace -r '[^,]*$' '' -- (commandline -ct))
  for name in ($words[1] --complete $argv[1] $words[2..-1] 2>/dev/null)
    echo -- $start$name$end
  end
end
)";

std::string fish_script() {
  std::string out = fish_functions;
  out += "complete -c mmdview -n __fish_use_subcommand -a help -d 'show the help'\n";
  for (const CommandRow& c : command_table())
    out +=
        fmt::format("complete -c mmdview -n __fish_use_subcommand -a {} -d {}\n", c.name, in_quotes(c.help));
  for (const OptionRow& row : option_table()) out += fish_line(row);
  out += fmt::format("complete -c mmdview -n '__fish_seen_subcommand_from pose' -a {}\n",
                     in_quotes(pose_tool_names(" ", " ")));
  out += "complete -c mmdview -s h -l help -d 'usage and common options'\n";
  out += "complete -c mmdview -l help-all -d 'all options'\n";
  out += "complete -c mmdview -l version -d 'the version'\n";
  out +=
      "complete -c mmdview -n __fish_use_subcommand -l completion -x -a 'bash fish zsh' -d 'this script'\n";
  out += "complete -c mmdview -n __fish_use_subcommand -l man -d 'the manual page'\n";
  return out;
}

/// Characters that _arguments reads as the end of a description.
std::string described(std::string_view help) {
  std::string out;
  for (const char c : help) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// ":what:how to complete it", of an option's value; empty if it takes none.
std::string value_of(const OptionRow& row) {
  if (row.value.empty()) return {};
  std::string how = " ";
  if (takes_file(row)) how = "_files";
  if (row.value.rfind("FILE[@", 0) == 0) how = "_mmdview_attachment";
  if (const auto kind = kind_of_names(row); !kind.empty())
    how = fmt::format(" _mmdview_names {}", kind);  // a space before: without options of compadd
  if (const auto choices = choices_of(row); !choices.empty())
    how = fmt::format("({})", fmt::join(choices, " "));
  return fmt::format(":{}:{}", described(row.value), how);
}

/// An argument of _arguments.
std::string spec_of(const OptionRow& row) {
  const std::string rest = fmt::format("[{}]{}", described(row.help), value_of(row));
  const std::string repeated = row.repeats ? "*" : "";
  if (row.short_name.empty()) return in_quotes(fmt::format("{}{}{}", repeated, row.name, rest));
  return fmt::format("'({0} {1})'{{{0},{1}}}{2}", row.short_name, row.name, in_quotes(rest));
}

std::string specs_of(const CommandRow& command) {
  std::string out;
  for (const OptionRow& row : option_table())
    if (row.is_for(command.command)) out += fmt::format("        {} \\\n", spec_of(row));
  return out;
}

constexpr std::string_view zsh_script = R"zsh(#compdef mmdview
# Completion of mmdview for zsh, made by `mmdview --completion zsh`: a file `_mmdview` in a folder of $fpath.

_mmdview_names() {{
  local -a names
  names=(${{(f)"$(${{(Q)words[1]}} --complete $1 ${{(@Q)words[2,-1]}} 2>/dev/null)"}})
  case $1 in
    morphs) compset -P '*='; compadd -S = -a names ;;
    names) compset -P '*,'; compadd -S '' -a names ;;
    *) compadd -a names ;;
  esac
}}

_mmdview_attachment() {{
  if compset -P '*@'; then _mmdview_names bones; else _files -S @; fi
}}

_mmdview() {{
  local command=view word
  local -a commands
  commands=({commands})
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    if (( ${{commands[(Ie)$word]}} )); then command=$word; break; fi
  done
  if [[ $CURRENT -eq 2 && $words[2] != -* ]]; then
    _alternative 'commands:command:compadd -a commands' 'files:file:_files'
    return
  elif [[ $command == help ]]; then
    compadd all; compadd -a commands
    return
  elif [[ $command == pose && $words[CURRENT-1] == pose ]]; then
    compadd {tools}
    return
  fi
  case $command in
{cases}  esac
}}

_mmdview "$@"
)zsh";

std::string zsh_completion() {
  std::string cases;
  for (const CommandRow& command : command_table()) {
    cases += fmt::format("    {})\n      _arguments \\\n{}", command.name, specs_of(command));
    if (command.command == Command::view)
      cases +=
          "        '--completion[the completion for a shell]:shell:(bash fish zsh)' '--man[the manual page]' "
          "\\\n";
    cases +=
        "        '(-h --help)'{-h,--help}'[usage and common options]' '--help-all[all options]' \\\n"
        "        '--version[the version]' '*:file:_files' ;;\n";
  }
  return fmt::format(zsh_script,
                     fmt::arg("commands", fmt::format("{}", fmt::join(words_for_commands(), " "))),
                     fmt::arg("tools", pose_tool_names(" ", " ")), fmt::arg("cases", cases));
}

/// The words that are neither options nor their values.
std::vector<std::string> files_among(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty() || words[i] == "-") continue;
    if (words[i].front() != '-') {
      if (is_input(words[i])) out.push_back(words[i]);
      continue;
    }
    for (const OptionRow& row : option_table()) {
      if (row.name != words[i] && row.short_name != words[i]) continue;
      if (!row.value.empty()) ++i;
      break;
    }
  }
  return out;
}

/// Skips names that contain control characters for a terminal or separators for a shell.
void add_line(const std::string& name, std::string& to) {
  if (name.empty() || escaped_utf8(name) != name) return;
  to += name + "\n";
}

template <class Elements>
std::string lines_of(const Elements& elements) {
  std::string out;
  for (const auto& e : elements) add_line(e.name, out);
  for (const auto& e : elements) add_line(e.name_english, out);
  return out;
}

std::string names_of_model(std::string_view kind, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    const auto input = read_input(file);
    if (!input || (input->kind != FileKind::model && input->kind != FileKind::archive)) continue;
    const auto loaded = load_model(*input, false);
    if (!loaded) continue;
    const Model& model = *loaded->model;
    return kind == "morphs" ? lines_of(model.morphs) : lines_of(model.skeleton.bones);
  }
  return {};
}

std::string names_of_poses(const std::vector<std::string>& files) {
  std::string out;
  for (const std::string& file : files) {
    const auto input = read_input(file);
    if (!input || input->kind != FileKind::pose) continue;
    const auto pose = load_pose(input->bytes, path_from_utf8(file));
    if (!pose) continue;
    for (const vpd::Bone& bone : pose->file.bones) add_line(bone.name, out);
    for (const vpd::Morph& morph : pose->file.morphs) add_line(morph.name, out);
  }
  return out;
}

}  // namespace

std::vector<std::string> words_for_commands() {
  std::vector<std::string> out;
  for (const CommandRow& c : command_table()) out.emplace_back(c.name);
  out.emplace_back("help");
  return out;
}

std::string_view kind_of_names(const OptionRow& row) {
  constexpr std::pair<std::string_view, std::string_view> kinds[] = {
      {"BONE", "bones"}, {"NAME=W", "morphs"}, {"NAME,NAME", "names"}};
  for (const auto& [value, kind] : kinds)
    if (row.value == value) return kind;
  return {};
}

std::vector<std::string> choices_of(const OptionRow& row) {
  constexpr std::string_view lead = "one of ", between = ", ";
  std::vector<std::string> out;
  if (row.value.empty()) return out;
  // The error message of such an option for an unknown word lists the known ones.
  Options options;
  const std::string message = row.apply(options, "");
  const std::size_t at = message.find(lead);
  if (at == std::string::npos) return out;
  std::string_view left = std::string_view(message).substr(at + lead.size());
  for (;;) {
    const std::size_t end = left.find(between);
    out.emplace_back(left.substr(0, end));
    if (end == std::string_view::npos) return out;
    left.remove_prefix(end + between.size());
  }
}

std::string completion_script(Shell shell) {
  if (shell == Shell::fish) return fish_script();
  if (shell == Shell::zsh) return zsh_completion();
  return fmt::format(bash_script,
                     fmt::arg("commands", fmt::format("{}", fmt::join(words_for_commands(), " "))),
                     fmt::arg("tools", pose_tool_names(" ", " ")), fmt::arg("values", bash_values()),
                     fmt::arg("options", bash_options()));
}

std::string names_to_complete(std::string_view kind, const std::vector<std::string>& words) {
  const std::vector<std::string> files = files_among(words);
  return kind == "names" ? names_of_poses(files) : names_of_model(kind, files);
}

}  // namespace mmd
