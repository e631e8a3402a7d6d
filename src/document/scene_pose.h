#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/byte_io.h"
#include "pose/pose_to_vpd.h"
#include "scene/input.h"

namespace mmd {

inline constexpr const char* scene_picture_member = "picture";  ///< in a scene file: a JPEG as a data URI

/// The part of a document that is sampled.
enum class Shows : std::uint8_t {
  motion,  ///< the motions over the pose
  pose,    ///< the pose, with the motions' camera and light
  rest     ///< the rest pose, with the motions' camera and light
};
/// The word in scenes; empty for Shows::motion, the default.
std::string_view word_of(Shows shows);
std::optional<Shows> shows_called(std::string_view word);

/// A pose from a scene.
struct ScenePose {
  Bytes vpd;  ///< the pose as VPD text
  Shows shows = Shows::motion;
  std::vector<std::string> ik_off;  ///< IK bones whose chains are switched off
  std::vector<std::string> frozen;  ///< bones that physics leaves to the pose
  std::vector<std::string> pins;    ///< hands and feet that the window holds in place
  UnnamedPose unnamed;              ///< what a VPD cannot name
};

/// UnnamedPose in a scene, in MMD's space: {"bones": [[index, 3 numbers of the place, 4 of the quaternion]],
/// "morphs": [[index, weight]]}. What is not like this is read as nothing.
inline constexpr const char* scene_unnamed_member = "unnamed";
nlohmann::json json_of_unnamed(const UnnamedPose& unnamed);
UnnamedPose unnamed_of_json(const nlohmann::json& figure);

/// Poses of a scene's figures in their order; nullopt for a figure without one.
using FigurePoses = std::vector<std::optional<ScenePose>>;
/// Those of a scene file; nullopt if the bytes are not one.
std::optional<FigurePoses> poses_of_scene(ByteSpan bytes);
/// That of one figure, from 1; nullopt if the bytes are not a scene or it has no such pose.
std::optional<ScenePose> pose_of_scene(ByteSpan bytes, std::size_t figure = 1);

/// The small picture in a scene file; nullopt without one.
std::optional<Bytes> picture_of_scene(ByteSpan bytes);

/// Whether the bytes are a scene file or a project of MMD.
bool is_scene_or_project(ByteSpan bytes);

/// Names a figure's pose like a member of an archive: "arranged.mmdscene/pose2".
std::string name_of_pose(const std::string& scene, std::size_t figure);
/// The scene file and the figure in such a name; nullopt if the name has another form or the file is missing.
std::optional<std::pair<std::string, std::size_t>> pose_named(const std::string& name);

}  // namespace mmd
