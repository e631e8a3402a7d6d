#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_io.h"

namespace mmd {

/// What every state (options/state_file.h) has, with its version.
inline constexpr const char* state_version_member = "mmdview-state";

/// What of a document is sampled.
enum class Shows : std::uint8_t {
  motion,  ///< the motions over the pose; the pose, if there are none
  pose,    ///< the pose, with camera and light of the motions
  rest     ///< the rest pose, with these
};
/// As states say it; empty: the motion, which is not said.
std::string_view word_of(Shows shows);
std::optional<Shows> shows_called(std::string_view word);

/// A pose in a state that was saved by the window.
struct StatePose {
  Bytes vpd;  ///< its text
  Shows shows = Shows::motion;
  std::vector<std::string> ik_off;  ///< IK bones whose chains are switched off
};

/// The pose in a state, of its figure of that number, from 1; nullopt: the bytes are no state, or it has no
/// such pose.
std::optional<StatePose> pose_of_state(ByteSpan bytes, std::size_t figure = 1);

/// The pose of a figure in a state, named like a member of an archive: "arranged.state.json/pose2".
std::string name_of_pose(const std::string& state, std::size_t figure);
/// The state and the number in such a name; nullopt: it is none, or there is no such file.
std::optional<std::pair<std::string, std::size_t>> pose_named(const std::string& name);

}  // namespace mmd
