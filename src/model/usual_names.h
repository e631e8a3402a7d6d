#pragma once

// Usual Japanese names in models: their English names, and the panels of morphs. Empty where a name is not
// usual.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pmx.h"
#include "model/mend.h"

namespace mmd {

std::string usual_english_bone(std::string_view japanese);
std::string usual_english_morph(std::string_view japanese);
/// Also with a number behind: "髪2".
std::string usual_english_material(std::string_view japanese);
std::string usual_english_frame(std::string_view japanese);

/// The panel of MikuMikuDance (pmx::Morph::panel) for a morph; nullopt: not usual.
std::optional<std::uint8_t> usual_panel(std::string_view japanese);

/// Gives bones, morphs, materials and display frames without an English name the usual one, each once per
/// section. Returns the changes.
std::vector<Mended> fill_english_names(pmx::File& file);

}  // namespace mmd
