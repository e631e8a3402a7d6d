#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "library/library_store.h"
#include "model/model.h"

namespace mmd {

/// The morphs that a person has marked, by the names of model and morph.
bool is_favourite(const LibraryStore& library, const Model& model, std::int32_t morph);

/// The morphs of one of MikuMikuDance's panels (1 brows, 2 eyes, 3 mouth, 4 other, 0 system) whose Japanese
/// or English name contains `search`, without regard to case, in file order.
std::vector<std::int32_t> morphs_of_panel(const Model& model, std::uint8_t panel, std::string_view search);

/// Which of them are listed.
enum class MorphsListed : std::uint8_t { all, in_use, favourites, count };

/// What a person has typed and chosen in the panel of morphs.
struct MorphPanelState {
  std::string search;
  MorphsListed listed = MorphsListed::all;
  /// The one whose weight is being typed; none: nothing is.
  std::int32_t typed = none;
  bool typing_began = false;  ///< with the next picture
  /// The one that is dragged stays listed at weight 0.
  std::int32_t held = none;
  std::string expression;                ///< the name to save one under
  std::vector<std::string> expressions;  ///< that there are, as listed last
};

/// Those of a panel that are listed now. `weights`: by morph.
std::vector<std::int32_t> listed_morphs(const Model& model, std::uint8_t panel, const MorphPanelState& state,
                                        std::span<const float> weights, const LibraryStore& library);

/// Whether a morph can be given that weight: beyond 0 and 1 too, as files have them.
bool is_usable_weight(float weight);

}  // namespace mmd
