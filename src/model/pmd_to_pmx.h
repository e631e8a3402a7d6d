#pragma once

#include "base/diagnostic.h"
#include "formats/pmd.h"
#include "formats/pmx.h"

namespace mmd {

/// Converts a PMD to PMX for build_model() (layouts, "PMD"): bone types become flags, append and fixed
/// axes; IK gets layers, factors and knee limits; morphs refer to vertices; rigid bodies are in model space.
/// Indices out of range stay; the builder reports them. Toons become textures by name, MikuMikuDance's too,
/// because a model can bring files of these names; without a toon list they are the shared ramps.
/// `diagnostics` gets a warning about ignored texture names.
pmx::File pmx_from_pmd(pmd::File&& file, Diagnostics& diagnostics);

}  // namespace mmd
