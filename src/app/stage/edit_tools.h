#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "app/stage/t_pose_preview.h"
#include "edit/gizmo.h"
#include "edit/selection.h"
#include "pose/hand_poses.h"
#include "pose/pose.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// The handles that are shown at the active bone.
enum class EditTool : std::uint8_t {
  all,
  select,  ///< none
  rotate,  ///< rings
  move     ///< arrows and the dot in the middle
};

/// Where the active figure looks: at the camera or a bone, by the numbers of figures; the eyes' limit in
/// degrees.
struct CameraLook {
  LookAt at{LookAt::At::camera, 1, {}, vec3(0.0f), 0.3f, 0.1f};
  float limit = 30.0f;
};

/// A look that is kept: the pose that it gave, and the rotations before.
struct KeptLook {
  bool on = false;
  std::size_t figure = 0;
  std::shared_ptr<const Pose> pose;
  std::optional<vec3> target;                   ///< in the scene
  std::vector<BoneRotation> last_before, last;  ///< of the bones that the last look turned
  /// The same rotations before, of poses in the history.
  std::map<std::weak_ptr<const Pose>, std::vector<BoneRotation>, std::owner_less<>> before;

  /// Forgets all but whether a look is kept.
  void forget() {
    const bool was_on = on;
    *this = {};
    on = was_on;
  }
};

inline constexpr float min_thumbnail_scale = 0.6f, max_thumbnail_scale = 2.5f;

/// A file of the browser that the user renames.
struct RenamedFile {
  std::string file;          ///< empty: none
  std::string name;          ///< typed
  bool wants_focus = false;  ///< the field takes the keyboard next
};

/// What the picture shows in place of the edited pose: nothing else, the pose in a file, or a VRM in T pose.
using Preview = std::variant<std::monostate, std::string, TPoseChoice>;
inline bool is_on(const Preview& preview) {
  return !std::holds_alternative<std::monostate>(preview);
}

/// Inputs for editing that are not part of the pose.
struct EditTools {
  bool beside = false;       ///< opened models are added to the scene
  bool only_changed = true;  ///< saved poses contain changed bones and morphs only
  edit::GizmoAxes axes = edit::GizmoAxes::local;
  EditTool tool = EditTool::all;
  std::string camera_name;          ///< typed name of a camera bookmark
  std::string last_camera;          ///< the last used camera bookmark
  std::string carrier_search;       ///< typed into a list of bones
  std::string save_name;            ///< typed pose name; may be empty
  std::string closing_name;         ///< typed name for a pose or scene when the window closes
  bool wants_name = false;          ///< the name field takes the keyboard next
  bool wants_closing_name = false;  ///< so does the name field of the closing question
  bool wants_reference = false;     ///< so does the field for the path of the reference picture
  bool saves_frame = false;         ///< the name is for the shown frame, not for the edited pose
  std::string bone_search, set_pattern;
  bool bone_tree = false;               ///< list bones as a tree instead of display frames
  std::set<std::string> folded_frames;  ///< collapsed display frames: their bones are not listed
  std::size_t seen_step = 0;            ///< the step that the history last scrolled to
  std::int32_t seen_bone = none;        ///< the bone that the list last scrolled to
  std::string auto_browsed_folder;  ///< the folder that the browser shows because the pose or model is in it
  bool browser_has_keys = false;    ///< Enter opens the entry at the browser's cursor
  std::string hovered_pose;         ///< the file under the pointer, for a preview
  Preview previewed;                ///< what the picture shows for now
  RenamedFile renamed;
  float thumbnail_scale = 1.0f;  ///< of the browser, min_thumbnail_scale to max_thumbnail_scale
  CameraLook camera_look;
  bool thirds = false;     ///< lines at the thirds of the picture
  std::string other_pose;  ///< file for blending and taking parts
  float blend_weight = 0.0f;
};

/// A pose file and its share of the blend, 0-1.
struct BlendWith {
  std::string file;
  float weight = 0.0f;
};
/// A body part of the pose in a file.
struct PartOfPose {
  std::string file;
  edit::BodyPart part = edit::BodyPart::upper_body;
};

}  // namespace mmd
