#pragma once

// What can be done to a figure, as plain values: a panel, a gizmo or a recorded list makes them, `Editor`
// carries them out. All values are absolute (not "turn by" but "turn to") and right-handed, in MMD units;
// indices are those of the model's file.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "edit/edit_state.h"
#include "formats/vpd.h"

namespace mmd::edit {

/// Which bones and morphs a command is for.
struct Parts {
  bool all = false;                         ///< every bone and every morph; the lists do not count then
  std::vector<std::int32_t> bones, morphs;  ///< in any order
};
inline Parts whole_pose() {
  return {true, {}, {}};
}

/// Refused for bones that the model does not let turn by hand. What it is given is normalised; that of a bone
/// with a fixed axis is brought onto it (semantics, "From pose to bone matrices", 1).
struct RotateBone {
  std::int32_t bone = none;
  quat rotation = identity_rotation();
};

/// Refused for bones that the model does not let move by hand.
struct MoveBone {
  std::int32_t bone = none;
  vec3 translation{0.0f};
};

/// Several bones at once, by the rules above: if one of them is refused, nothing changes. What is not given
/// stays; of several entries for one bone the last counts.
struct SetBones {
  struct Entry {
    std::int32_t bone = none;
    std::optional<vec3> translation;
    std::optional<quat> rotation;
  };
  std::vector<Entry> bones;
};

/// Any finite weight.
struct SetMorph {
  std::int32_t morph = none;
  float weight = 0.0f;
};

struct SetIk {
  std::int32_t chain = none;  ///< index into Skeleton::ik_chains
  bool on = true;
};

/// Back to rest and to weight 0; IK stays as it is.
struct Reset {
  Parts parts;
};

/// The parts take what they have in the mirrored pose: all parts make `mmdview pose mirror`; both arms change
/// places; one arm alone becomes the mirror of the other, which stays.
struct Mirror {
  Parts parts = whole_pose();
};

/// The parts go towards another pose of the model: 0 leaves them, 1 is that pose.
struct Blend {
  Pose other;
  float weight = 0.0f;
  Parts parts = whole_pose();
  std::string source;  ///< what the other pose is called, for the list of steps; may be empty
};

/// The parts take what they have in another pose of the model (upper body, hands, a face; or all of it: a
/// frame of a motion).
struct TakeParts {
  Pose other;
  Parts parts;
  std::string source;
};

/// A pose as VPD files and text have it: clipboard, pose browser. Bones of any kind are set, as when a file
/// is loaded. Refused if it names something and the model has nothing of it.
struct Paste {
  vpd::File file;
  bool keep_others = false;  ///< whether what it does not mention stays; else that goes to rest
  std::string source;
};

struct SetLook {
  std::shared_ptr<const Look> look;
  std::string subject;  ///< what of it changed, for the list of steps; may be empty
};

using Command = std::variant<RotateBone, MoveBone, SetBones, SetMorph, SetIk, Reset, Mirror, Blend, TakeParts,
                             Paste, SetLook>;

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
  set_look,
  count
};

CommandKind kind_of(const Command& command);
/// What people call it: several bones that are only turned, or only moved, are that.
CommandKind deed_of(const Command& command);
/// In English: "Turn".
std::string_view words_of(CommandKind kind);
/// What it is done to, by the model's names: "左腕", "3 bones", "50 %"; empty for the whole pose.
std::string subject_of(const Command& command, const Model& model);

/// Carries a command out on a state that fits the model; returns the names it needs and the model lacks.
/// Errors: indices out of range, numbers that are not finite, a weight of Blend outside 0-1, a pose of
/// another model, a bone that may not be turned or moved. After an error the state is in any condition: work
/// on a copy.
Result<UnmatchedNames> perform(const Command& command, const Model& model, EditState& state);

}  // namespace mmd::edit
