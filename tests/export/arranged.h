#pragma once

#include <memory>
#include <optional>

#include "session/session.h"

namespace mmd::test {

/// The document alone, with physics if given.
inline Arrangement arranged(const LoadedFigure& document, const std::optional<PhysicsChoice>& physics = {}) {
  Arrangement out;
  out.figures.resize(1);
  out.figures.front().loaded = std::make_shared<const LoadedFigure>(document);
  if (physics) out.physics = *physics;
  out.physics.on = physics.has_value();
  return out;
}

}  // namespace mmd::test
