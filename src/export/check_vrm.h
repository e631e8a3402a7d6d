#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assets/image_size.h"
#include "export/vrm_expressions.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd {

/// The size of a texture, by its name in the model; nullopt: it is missing.
using TextureSizes = std::function<std::optional<ImageSize>(const std::string& texture)>;

/// What a VRM of the model would lack or break: rules of VRM 1.0 and of UniVRM (docs/user/check.md). Without
/// `size_of`, textures have any size. Returns the VRM's expressions, also where bones are missing.
VrmExpressions check_for_vrm(const std::shared_ptr<const Model>& model, Findings& findings,
                             const TextureSizes& size_of = {}, const ExpressionChoice& choice = {});

}  // namespace mmd
