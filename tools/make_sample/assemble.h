#pragma once

#include "formats/pmx.h"
#include "make_sample/mesh.h"
#include "make_sample/rig.h"

namespace mmd::sample {

/// The whole model.
Result<pmx::File> make_model(const Rig& rig);

/// The mesh's vertices as the file stores them.
void add_vertices(pmx::Vertices& out, const Mesh& mesh);

}  // namespace mmd::sample
