#pragma once

#include <functional>
#include <vector>

#include "document/loaded_figure.h"
#include "export/vrm_springs.h"
#include "scene/choices.h"

namespace mmd {

/// fit_springs() for a document's model. A fit takes up to a minute, so its numbers are kept in the cache
/// folder, by the content of the model's file and the physics, and taken from there the next time.
void fit_springs_once(const LoadedFigure& document, const PhysicsChoice& choice,
                      std::vector<VrmSpring>& chains, const std::function<void(double)>& progress);

}  // namespace mmd
