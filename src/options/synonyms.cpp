
#include <algorithm>
#include <iterator>

#include "options/command_line.h"

namespace mmd {
namespace {

constexpr OptionSynonym synonym_rows[] = {{"--out", "--output"},
                                          {"--outdir", "--output"},
                                          {"--out-dir", "--output"},
                                          {"--output-dir", "--output"},
                                          {"--bg", "--background"},
                                          {"--bg-color", "--background"},
                                          {"--background-color", "--background"},
                                          {"--background-colour", "--background"},
                                          {"--light-color", "--light-colour"},
                                          {"--resolution", "--size"},
                                          {"--pose", "--poses"},
                                          {"--motion", "--motions"},
                                          {"--overwrite", "--force"}};

constexpr Named<Command> other_programs_commands[] = {{"render", Command::shot},
                                                      {"screenshot", Command::shot},
                                                      {"convert", Command::export_},
                                                      {"open", Command::view},
                                                      {"show", Command::view}};

struct Answer {
  std::string_view typed, name;  ///< an alias in the commands that have the option `name`
  std::string_view meant;
};
// scripts/run.sh reads these rows, too; it uses the last one for each option.
constexpr Answer answer_rows[] = {
    {"--width", "--side", "--side PIXELS"},
    {"--width", "--size", "--size WIDTHxHEIGHT"},
    {"--height", "--side", "--side PIXELS"},
    {"--height", "--size", "--size WIDTHxHEIGHT"},
    {"--size", "--side", "--side PIXELS"},
    {"--transparent", "--background", "--background transparent"},
    {"--wireframe", "--shading", "--shading wire"},
    {"--no-outline", "--no-edge", "--no-edge"},
    {"--no-shadow", "--no-self-shadow", "--no-self-shadow or --no-ground-shadow"},
    {"--expression", "--morph", "--morph NAME=W"},
    {"--json", "--format", "--format json"},
    {"--csv", "--format", "--format csv"},
    {"--fps", "--frame-rate", "--frame-rate 30|60"},
    {"--jobs", "--threads", "--threads N"},
    {"--resume", "--skip-existing", "--skip-existing"}};

constexpr std::string_view file_words[] = {"--model", "--pose", "--motion", "--input", "--file", "-i"};

bool has_option(Command command, std::string_view name) {
  const auto rows = option_table();
  return std::any_of(rows.begin(), rows.end(),
                     [&](const OptionRow& row) { return row.name == name && row.is_for(command); });
}

}  // namespace

std::span<const OptionSynonym> option_synonyms() {
  return synonym_rows;
}

std::optional<Command> command_called(std::string_view word) {
  for (const CommandRow& row : command_table())
    if (row.name == word) return row.command;
  for (const auto& [name, command] : other_programs_commands)
    if (name == word) return command;
  return std::nullopt;
}

std::optional<std::string_view> in_place_of(std::string_view option, Command command) {
  for (const OptionSynonym& synonym : synonym_rows)  // "-out", "-bg"
    if (option == synonym.typed.substr(1) && has_option(command, synonym.name)) return synonym.name;
  for (const Answer& answer : answer_rows)
    if (option == answer.typed && has_option(command, answer.name)) return answer.meant;
  if (std::find(std::begin(file_words), std::end(file_words), option) != std::end(file_words))
    return "the file's name without an option";
  return std::nullopt;
}

}  // namespace mmd
