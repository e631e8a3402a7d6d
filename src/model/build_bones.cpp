#include <algorithm>
#include <cmath>

#include "model/builders.h"
#include "skeleton/evaluation_order.h"

namespace mmd {
namespace {

constexpr std::string_view bones_section = "bones";
constexpr std::size_t max_links = 256;  // real chains have up to a few dozen

/// Limit of an evaluation's work against hostile files: link turns times the bones that each moves, over all
/// chains. Real models need a few thousand.
constexpr std::uint64_t max_ik_work = 20'000'000;

Append build_append(const pmx::Bone& raw, std::size_t bone, std::size_t bone_count, std::string_view name,
                    Repairs& repairs) {
  if ((raw.flags & (pmx::bone_append_rotation | pmx::bone_append_translation)) == 0) return {};
  Append out;
  out.source =
      checked_index(raw.append_source, bone_count, repairs, bones_section, repair_kind::append_source, bone);
  if (out.source == none) return {};
  if (!(std::abs(raw.append_ratio) <= max_append_ratio)) {
    repairs.add(bones_section, repair_kind::append_ratio, bone, name);
    return {};
  }
  out.ratio = raw.append_ratio;
  out.rotation = (raw.flags & pmx::bone_append_rotation) != 0;
  out.translation = (raw.flags & pmx::bone_append_translation) != 0;
  out.local = (raw.flags & pmx::bone_append_local) != 0;
  return out;
}

EulerLimits build_limits(const pmx::IkLink& raw, std::size_t bone, Repairs& repairs) {
  EulerLimits limits{raw.lower, raw.upper};
  for (glm::length_t axis = 0; axis < 3; ++axis) {
    float &low = limits.lower[axis], &high = limits.upper[axis];
    if (!std::isfinite(low) || !std::isfinite(high)) {
      repairs.add(bones_section, repair_kind::ik_limit_number, bone);
      low = -pi;
      high = pi;
    }
    if (low > high) {
      repairs.add(bones_section, repair_kind::ik_limits_reversed, bone, {}, Severity::note);
      std::swap(low, high);
    }
  }
  return mirror(limits);
}

/// The chain of an IK bone; without links (so without effect) if the target or all links are invalid.
IkChain build_chain(const pmx::File& file, std::size_t bone, Repairs& repairs) {
  const pmx::Ik& raw = file.bones[bone].ik;
  const std::size_t bone_count = file.bones.size();
  IkChain chain;
  chain.bone = static_cast<std::int32_t>(bone);
  chain.effector =
      checked_index(raw.target, bone_count, repairs, bones_section, repair_kind::ik_target, bone);
  if (raw.loop_count < 0 || raw.loop_count > max_iterations) {
    repairs.add(bones_section, repair_kind::ik_loops, bone);
  }
  chain.iterations = std::clamp(raw.loop_count, 0, max_iterations);
  chain.unit_angle = raw.unit_angle;
  if (!std::isfinite(raw.unit_angle)) {
    repairs.add(bones_section, repair_kind::ik_unit_angle, bone);
    chain.unit_angle = pi;
  }
  if (chain.effector == none) {
    if (raw.target == none) repairs.add(bones_section, repair_kind::ik_no_target, bone);
    chain.effector = chain.bone;
    return chain;
  }
  for (const pmx::IkLink& link : raw.links) {
    if (chain.links.size() == max_links) {
      repairs.add(bones_section, repair_kind::ik_too_many_links, bone);
      break;
    }
    const std::int32_t index =
        checked_index(link.bone, bone_count, repairs, bones_section, repair_kind::ik_link, bone);
    if (index == none) continue;
    const bool limited = link.has_limits == 1;
    chain.links.push_back({index, limited, limited ? build_limits(link, bone, repairs) : EulerLimits{}});
  }
  return chain;
}

Bone build_bone(const pmx::File& file, std::size_t i, Repairs& repairs) {
  const pmx::Bone& raw = file.bones[i];
  const std::size_t bone_count = file.bones.size();
  const auto flag = [&](pmx::BoneFlag f) { return (raw.flags & f) != 0; };
  Bone out;
  out.name = file.utf8(raw.name);
  out.name_english = file.utf8(raw.name_english);
  out.rest = mirror(raw.position);
  if (!usable_position(out.rest)) {
    repairs.add(bones_section, repair_kind::bone_position, i, out.name);
    out.rest = vec3(0.0f);
  }
  out.parent = checked_index(raw.parent, bone_count, repairs, bones_section, repair_kind::parent_index, i);
  out.layer = raw.layer;
  out.append = build_append(raw, i, bone_count, out.name, repairs);
  if (flag(pmx::bone_fixed_axis)) {
    out.has_fixed_axis = true;
    const vec3 axis = mirror(raw.fixed_axis);
    const float length = glm::length(axis);
    if (length > 1e-12f && std::isfinite(length)) {
      out.fixed_axis = axis / length;
    } else {
      repairs.add(bones_section, repair_kind::no_axis, i, out.name);
    }
  }
  out.rotatable = flag(pmx::bone_rotatable);
  out.movable = flag(pmx::bone_movable);
  out.visible = flag(pmx::bone_visible);
  out.operable = flag(pmx::bone_operable);
  out.after_physics = flag(pmx::bone_after_physics);
  if (flag(pmx::bone_tail_is_bone)) {
    out.tail_bone =
        checked_index(raw.tail_bone, bone_count, repairs, bones_section, repair_kind::tail_bone, i);
  } else {
    out.tail_offset =
        finite_or(mirror(raw.tail_offset), vec3(0.0f), repairs, bones_section, repair_kind::tail_number, i);
  }
  return out;
}

/// Limit of chains times bones. Bones below a chain's links are placed again after it, so this limits the
/// plan's memory (24 bytes each). Real models stay below 100 000.
constexpr std::uint64_t max_chain_bones = 1'000'000;

/// Limit of links in all chains: the evaluation keeps about 2 KB for each. Real models have some hundreds.
constexpr std::size_t max_model_links = 16'384;

/// Limit, over all chains, of the bones from links and effectors up to the next link of the chain or the
/// root. A chain keeps those between its links (16 bytes each) and walks them in each evaluation. Real models
/// have some thousands.
constexpr std::size_t max_bones_above_links = 1'000'000;

/// Counts such bones of a chain, up to just above `max_count`. `chain_of`: by bone, the last chain of which
/// it was a link or the effector.
std::size_t bones_above_links(const Skeleton& skeleton, const IkChain& chain, std::size_t max_count,
                              std::vector<std::int32_t>& chain_of) {
  chain_of[at(chain.effector)] = chain.bone;
  for (const IkLink& link : chain.links) chain_of[at(link.bone)] = chain.bone;
  std::size_t count = 0;
  const auto climb = [&](std::int32_t bone) {
    for (bone = skeleton.bones[at(bone)].parent;
         bone != none && chain_of[at(bone)] != chain.bone && count <= max_count;
         bone = skeleton.bones[at(bone)].parent)
      ++count;
  };
  climb(chain.effector);
  for (const IkLink& link : chain.links) climb(link.bone);
  return count;
}

void limit_ik_work(Skeleton& skeleton, Repairs& repairs) {
  std::uint64_t left = max_ik_work, chain_bones = 0;
  std::size_t left_above = max_bones_above_links;
  std::vector<std::int32_t> chain_of(skeleton.bones.size(), none);
  std::size_t all_links = 0;
  for (IkChain& chain : skeleton.ik_chains) {
    const auto drop_chain = [&](std::string_view why) {
      repairs.add(bones_section, why, at(chain.bone));
      chain.links.clear();
    };
    chain_bones += skeleton.bones.size();
    if (chain_bones > max_chain_bones) drop_chain("too many IK bones for one model; the chain is ignored");
    if (all_links + chain.links.size() > max_model_links)
      drop_chain("too many IK links in one model; the chain is ignored");
    all_links += chain.links.size();
    const std::size_t above =
        chain.links.empty() ? 0 : bones_above_links(skeleton, chain, left_above, chain_of);
    if (above > left_above) {
      drop_chain("too many bones above IK links in one model; the chain is ignored");
    } else {
      left_above -= above;
    }
    const std::uint64_t links = chain.links.size();
    const std::uint64_t per_iteration = links * (links + 1) / 2 + links;
    if (per_iteration == 0) continue;
    const auto affordable =
        static_cast<std::int32_t>(std::min<std::uint64_t>(left / per_iteration, max_iterations));
    if (chain.iterations > affordable) {
      repairs.add(bones_section, "too much IK in one model; iterations were cut", at(chain.bone));
      chain.iterations = affordable;
    }
    left -= per_iteration * static_cast<std::uint64_t>(chain.iterations);
  }
}

}  // namespace

Skeleton build_skeleton(const pmx::File& file, const std::vector<RigidBody>& bodies, Repairs& repairs) {
  Skeleton skeleton;
  skeleton.bones.reserve(file.bones.size());
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    skeleton.bones.push_back(build_bone(file, i, repairs));
    if ((file.bones[i].flags & pmx::bone_ik) == 0) continue;
    skeleton.bones.back().ik = static_cast<std::int32_t>(skeleton.ik_chains.size());
    skeleton.ik_chains.push_back(build_chain(file, i, repairs));
  }
  for (const RigidBody& body : bodies) {
    if (body.is_dynamic() && body.bone != none) skeleton.bones[at(body.bone)].physics = true;
  }
  limit_ik_work(skeleton, repairs);
  const BoneRepaired repaired = [&](std::string_view kind, std::size_t bone) {
    repairs.add("bones", kind, bone, skeleton.bones[bone].name);
  };
  cut_cycles(skeleton, repaired);
  order_evaluation(skeleton, repaired);
  return skeleton;
}

}  // namespace mmd
