#pragma once

#include <memory>

#include "model/finding.h"
#include "model/model.h"

namespace mmd {

/// What a VRM of the model would lack or break: rules of VRM 1.0 and of UniVRM.
void check_for_vrm(const std::shared_ptr<const Model>& model, Findings& findings);

}  // namespace mmd
