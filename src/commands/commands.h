#pragma once

#include <string>

#include "options/options.h"

namespace mmd {

class Actor;
class ModelPhysics;
struct Document;

// The commands without a window. Each prints its result to standard output and its messages to standard
// error, and returns the exit status.

/// Leaves its OpenGL context to the end of the process, which is to come at once and without exit handlers
/// (std::_Exit).
int run_shot(const Options& options);
/// Likewise.
int run_batch(const Options& options);
int run_serve(const Options& options);
int run_thumbnail(const Options& options);
int run_bones(const Options& options);
int run_info(const Options& options);
int run_export(const Options& options);
/// What `export` does where exports_model() (docs/user/export.md).
int run_model_export(const Options& options);
int run_check(const Options& options);
int run_pose(const Options& options);

/// Whether the name of the output asks for a model as other programs have it: .glb, .vrm, .obj.
bool exports_model(const Options& options);

/// The evaluated bones as JSON, as `bones` prints them. `physics`: whose bodies are listed too; null: none.
std::string bones_json(const Actor& actor, const ModelPhysics* physics, const Document& document,
                       Space space);

}  // namespace mmd
