#include "commands/check_after.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"
#include "base/words.h"
#include "document/inputs.h"
#include "model/model_changes.h"
#include "options/messages.h"
#include "scene/input.h"
#include "scene/load.h"

namespace mmd {
namespace {

Result<pmx::File> read_version(const std::string& name, const Options& options) {
  auto input = read_input(name);
  if (!input) return fail(suggest_file(std::move(input.error()), name));
  if (input->kind != FileKind::model && input->kind != FileKind::archive)
    return fail(in_file(make_error("not a model", "--after compares two models"), name));
  MMD_TRY(auto model, read_raw_model(*input, [] { return false; }));
  print(model.diagnostics, options);
  return std::move(model.file);
}

constexpr std::string_view kind_word(ModelChange::Kind kind) {
  constexpr std::string_view words[] = {"added", "removed", "changed"};
  return words[static_cast<std::size_t>(kind)];
}

std::string changes_json(const std::vector<ModelChange>& changes, const Options& options) {
  nlohmann::ordered_json out = {{"before", options.files.front()}, {"after", options.after}};
  out["differences"] = nlohmann::ordered_json::array();
  for (const ModelChange& change : changes) {
    nlohmann::ordered_json value = {
        {"section", change.section}, {"name", change.name}, {"change", kind_word(change.kind)}};
    for (const ModelChange::Field& field : change.fields)
      value["fields"].push_back({{"field", field.name}, {"before", field.before}, {"after", field.after}});
    out["differences"].push_back(std::move(value));
  }
  return indented_json(out);
}

std::string field_text(const ModelChange::Field& field) {
  const bool is_count = field.before.empty() && !field.after.empty();
  return is_count ? fmt::format("{} {}", field.name, field.after)
                  : fmt::format("{} {} → {}", field.name, field.before.empty() ? "(empty)" : field.before,
                                field.after.empty() ? "(empty)" : field.after);
}

/// A heading per section; "+" for added elements, "-" for removed ones.
std::string changes_table(const std::vector<ModelChange>& changes, const Options& options) {
  std::string out = fmt::format("{} → {}: {}\n", on_one_line(options.files.front()),
                                on_one_line(options.after), counted(changes.size(), "difference"));
  std::string_view section;
  for (const ModelChange& change : changes) {
    if (change.section != section) out += fmt::format("  {}\n", section = change.section);
    constexpr std::string_view signs[] = {"+ ", "- ", "  "};
    std::string line(signs[static_cast<std::size_t>(change.kind)]);
    line += change.name;
    for (std::size_t i = 0; i < change.fields.size(); ++i)
      line += fmt::format("{}{}",
                          i > 0                 ? "; "
                          : change.name.empty() ? ""
                                                : ": ",
                          field_text(change.fields[i]));
    out += fmt::format("    {}\n", on_one_line(std::move(line)));
  }
  return out;
}

}  // namespace

int run_check_after(const Options& options) {
  if (options.files.size() != 1)
    return stop_with(make_error("--after compares two models: check OLD.pmx --after NEW.pmx"), options,
                     exit_wrong_usage);
  const auto before = read_version(options.files.front(), options);
  if (!before) return stop_with(before.error(), options);
  const auto after = read_version(options.after, options);
  if (!after) return stop_with(after.error(), options);
  const std::vector<ModelChange> changes = model_changes(*before, *after);
  return print_result(
      options.format == OutputFormat::json ? changes_json(changes, options) : changes_table(changes, options),
      options);
}

}  // namespace mmd
