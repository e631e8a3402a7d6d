#pragma once

#include <vector>

#include "base/result.h"
#include "export/embedded_pictures.h"
#include "export/exchange_model.h"
#include "scene/scene.h"

namespace mmd {

/// What the file can say of materials.
enum class MaterialTerms : std::uint8_t {
  plain,            ///< one colour and texture
  vertex_coloured,  ///< and colours of the vertices
  mtoon             ///< light and shade, spheres that add, edges
};

/// The materials of the parts, as morphs have them. What cannot be said is worked into the colours where it
/// can be, and told.
Result<std::vector<ExchangeMaterial>> make_materials(const Actor& actor,
                                                     const std::vector<ExchangePart>& parts,
                                                     const std::vector<std::size_t>& materials,
                                                     MaterialTerms terms, EmbeddedPictures& pictures,
                                                     Diagnostics& diagnostics);

}  // namespace mmd
