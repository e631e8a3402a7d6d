#pragma once

// PMD models for tests, made in memory.

#include "formats/pmd.h"

namespace mmd::test {

/// A field with UTF-8 text as CP932, cut at its end.
pmd::Field<20> field20(const char* utf8);

/// A sound model in which every feature of the format occurs: all bone types, IK with a knee, morphs,
/// textures with sphere maps, display frames, English names, toons, rigid bodies and a joint.
pmd::File full_pmd();

}  // namespace mmd::test
