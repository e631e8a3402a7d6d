#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "commands/batch/sources.h"
#include "options/options.h"
#include "scene/input.h"

namespace mmd {

/// The motions of the scene that a batch plays.
using SceneMotions = std::vector<InputFile>;
Result<SceneMotions> motions_of_scene(const std::string& model, const Options& options);

/// The frames to draw of a source. Errors: its motion, or one of the scene, cannot be read; too many frames.
Result<std::vector<double>> frames_of(const Source& source, const SceneMotions& of_scene,
                                      const Options& options);

}  // namespace mmd
