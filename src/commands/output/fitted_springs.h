#pragma once

#include <vector>

#include "document/loaded_figure.h"
#include "export/spring_fit.h"
#include "scene/choices.h"

namespace mmd {

/// fit_springs() for a document's model. A fit takes up to a minute, so its numbers are kept in the cache
/// folder, by the content of the model's file and the physics, and taken from there the next time.
bool fit_springs_once(const LoadedFigure& document, const PhysicsChoice& choice,
                      std::vector<VrmSpring>& chains, const FitProgress& progress);

}  // namespace mmd
