#pragma once

#include <functional>
#include <string>

namespace mmd {

/// As much of a name as is no wider than `room`, with an ellipsis where something is left out. `width_of`: of
/// a text as it is drawn.
std::string shortened(const std::string& name, float room,
                      const std::function<float(const std::string&)>& width_of);

}  // namespace mmd
