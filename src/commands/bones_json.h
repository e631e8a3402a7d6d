#pragma once

#include <string>

#include "document/document.h"
#include "options/options.h"
#include "physics/model_physics.h"

namespace mmd {

/// The evaluated bones as JSON, as `bones` prints them. `physics`: whose bodies are listed too; null: none.
std::string bones_json(const Actor& actor, const ModelPhysics* physics, const Document& document,
                       Space space);

}  // namespace mmd
