#include "options/effects_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json.h"
#include "scene/effect_words.h"

namespace mmd {

using EffectsJson = nlohmann::ordered_json;

std::string effects_text(const Effects& effects) {
  EffectsJson out = EffectsJson::object();
  for (const EffectWords& effect : effect_words())
    if (const auto value = effect.write(effects)) out[std::string(effect.name)] = *value;
  return indented_json(out);
}

Result<Effects> parse_effects(std::string_view text) {
  MMD_TRY(const auto from, parse_json<EffectsJson>(text));
  if (!from.is_object()) return fail("expected an object with options of effects");
  Effects out;
  for (const EffectWords& effect : effect_words()) {
    const auto member = from.find(std::string(effect.name));
    if (member == from.end()) continue;
    if (!member->is_string()) return fail(fmt::format("{}: expected a text", effect.name));
    if (const std::string problem = effect.read(out, member->template get_ref<const std::string&>());
        !problem.empty())
      return fail(fmt::format("{}: {}", effect.name, problem));
  }
  return out;
}

}  // namespace mmd
