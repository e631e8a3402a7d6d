#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/byte_io.h"

namespace mmd {

/// What every state (commands/state_file.h) has, with its version.
inline constexpr const char* state_version_member = "mmdview-state";

/// The VPD text in a state that was saved by the window, of its figure of that number, from 1; nullopt: the
/// bytes are no state, or it has no such pose.
std::optional<Bytes> pose_of_state(ByteSpan bytes, std::size_t figure = 1);

/// The pose of a figure in a state, named like a member of an archive: "arranged.state.json/pose2".
std::string name_of_pose(const std::string& state, std::size_t figure);
/// The state and the number in such a name; nullopt: it is none, or there is no such file.
std::optional<std::pair<std::string, std::size_t>> pose_named(const std::string& name);

}  // namespace mmd
