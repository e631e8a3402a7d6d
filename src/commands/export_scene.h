#pragma once

#include <vector>

#include "commands/written_files.h"
#include "options/options.h"
#include "session/session.h"

namespace mmd {

/// A .glb of all models of a shown session.
Result<std::vector<WrittenFile>> scene_glb(const Options& options, const Session& session,
                                           Diagnostics& diagnostics);

}  // namespace mmd
