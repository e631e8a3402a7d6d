#include "app/stage/morph_list.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/text/romaji.h"
#include "pose/usable_keys.h"

namespace mmd {
namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

bool is_favourite(const LibraryStore& library, const Model& model, std::int32_t morph) {
  return library.is_favourite_morph(model.name, model.morphs[static_cast<std::size_t>(morph)].name);
}

std::vector<std::int32_t> morphs_of_panel(const Model& model, std::uint8_t panel, std::string_view search) {
  const std::string wanted = lower_case(search);
  const auto matches = [&](const std::string& name) {
    return lower_case(name).find(wanted) != std::string::npos;
  };
  std::vector<std::int32_t> out;
  for (std::size_t i = 0; i < model.morphs.size(); ++i) {
    const Morph& morph = model.morphs[i];
    // Unknown panels are listed under "Other".
    const std::uint8_t its_panel = morph.panel > 4 ? 4 : morph.panel;
    if (its_panel == panel && (matches(morph.name) || matches(morph.name_english) ||
                               matches_name(search, morph.name, morph.name_english)))
      out.push_back(static_cast<std::int32_t>(i));
  }
  return out;
}

std::vector<std::int32_t> listed_morphs(const Model& model, std::uint8_t panel, const MorphPanelState& state,
                                        std::span<const float> weights, const LibraryStore& library) {
  std::vector<std::int32_t> out = morphs_of_panel(model, panel, state.search);
  const auto is_left_out = [&](std::int32_t morph) {
    if (morph == state.held || morph == state.typed || state.listed == MorphsListed::all) return false;
    if (state.listed == MorphsListed::favourites) return !is_favourite(library, model, morph);
    return weights[static_cast<std::size_t>(morph)] == 0.0f;
  };
  out.erase(std::remove_if(out.begin(), out.end(), is_left_out), out.end());
  return out;
}

bool is_usable_weight(float weight) {
  return std::abs(weight) <= too_heavy;
}

}  // namespace mmd
