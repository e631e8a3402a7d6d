#pragma once

#include <string>

#include "edit/gizmo.h"
#include "edit/selection.h"

namespace mmd {

/// What is chosen and typed while one works on a pose; none of it is the pose's.
struct EditTools {
  bool beside = false;       ///< models that are opened stand beside those that are there
  bool only_changed = true;  ///< saved poses leave out what is at rest
  edit::GizmoAxes axes = edit::GizmoAxes::local;
  std::string camera_name;   ///< as typed, for a camera to keep
  std::string last_camera;   ///< the name of the one that was gone to last
  std::string save_name;     ///< as typed; empty: not yet
  std::string closing_name;  ///< as typed, for a pose that has no file when the window closes
  bool wants_name = false;   ///< the field for it is to be typed into next
  bool saves_frame = false;  ///< it is for what a motion or the rest pose shows
  std::string bone_search, set_pattern;
  bool bone_tree = false;         ///< as against MikuMikuDance's display frames
  std::int32_t seen_bone = none;  ///< what the list of bones was scrolled to last
  std::string hovered_pose;       ///< the file under the pointer, to be shown when it rests there
  std::string previewed;          ///< the file whose pose is shown for as long as the pointer is on it
  std::string other_pose;         ///< file to blend with and to take parts from
  float blend_weight = 0.0f;
};

/// A pose's file and how far to go towards it, 0-1.
struct BlendWith {
  std::string file;
  float weight = 0.0f;
};
/// A part of the pose in a file.
struct PartOfPose {
  std::string file;
  edit::BodyPart part = edit::BodyPart::upper_body;
};

}  // namespace mmd
