#pragma once

#include <string_view>

#include "formats/pmx.h"
#include "formats/x.h"

namespace mmd {

/// Converts an accessory to PMX for build_model(): one bone at the origin, materials in the accessory's
/// order, double-sided and without edges. `screen.bmp`, MMD's last picture, becomes a grey surface. Sets
/// `is_accessory`, so that it is lit as MMD's accessories (semantics, "Accessories"). `name`: the model's
/// name, UTF-8.
pmx::File pmx_from_x(x::Accessory&& accessory, std::string_view name);

}  // namespace mmd
