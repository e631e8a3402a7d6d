#pragma once

// The second state of a comparison: without append, IK or physics, in another pose or motion, or as another
// version of the model. Below, `what` is the value of --compare: "append", "ik", "physics" or a file name.

#include <optional>
#include <string>
#include <string_view>

#include "document/pose_sampler.h"

namespace mmd {

/// Whether a comparison may be with another model.
enum class Versions : bool { refused, allowed };

/// Loads the pose or motion to compare with, for the document's model, or another model with the document's
/// poses and motions and its own textures if `versions` allows that. nullopt if `what` names a switch or is
/// empty. Error messages start with `asked_by` ("--compare"). Errors: no such file; a model that is not
/// allowed.
Result<std::optional<LoadedFigure>> load_compared(const std::string& what, const LoadedFigure& document,
                                                  std::string_view asked_by,
                                                  Versions versions = Versions::refused);

/// A note that both states are the same, with the reason as its hint; nullopt if vertices `moved`.
/// `asked_by` as for load_compared().
std::optional<Diagnostic> stillness(const std::string& what, const Model& model, std::size_t moved,
                                    std::string_view asked_by);

}  // namespace mmd
