#pragma once

#include <string>

namespace mmd {

/// Ends the process with `said` on standard error and this status once all its threads together have used so
/// many seconds of the processors' time, or fewer where the system allows it less already. To be called once,
/// before there are walls. Where the system has no such limit nothing happens.
void limit_processor_time(unsigned seconds, std::string said, int status);

}  // namespace mmd
