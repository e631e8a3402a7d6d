#pragma once

#include <optional>

#include "commands/batch/batch_run.h"

namespace mmd {

/// Why the batch must not be made: one of its pictures, or a file besides them, would replace a texture or
/// something else that it is made of. Looks at models only where that can be. `merged`: manifests to join.
std::optional<Diagnostic> refused_output(const BatchOrder& order,
                                         const std::vector<std::string>& merged = {});

}  // namespace mmd
