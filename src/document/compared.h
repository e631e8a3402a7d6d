#pragma once

// The second state of a comparison: without append, IK or physics, or in another pose or motion. Below,
// `what` is the value of --compare: "append", "ik", "physics" or a file name.

#include <optional>
#include <string>
#include <string_view>

#include "document/pose_sampler.h"

namespace mmd {

/// Loads the pose or motion to compare with, for the document's model. nullopt if `what` names a switch or is
/// empty. Error messages start with `asked_by` ("--compare"). Errors: no such file; the file is a model.
Result<std::optional<LoadedFigure>> load_compared(const std::string& what, const LoadedFigure& document,
                                                  std::string_view asked_by);

/// A note that both states are the same, with the reason as its hint; nullopt if vertices `moved`.
/// `asked_by` as for load_compared().
std::optional<Diagnostic> stillness(const std::string& what, const Model& model, std::size_t moved,
                                    std::string_view asked_by);

}  // namespace mmd
