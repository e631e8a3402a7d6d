#pragma once

#include "assets/image.h"
#include "export/exchange_model.h"

namespace mmd {

/// What the programs that read the file do with blended faces.
enum class BlendOrder : std::uint8_t {
  by_distance,  ///< they sort them, or blend without writing depth
  by_material   ///< one material after the other, with depth, as MMD does: a VRM's MToon
};

/// How the faces are seen through, by the material's alpha and the texels that the faces show. Cut-outs with
/// soft edges are a mask. Strands that fade out are blended by material; by distance they are a mask, since
/// hair comes out in order only so. `work_left`: texels that may still be looked at, for all parts of a model
/// together; where there are none left, what has alpha is a mask.
AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture, BlendOrder order,
                     double& work_left);

/// To begin with: a second or two. Models show each texel a few times.
inline constexpr double most_texels_looked_at = 256e6;

}  // namespace mmd
