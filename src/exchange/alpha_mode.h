#pragma once

#include "assets/image.h"
#include "exchange/exchange_model.h"

namespace mmd {

/// How the faces are seen through, by the material's alpha and the texels that the faces show. Cut-outs with
/// soft edges and strands are a mask: where programs sort what they blend by distance, or blend without
/// writing depth, hair comes out in order only so.
AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture);

}  // namespace mmd
