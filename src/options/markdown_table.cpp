#include <string>
#include <string_view>

#include <fmt/format.h>

#include "options/help.h"
#include "options/pose_tools.h"

namespace mmd {
namespace {

/// Escapes bars, which would end a table cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string commands_cell(const OptionRow& row) {
  const auto takers = takers_of(row);
  return takers.size() == command_table().size() ? "all" : fmt::format("{}", fmt::join(takers, ", "));
}

std::string option_line(const OptionRow& row) {
  const std::string short_name = row.short_name.empty() ? "" : fmt::format("`{}`, ", row.short_name);
  const std::string value = row.value.empty() ? "" : fmt::format(" {}", row.value);
  std::string what(row.help);
  if (row.repeats) what += "; repeatable";
  if (!row.excludes.empty()) what += fmt::format("; not with `{}`", row.excludes);
  return fmt::format("| {}`{}{}` | {} | {} | {} |\n", short_name, row.name, cell(value), commands_cell(row),
                     cell(what), cell(row.default_value));
}

std::string table_of_commands() {
  std::string out = "| Command | What it does |\n|---|---|\n";
  for (const CommandRow& row : command_table())
    out += fmt::format("| `mmdview {}` | {} |\n", cell(row.usage), row.help);
  return out + "| `mmdview help [COMMAND\\|all]` | show the help |\n";
}

std::string table_of_pose_tools() {
  std::string out = "| Tool | What it does |\n|---|---|\n";
  for (const PoseToolRow& row : pose_tools())
    out += fmt::format("| `{} {}` | {} |\n", row.name, cell(row.files), row.help);
  return out;
}

}  // namespace

std::string markdown_table(std::string_view group) {
  if (group == "Commands") return table_of_commands();
  if (group == "Pose tools") return table_of_pose_tools();
  std::string lines;
  for (const OptionRow& row : option_table())
    if (row.group == group) lines += option_line(row);
  return lines.empty() ? lines
                       : "| Option | Commands | What it does | Default |\n|---|---|---|---|\n" + lines;
}

}  // namespace mmd
