#pragma once

// Commands that change a figure, as plain values. Panels, gizmos and recorded lists create them; the
// stage performs them. Values are absolute ("turn to"), right-handed, in MMD units; indices are the model
// file's.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "edit/edit_state.h"
#include "formats/vpd.h"

namespace mmd::edit {

/// The bones and morphs that a command changes.
struct Parts {
  bool all = false;                         ///< every bone and every morph; the lists are ignored
  std::vector<std::int32_t> bones, morphs;  ///< in any order
};
inline Parts whole_pose() {
  return {true, {}, {}};
}

/// Error for a bone that is not rotatable. The rotation is normalised; for a bone with a fixed axis it is
/// projected onto that axis (semantics, "From pose to bone matrices", 1).
struct RotateBone {
  std::int32_t bone = none;
  quat rotation = identity_rotation();
};

/// Error for a bone that is not movable.
struct MoveBone {
  std::int32_t bone = none;
  vec3 translation{0.0f};
};

/// Several bones at once, by the rules above; if one is an error, nothing changes. Unset values stay; the
/// last of several entries for one bone counts.
struct SetBones {
  struct Entry {
    std::int32_t bone = none;
    std::optional<vec3> translation;
    std::optional<quat> rotation;
  };
  std::vector<Entry> bones;
  std::int32_t dragged = none;  ///< the hand or foot that these bones move; its pin goes along
};

/// The weight may be any finite number.
struct SetMorph {
  std::int32_t morph = none;
  float weight = 0.0f;
};

struct SetIk {
  std::int32_t chain = none;  ///< index into Skeleton::ik_chains
  bool on = true;
};

/// Resets bones to rest and morphs to weight 0; IK stays as it is.
struct Reset {
  Parts parts;
};

/// Gives the parts their values in the mirrored pose. All parts: the result of `mmdview pose mirror`. Both
/// arms swap; a single arm becomes the mirror image of the other, which stays.
struct Mirror {
  Parts parts = whole_pose();
};

/// Blends the parts with another pose of the model.
struct Blend {
  Pose other;
  float weight = 0.0f;  ///< 0 keeps the parts, 1 gives the other pose
  Parts parts = whole_pose();
  std::string source;  ///< the other pose's name in the undo list; may be empty
};

/// Copies the parts from another pose of the model, for example the hands, or all from a motion's frame.
struct TakeParts {
  Pose other;
  Parts parts;
  std::string source;
};

/// Applies a VPD from a file, the clipboard or the pose browser. Sets bones of any kind, as loading a file
/// does. Error if the file names bones or morphs but the model has none of them.
struct Paste {
  vpd::File file;
  bool keep_others = false;  ///< keep bones and morphs that the file does not name; otherwise they are reset
  std::string source;
};

using Command =
    std::variant<RotateBone, MoveBone, SetBones, SetMorph, SetIk, Reset, Mirror, Blend, TakeParts, Paste>;

/// In the order of the variant.
enum class CommandKind : std::uint8_t {
  rotate_bone,
  move_bone,
  set_bones,
  set_morph,
  set_ik,
  reset,
  mirror,
  blend,
  take_parts,
  paste,
  count
};

CommandKind kind_of(const Command& command);
/// The kind under which the undo list shows it: a SetBones that only rotates is rotate_bone, one that only
/// moves is move_bone.
CommandKind deed_of(const Command& command);
/// The English name: "Rotate".
std::string_view words_of(CommandKind kind);
/// The command's target by the model's names: "左腕", "3 bones", "50 %"; empty for the whole pose.
std::string subject_of(const Command& command, const Model& model);

/// Performs a command on a state that fits the model; returns the names that the model lacks. Errors: an
/// index out of range, a number that is not finite, a Blend weight outside 0-1, a pose of another model, a
/// bone that is not rotatable or movable. After an error the state is unspecified, so pass a copy.
Result<UnmatchedNames> perform(const Command& command, const Model& model, EditState& state);

struct Performed {
  EditState state;
  UnmatchedNames lacking;
};
/// Performs a command on a copy of `from`; the changed bones have the form that files store. Errors: also a
/// state of another model.
Result<Performed> performed(const Command& command, const Model& model, const EditState& from);

}  // namespace mmd::edit
