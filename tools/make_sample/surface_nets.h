#pragma once

#include "make_sample/mesh.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

/// The zero set of `f` inside the box, as a closed mesh with edges of about `cell` units (naive surface nets,
/// then relaxed along the surface and projected onto it). The surface must not reach the box's walls. Fills
/// position, normal and indices.
Mesh surface_nets(const Sdf& f, vec3 low, vec3 high, float cell);

}  // namespace mmd::sample
