#pragma once

#include "assets/image.h"
#include "exchange/exchange_model.h"

namespace mmd {

/// How the faces are seen through, by the material's alpha and the texels that the faces show. Cut-outs with
/// soft edges and strands are a mask: where programs sort what they blend by distance, or blend without
/// writing depth, hair comes out in order only so. `work_left`: texels that may still be looked at, for all
/// parts of a model together; where there are none left, what has alpha is a mask.
AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture, double& work_left);

/// To begin with: a second or two. Models show each texel a few times.
inline constexpr double most_texels_looked_at = 256e6;

}  // namespace mmd
