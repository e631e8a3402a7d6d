#pragma once

#include "assets/image.h"
#include "exchange/exchange_model.h"

namespace mmd {

/// How the faces are seen through, by the material's alpha and the texels that the faces show. A cut-out with
/// soft edges is a mask: where programs sort what they blend by distance, hair and lashes come out in order
/// only so.
AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture);

}  // namespace mmd
