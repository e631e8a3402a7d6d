#pragma once

#include "base/diagnostic.h"
#include "formats/pmd.h"
#include "formats/pmx.h"

namespace mmd {

/// A PMD in the terms of PMX, so that build_model() makes the same kind of model of both (semantics, "Files",
/// PMD): bone types become flags, append and fixed axes, IK gets layers, factors and knee limits, morphs
/// refer to vertices, rigid bodies stand in the model's space. Indices that are out of range stay so; the
/// builder reports them. Toon pictures come as texture names, MikuMikuDance's own included, because the model
/// may bring pictures of these names; without a toon list they are the shared ramps.
/// `diagnostics` gets a warning for names of textures that are left out.
pmx::File pmx_from_pmd(pmd::File&& file, Diagnostics& diagnostics);

}  // namespace mmd
