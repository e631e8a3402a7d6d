#pragma once

// Semi-standard bones (準標準ボーン) for models that lack them, as the usual plug-in of PMX Editor adds them.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "formats/pmx.h"
#include "model/mend.h"

namespace mmd {

/// The names that add_bones() takes, without sides: "グルーブ", "足D" …
std::vector<std::string_view> addable_bones();

struct AddedBones {
  std::vector<Mended> changes;  ///< one per bone
  Diagnostics warnings;         ///< about bones that need others that the model lacks
};

/// Adds bones, on both sides, with their weights, appends and display frames; none that the model has. Poses
/// that do not use the new bones look as before. `names`: of addable_bones(); their order does not matter.
AddedBones add_bones(pmx::File& file, std::span<const std::string> names);

}  // namespace mmd
