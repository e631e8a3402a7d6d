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

/// The bone or morph that somebody names: in Japanese, or if there is none of that name in English; none if
/// the model lacks it. Files name bones and morphs in Japanese only.
std::int32_t find_bone_called(const Model& model, std::string_view name);
std::int32_t find_morph_called(const Model& model, std::string_view name);

/// The same. `asked_by` ("--highlight") begins the error about one that the model lacks; its hint has the
/// names that may be meant, or it advises to list them.
Result<std::int32_t> bone_called(const Model& model, std::string_view name, std::string_view asked_by);
Result<std::int32_t> morph_called(const Model& model, std::string_view name, std::string_view asked_by);

/// The materials that patterns of --hide name for a model, ascending: names in Japanese or English as
/// patterns (base/text.h), or "#" and a number; "2:" before it is for the second model alone. `number`: of
/// the model, from 1.
std::vector<std::int32_t> materials_named(const std::vector<std::string>& patterns, const Model& model,
                                          std::size_t number);
/// Whether a pattern is "*" and for that model: then it is the model that is hidden, rather than each of its
/// materials.
bool names_whole_model(const std::vector<std::string>& patterns, std::size_t number);
/// The materials of the other patterns.
std::vector<std::int32_t> materials_named_singly(std::vector<std::string> patterns, const Model& model,
                                                 std::size_t number);
/// Those of the patterns that are for that model and name none of its materials.
std::vector<std::string> without_materials(const std::vector<std::string>& patterns, const Model& model,
                                           std::size_t number);

/// The warning about names in a pose that `model` lacks, with the names that are probably meant; standard
/// bones first. nullopt if there are none that matter. `pose_name` names the file.
std::optional<Diagnostic> unmatched_warning(const UnmatchedNames& unmatched, const Model& model,
                                            const std::string& pose_name);

}  // namespace mmd
