#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd {

/// Index of the bone or morph with the Japanese name, else with the English name, else none. For names that
/// users type; files use Japanese names only.
std::int32_t find_bone_called(const Model& model, std::string_view name);
std::int32_t find_morph_called(const Model& model, std::string_view name);

/// The same, with an error for an unknown name. It starts with `asked_by` ("--highlight"); its hint lists
/// similar names or the command that lists all.
Result<std::int32_t> bone_called(const Model& model, std::string_view name, std::string_view asked_by);
Result<std::int32_t> morph_called(const Model& model, std::string_view name, std::string_view asked_by);

/// Ascending indices of the materials that --hide patterns match. A pattern (base/text.h) matches a Japanese
/// or English name, "#3" is material 3, and a prefix "2:" limits a pattern to the second model. `number`: the
/// model's number, from 1; also below.
std::vector<std::int32_t> materials_named(const std::vector<std::string>& patterns, const Model& model,
                                          std::size_t number);
/// Whether a pattern for that model is "*", which hides the model rather than each material.
bool names_whole_model(const std::vector<std::string>& patterns, std::size_t number);
/// The materials that match the patterns other than "*".
std::vector<std::int32_t> materials_named_singly(std::vector<std::string> patterns, const Model& model,
                                                 std::size_t number);
/// The patterns for that model that match none of its materials.
std::vector<std::string> without_materials(const std::vector<std::string>& patterns, const Model& model,
                                           std::size_t number);
/// The patterns for models beyond the last one.
std::vector<std::string> without_models(const std::vector<std::string>& patterns, std::size_t models);

/// A warning about names in a pose that `model` lacks, with similar names; standard bones come first. nullopt
/// if only accessory bones or no names are missing. `pose_name`: the pose's file.
std::optional<Diagnostic> unmatched_warning(const UnmatchedNames& unmatched, const Model& model,
                                            const std::string& pose_name);

}  // namespace mmd
