#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/language.h"
#include "model/model.h"
#include "scene/scene.h"

namespace mmd {

/// A line of the list of bones: a bone, or the heading of a display frame.
struct BoneLine {
  std::int32_t bone = none;
  int depth = 0;          ///< in the tree
  std::string heading;    ///< heading if there is no bone
  std::size_t bones = 0;  ///< number of bones below the heading
};

/// Bones by display frame (bones without a frame come last), or as a tree. `search` limits them to Japanese
/// or English names that contain it, in any case and width, or to names that are read so (romaji).
std::vector<BoneLine> bone_lines(const Model& model, bool tree, std::string_view search, Language language);

/// Whether a search finds a bone; an empty one finds all.
bool finds(std::string_view search, const Bone& bone);

/// Bones of the list between two bones, including both.
std::vector<std::int32_t> bones_between(const std::vector<BoneLine>& lines, std::int32_t from,
                                        std::int32_t to);

/// Facts about a bone: English name, parent, append with ratio, flags.
std::vector<std::string> bone_facts(const Model& model, std::int32_t bone, Language language);

/// Cycles through no bones, posable bones and all bones; "all" only if the model has others. `model`: may be
/// null.
void show_next_bones(RenderSettings& look, const Model* model);

/// Number of visible bones that are not posable.
std::ptrdiff_t bones_not_operable(const Model* model);

}  // namespace mmd
