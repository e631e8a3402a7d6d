#pragma once

#include "options/options.h"

namespace mmd {

/// Whether the name of the output asks for a model as other programs have it: .glb, .vrm, .obj.
bool exports_model(const Options& options);

/// `mmdview export MODEL [POSE|MOTION …] -o OUT.glb|.vrm|.obj` (docs/user/export.md). The exit status.
int run_model_export(const Options& options);

}  // namespace mmd
