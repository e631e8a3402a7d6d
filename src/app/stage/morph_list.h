#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "library/library_store.h"
#include "model/model.h"

namespace mmd {

/// Whether the user marked a morph as favourite, by the names of model and morph.
bool is_favourite(const LibraryStore& library, const Model& model, std::int32_t morph);

/// Morphs of a panel (1 brows, 2 eyes, 3 mouth, 4 other, 0 system) whose Japanese or English name contains
/// `search`, in any case or as romaji, in file order.
std::vector<std::int32_t> morphs_of_panel(const Model& model, std::uint8_t panel, std::string_view search);

/// Filter of the list.
enum class MorphsListed : std::uint8_t { all, in_use, favourites, count };

/// State of the Morphs panel.
struct MorphPanelState {
  std::string search;
  MorphsListed listed = MorphsListed::all;
  /// The morph whose value the user types; none if there is none.
  std::int32_t typed = none;
  bool typing_began = false;  ///< the text field takes the keyboard in the next frame
  /// The morph whose slider was pressed, and the number of the last step before.
  std::pair<std::int32_t, std::uint64_t> clicked{none, 0};
  /// The dragged morph, which stays listed at weight 0.
  std::int32_t held = none;
  std::string expression;                ///< typed name for a new expression
  std::vector<std::string> expressions;  ///< expression files of the last listing
  bool is_listed = false;                ///< there was a listing
};

/// Listed morphs of a panel. `weights`: indexed by morph.
std::vector<std::int32_t> listed_morphs(const Model& model, std::uint8_t panel, const MorphPanelState& state,
                                        std::span<const float> weights, const LibraryStore& library);

/// Whether a morph can have that weight; values below 0 and above 1 occur in files.
bool is_usable_weight(float weight);

}  // namespace mmd
