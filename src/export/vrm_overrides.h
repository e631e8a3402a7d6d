#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "export/vrm_avatar.h"

namespace mmd {

/// Sets of each expression that is neither a blink nor one of the mouth's what it stops: whatever moves the
/// same vertices, so that eyes which a smile has shut do not shut twice. `eyes`: the bones that the gaze
/// turns.
void set_overrides(const ExchangeModel& model, std::span<const std::int32_t> eyes,
                   std::vector<VrmExpression>& expressions);

}  // namespace mmd
