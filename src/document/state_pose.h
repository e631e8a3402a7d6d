#pragma once

#include <optional>

#include "base/byte_io.h"

namespace mmd {

/// What every state (commands/state_file.h) has, with its version.
inline constexpr const char* state_version_member = "mmdview-state";

/// The VPD text in a state that was saved by the window; nullopt: the bytes are no state, or it has no pose.
std::optional<Bytes> pose_of_state(ByteSpan bytes);

}  // namespace mmd
