#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace mmd {

/// The bone or morph that somebody names: in Japanese, or if there is none of that name in English; none if
/// the model lacks it. Files name bones and morphs in Japanese only.
std::int32_t find_bone_called(const Model& model, std::string_view name);
std::int32_t find_morph_called(const Model& model, std::string_view name);

/// The same. `asked_by` ("--highlight") begins the error about one that the model lacks; its hint has the
/// names that may be meant, or it advises to list them.
Result<std::int32_t> bone_called(const Model& model, std::string_view name, std::string_view asked_by);
Result<std::int32_t> morph_called(const Model& model, std::string_view name, std::string_view asked_by);

}  // namespace mmd
