#pragma once

#include "render/gpu_model.h"
#include "render/program.h"
#include "render/renderer.h"

namespace mmd {

/// What the shaders make of a model's `count` vertices in the pose that it was last updated to.
Result<Renderer::SkinnedVertices> read_back_skinned(Programs& programs, const GpuModel& model,
                                                    std::size_t count);

}  // namespace mmd
