#include "model/judgements.h"

#include <algorithm>
#include <iterator>

#include "model/repair_kinds.h"
#include "skeleton/evaluation_order.h"

namespace mmd {
namespace {

constexpr Judgement judgements[] = {
    {repair_kind::no_weights, "vertex-weights", Severity::warning,
     "give it weights; without weights it stays behind when the model moves"},
    {repair_kind::weight_sum, "vertex-weights", Severity::note, "normalise the weights"},
    {repair_kind::weight_range, "vertex-weights", Severity::warning, "normalise the weights"},
    {repair_kind::zero_normal, "vertex-normal", Severity::warning,
     "recalculate the normals: programs differ in how they light such a vertex"},
    {repair_kind::stray, "vertex-far", Severity::warning,
     "move it back or delete it: in other programs the model may look tiny or be cut off"},
    {repair_kind::sphere_mode, "material-sphere", Severity::warning,
     "it is drawn without a sphere map; use 0 (none), 1 (multiply), 2 (add) or 3 (sub-texture)"},
    {repair_kind::shared_toon, "material-toon", Severity::warning,
     "it is drawn without toon; use 0 (toon01.bmp) to 9 (toon10.bmp)"},
    {repair_kind::ik_limits_reversed, "ik-limits", Severity::warning, "swap the lower and the upper limit"},
    {repair_kind::ik_loops, "ik-loops", Severity::warning, "use at most 256, MikuMikuDance's limit"},
    {repair_kind::ik_no_target, "ik-target", Severity::warning, "choose a target bone"},
    {repair_kind::no_axis, "bone-axis", Severity::warning,
     "give the fixed axis a direction, or switch it off"},
    {parent_cycle_cut, "bone-cycle", Severity::error, "choose a parent that is not below the bone"},
    {append_cycle_cut, "bone-cycle", Severity::error,
     "choose an append parent that does not depend on this bone"},
    {repair_kind::massless, "body-mass", Severity::warning, "give it a mass, or let it follow its bone"},
    {repair_kind::no_size, "body-size", Severity::note, "give it a size"},
    {repair_kind::negative_size, "body-size", Severity::warning, "give it a positive size"},
    {repair_kind::damping, "body-damping", Severity::note,
     "use a value from 0 (keeps all of the velocity) to 1 (none)"},
    {repair_kind::too_many_bodies, "body-count", Severity::warning, "remove bodies"},
    {repair_kind::too_many_joints, "body-count", Severity::warning, "remove joints"},
    {repair_kind::missing_body, "joint-nothing", Severity::warning,
     "choose both of its bodies, or delete the joint"},
    {repair_kind::same_body, "joint-nothing", Severity::warning, "choose another body, or delete the joint"},
    {repair_kind::group_cycle, "morph-cycle", Severity::error, "remove the group from itself"},
    {"the bone and an IK chain or append depend on each other; the cycle is cut", "bone-cycle",
     Severity::error, "remove the dependency between the IK and the append"},
};

}  // namespace

const Judgement* judgement_of(std::string_view kind) {
  const auto found = std::find_if(std::begin(judgements), std::end(judgements),
                                  [&](const Judgement& j) { return j.kind == kind; });
  return found != std::end(judgements) ? found : nullptr;
}

}  // namespace mmd
