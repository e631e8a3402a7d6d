#include <fmt/format.h>

#include "options/command_line.h"
#include "options/manual.h"

namespace mmd {
namespace {

/// What _arguments would read as the end of a description.
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
  if (row.value.rfind("MODEL@", 0) == 0) how = "_mmdview_attachment";
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
  for (const OptionRow& row : option_table()) {
    if ((row.commands >> static_cast<unsigned>(command.command) & 1u) != 0)
      out += fmt::format("        {} \\\n", spec_of(row));
  }
  return out;
}

constexpr std::string_view script = R"zsh(#compdef mmdview
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
    compadd -a commands
    return
  elif [[ $command == pose && $words[CURRENT-1] == pose ]]; then
    compadd mirror blend diff merge reset
    return
  fi
  case $command in
{cases}  esac
}}

_mmdview "$@"
)zsh";

}  // namespace

std::string completion_for_zsh() {
  std::string cases;
  for (const CommandRow& command : command_table()) {
    cases += fmt::format("    {})\n      _arguments \\\n{}", command.name, specs_of(command));
    if (command.command == Command::view)
      cases +=
          "        '--completion[the completion for a shell]:shell:(bash fish zsh)' '--man[the manual page]' "
          "\\\n";
    cases +=
        "        '(-h --help)'{-h,--help}'[what there is]' '--version[the version]' '*:file:_files' ;;\n";
  }
  return fmt::format(script, fmt::arg("commands", fmt::format("{}", fmt::join(words_for_commands(), " "))),
                     fmt::arg("cases", cases));
}

}  // namespace mmd
