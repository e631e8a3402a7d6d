#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/language.h"
#include "model/model.h"
#include "scene/scene.h"

namespace mmd {

/// A line of the list of bones: a bone, or a display frame's name above its bones.
struct BoneLine {
  std::int32_t bone = none;
  int depth = 0;        ///< in the tree
  std::string heading;  ///< where there is no bone
};

/// The bones by MikuMikuDance's display frames (those that are in none come last), or as a tree, children
/// below their parents. With something to search for, only those whose Japanese or English name contains it,
/// without regard to case and width.
std::vector<BoneLine> bone_lines(const Model& model, bool tree, std::string_view search, Language language);

/// The bones of the list between two of its bones, both among them.
std::vector<std::int32_t> bones_between(const std::vector<BoneLine>& lines, std::int32_t from,
                                        std::int32_t to);

/// What there is to say about a bone: its English name and parent, what it appends with the ratio, what it
/// may.
std::vector<std::string> bone_facts(const Model& model, std::int32_t bone, Language language);

/// From no bones to those that the user moves, on to all of them, and back to none. All come only where the
/// model has others. `model`: null if there is none yet.
void show_next_bones(RenderSettings& look, const Model* model);

/// How many of the bones that are shown are not those that the user moves.
std::ptrdiff_t bones_not_operable(const Model* model);

}  // namespace mmd
