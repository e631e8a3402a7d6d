#pragma once

#include <string>

#include "options/options.h"

namespace mmd {

class Actor;
class ModelPhysics;
struct LoadedFigure;

// The commands without a window. Each prints its result to standard output and its messages to standard
// error, and returns the exit status.

/// Does not destroy its OpenGL context: end the process at once, without exit handlers (std::_Exit).
int run_shot(const Options& options);
/// The same.
int run_batch(const Options& options);
int run_serve(const Options& options);
int run_thumbnail(const Options& options);
int run_bones(const Options& options);
int run_info(const Options& options);
int run_export(const Options& options);
/// `export` if exports_model() (docs/user/export.md).
int run_model_export(const Options& options);
int run_check(const Options& options);
int run_fix(const Options& options);
int run_pose(const Options& options);

/// Whether the output is a model for other programs: .glb, .vrm, .obj.
bool exports_model(const Options& options);

/// The evaluated bones as the JSON of `bones`, with the bodies of `physics`, which may be null.
std::string bones_json(const Actor& actor, const ModelPhysics* physics, const LoadedFigure& document,
                       Space space);

}  // namespace mmd
