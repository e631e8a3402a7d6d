#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "edit/edit_state.h"
#include "pose/pose_to_vpd.h"

namespace mmd::edit {
namespace {

/// For each entry of `from` the index of the entry in `to` with the same name and the same number of entries
/// of that name before it; `none` if there is none.
template <class Entry>
std::vector<std::int32_t> indices_by_name(const std::vector<Entry>& from, const std::vector<Entry>& to) {
  std::unordered_map<std::string_view, std::vector<std::int32_t>> there;
  for (std::size_t i = 0; i < to.size(); ++i) there[to[i].name].push_back(static_cast<std::int32_t>(i));
  std::unordered_map<std::string_view, std::size_t> met;
  std::vector<std::int32_t> out;
  out.reserve(from.size());
  for (const Entry& entry : from) {
    const std::size_t before = met[entry.name]++;
    const auto found = there.find(entry.name);
    const bool is_there = found != there.end() && before < found->second.size();
    out.push_back(is_there ? found->second[before] : none);
  }
  return out;
}

template <class Value>
void put_carried(const std::vector<Value>& values, const std::vector<std::int32_t>& targets,
                 std::vector<Value>& out) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (targets[i] != none) out[static_cast<std::size_t>(targets[i])] = values[i];
}

}  // namespace

CarryOver::CarryOver(const Model& from, const Model& to)
    : bones(indices_by_name(from.skeleton.bones, to.skeleton.bones)),
      morphs(indices_by_name(from.morphs, to.morphs)),
      materials(indices_by_name(from.materials, to.materials)) {
  for (const IkChain& chain : from.skeleton.ik_chains) {
    const std::int32_t bone = bones[static_cast<std::size_t>(chain.bone)];
    ik_chains.push_back(bone == none ? none : to.bone(bone).ik);
  }
}

Pose carried_over(const Pose& pose, const CarryOver& carry, const Model& to) {
  Pose out(to);
  put_carried(pose.translation, carry.bones, out.translation);
  put_carried(pose.rotation, carry.bones, out.rotation);
  put_carried(pose.morph_weights, carry.morphs, out.morph_weights);
  return out;
}

EditState carried_over(const EditState& state, const CarryOver& carry, const Model& to) {
  EditState out(to);
  out.pose = carried_over(state.pose, carry, to);
  put_carried(state.ik_chains, carry.ik_chains, out.ik_chains);
  return out;
}

UnmatchedNames left_out(const Pose& pose, const CarryOver& carry, const Model& from) {
  UnmatchedNames out;
  for (std::size_t i = 0; i < carry.bones.size(); ++i)
    if (carry.bones[i] == none && !is_at_rest(pose, i)) out.bones.push_back(from.skeleton.bones[i].name);
  for (std::size_t i = 0; i < carry.morphs.size(); ++i)
    if (carry.morphs[i] == none && pose.morph_weights[i] != 0.0f) out.morphs.push_back(from.morphs[i].name);
  return out;
}

}  // namespace mmd::edit
