#include "options/effects_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json.h"
#include "options/option_values.h"

namespace mmd {
namespace {

using EffectsJson = nlohmann::ordered_json;

std::string_view name_of(const OptionRow& row) {
  return row.name.substr(2);
}

}  // namespace

std::string effects_text(const Effects& effects) {
  Options options;
  options.look.effects = effects;
  EffectsJson out = EffectsJson::object();
  for (const OptionRow& row : effect_option_rows()) {
    if (row.shown == nullptr) continue;
    for (const std::string& value : row.shown(options)) out[std::string(name_of(row))] = value;
  }
  return out.dump(1) + "\n";
}

Result<Effects> parse_effects(std::string_view text) {
  MMD_TRY(const auto from, parse_json<EffectsJson>(text));
  if (!from.is_object()) return fail("expected an object with options of effects");
  Options options;
  for (const OptionRow& row : effect_option_rows()) {
    const auto member = from.find(std::string(name_of(row)));
    if (row.shown == nullptr || member == from.end()) continue;
    if (!member->is_string()) return fail(fmt::format("{}: expected a text", name_of(row)));
    if (const std::string problem = row.apply(options, member->template get_ref<const std::string&>());
        !problem.empty())
      return fail(fmt::format("{}: {}", name_of(row), problem));
  }
  return options.look.effects;
}

}  // namespace mmd
