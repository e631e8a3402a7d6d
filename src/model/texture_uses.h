#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/pmx.h"
#include "model/model.h"

namespace mmd {

/// The materials that show a texture, as base, sphere or toon.
struct TextureUse {
  std::int32_t first = none;  ///< the first of them in the file's order
  std::size_t count = 0;      ///< a material counts once
  bool is_base = false;       ///< whether one of them shows it as base
};

/// By texture. Of a model: as it is drawn; of a file: as it says, whatever the sphere's mode.
std::vector<TextureUse> texture_uses(const Model& model);
std::vector<TextureUse> texture_uses(const pmx::File& file);

/// `material 3 "髪" (and 2 more)`, for messages about a texture that is in use.
std::string materials_text(const Model& model, const TextureUse& use);
std::string materials_text(const pmx::File& file, const TextureUse& use);

}  // namespace mmd
