#pragma once

// Inside of the conversion from PMD: its bones and IK.

#include "formats/pmd.h"
#include "formats/pmx.h"

namespace mmd {

/// A field's text as UTF-8, up to its NUL.
pmx::Text pmd_text(std::string_view cp932);

/// Fills `out.bones`.
void bones_from_pmd(const pmd::File& file, pmx::File& out);

}  // namespace mmd
