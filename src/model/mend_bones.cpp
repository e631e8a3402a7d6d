#include <cmath>
#include <set>

#include "model/builders.h"
#include "model/check_model.h"
#include "model/mender.h"
#include "model/usual_names.h"
#include "skeleton/evaluation_order.h"

namespace mmd {
namespace {

constexpr std::string_view mended_bones = "bones", mended_morphs = "morphs";
constexpr int append_flags =
    pmx::bone_append_rotation | pmx::bone_append_translation | pmx::bone_append_local;

std::string append_text(const pmx::Bone& bone) {
  return fmt::format("append of {}, ratio {}", index_text(bone.append_source), bone.append_ratio);
}

void drop_append(pmx::Bone& bone) {
  bone.flags = static_cast<std::uint16_t>(bone.flags & ~append_flags);
  bone.append_source = -1;
  bone.append_ratio = 0.0f;
}

void drop_ik(pmx::Bone& bone) {
  bone.flags = static_cast<std::uint16_t>(bone.flags & ~pmx::bone_ik);
  bone.ik = {};
}

/// Repairs the numbers and indices of one bone.
class BoneMender {
 public:
  BoneMender(Mender& mender, std::size_t index)
      : mender_(mender),
        file_(mender.file),
        index_(index),
        bone_(file_.bones[index]),
        element_(mender, mended_bones, index, &bone_.name) {}

  void run() {
    if (!usable_position(bone_.position))
      element_.set(repair_kind::bone_position, bone_.position, vec3(0.0f));
    element_.index(repair_kind::parent_index, bone_.parent, file_.bones.size());
    if ((bone_.flags & pmx::bone_tail_is_bone) != 0) {
      element_.index(repair_kind::tail_bone, bone_.tail_bone, file_.bones.size());
    } else if (!is_finite(bone_.tail_offset)) {
      element_.set(repair_kind::tail_number, bone_.tail_offset, vec3(0.0f));
    }
    if ((bone_.flags & append_flags) != 0) append();
    if ((bone_.flags & pmx::bone_fixed_axis) != 0) axis();
    if ((bone_.flags & pmx::bone_ik) != 0) ik();
  }

 private:
  bool is_bone(std::int32_t index) const { return is_index(index, file_.bones.size()); }

  void append() {
    const std::int32_t source = bone_.append_source;
    std::string_view kind;
    if (source != -1 && !is_bone(source))
      kind = repair_kind::append_source;
    else if (!(std::abs(bone_.append_ratio) <= max_append_ratio))
      kind = repair_kind::append_ratio;
    else
      return;
    if (!mender_.wants(kind)) return;
    element_.note(kind, append_text(bone_), "no append");
    drop_append(bone_);
  }

  /// Towards the tail.
  void axis() {
    const float length = glm::length(bone_.fixed_axis);
    if ((length > 1e-12f && std::isfinite(length)) || !mender_.wants(repair_kind::no_axis)) return;
    const bool to_bone = (bone_.flags & pmx::bone_tail_is_bone) != 0;
    vec3 along = bone_.tail_offset;
    if (to_bone)
      along = is_bone(bone_.tail_bone)
                  ? file_.bones[static_cast<std::size_t>(bone_.tail_bone)].position - bone_.position
                  : vec3(0.0f);
    const float way = glm::length(along);
    const std::string before = value_text(bone_.fixed_axis);
    if (way > 1e-6f && std::isfinite(way)) {
      bone_.fixed_axis = along / way;
      element_.note(repair_kind::no_axis, before, value_text(bone_.fixed_axis));
    } else {
      bone_.flags = static_cast<std::uint16_t>(bone_.flags & ~pmx::bone_fixed_axis);
      element_.note(repair_kind::no_axis, before, "no fixed axis");
    }
  }

  void ik() {
    pmx::Ik& ik = bone_.ik;
    const bool has_target = is_bone(ik.target),
               reaches_itself = ik.target == static_cast<std::int32_t>(index_);
    if ((!has_target || reaches_itself || ik.links.empty()) && without_effect(has_target && !reaches_itself))
      return;
    if (ik.loop_count < 0 || ik.loop_count > max_iterations)
      element_.set(repair_kind::ik_loops, ik.loop_count, ik.loop_count < 0 ? 0 : max_iterations);
    if (!std::isfinite(ik.unit_angle)) element_.set(repair_kind::ik_unit_angle, ik.unit_angle, pi);
    if (has_target) links();
  }

  /// Makes an IK that turns nothing a bone without IK, if that is wanted.
  bool without_effect(bool has_target) {
    const bool is_damage = bone_.ik.target != -1 && !is_bone(bone_.ik.target);
    const std::string_view rule = is_damage ? damage_rule : has_target ? "ik-links" : "ik-target";
    if (!mender_.wants(rule, is_damage ? Severity::error : Severity::warning)) return false;
    mender_.note(rule, mended_bones, index_, element_.name(), "an IK that turns nothing",
                 fmt::format("IK of {} with {} links", index_text(bone_.ik.target), bone_.ik.links.size()),
                 "no IK");
    drop_ik(bone_);
    return true;
  }

  void links() {
    std::vector<pmx::IkLink>& links = bone_.ik.links;
    const std::size_t before = links.size();
    if (mender_.wants(repair_kind::ik_link)) {
      std::erase_if(links, [&](const pmx::IkLink& link) { return link.bone != -1 && !is_bone(link.bone); });
      if (links.size() != before)
        element_.note(repair_kind::ik_link, fmt::format("{} links", before),
                      fmt::format("{} links", links.size()));
    }
    for (pmx::IkLink& link : links) {
      if (link.has_limits != 1) continue;
      for (glm::length_t axis = 0; axis < 3; ++axis) limits(link.lower[axis], link.upper[axis]);
    }
  }

  void limits(float& low, float& high) {
    const std::string before = fmt::format("{} to {}", low, high);
    if (!std::isfinite(low) || !std::isfinite(high)) {
      if (!mender_.wants(repair_kind::ik_limit_number)) return;
      low = -pi;
      high = pi;
      element_.note(repair_kind::ik_limit_number, before, fmt::format("{} to {}", low, high));
    } else if (low > high && mender_.wants(repair_kind::ik_limits_reversed)) {
      std::swap(low, high);
      element_.note(repair_kind::ik_limits_reversed, before, fmt::format("{} to {}", low, high));
    }
  }

  Mender& mender_;
  pmx::File& file_;
  std::size_t index_;
  pmx::Bone& bone_;
  MendedElement element_;
};

/// Cuts cycles where build_skeleton() does.
void cut_bone_cycles(Mender& mender) {
  pmx::File& file = mender.file;
  const bool parents = mender.wants(parent_cycle_cut), self = mender.wants("append-self", Severity::warning);
  if (!parents && !self) return;
  Repairs ignored;
  const Skeleton skeleton = build_skeleton(file, {}, ignored);
  const auto is_bone = [&](std::int32_t index) { return is_index(index, file.bones.size()); };
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    pmx::Bone& bone = file.bones[i];
    MendedElement element(mender, mended_bones, i, &bone.name);
    if (parents && is_bone(bone.parent) && skeleton.bones[i].parent == none) {
      element.note(parent_cycle_cut, index_text(bone.parent), index_text(-1));
      bone.parent = -1;
    }
    if ((bone.flags & append_flags) == 0 || !is_bone(bone.append_source) ||
        skeleton.bones[i].append.source != none)
      continue;
    const bool of_self = bone.append_source == static_cast<std::int32_t>(i);
    if (of_self ? !self : !parents) continue;
    mender.note(of_self ? "append-self" : "bone-cycle", mended_bones, i, element.name(),
                of_self ? "appends to itself" : std::string(append_cycle_cut), append_text(bone),
                "no append");
    drop_append(bone);
  }
}

std::string order_text(const pmx::Bone& bone) {
  return fmt::format("layer {}{}", bone.layer,
                     (bone.flags & pmx::bone_after_physics) != 0 ? ", after physics" : "");
}

/// Raises deform layers until no bone comes before one that it needs. Bones that need each other stay as they
/// were.
void order_bones(Mender& mender) {
  constexpr int max_raises = 64;
  if (!mender.wants("bone-order", Severity::warning)) return;
  std::vector<pmx::Bone>& bones = mender.file.bones;
  struct Place {
    std::int32_t layer;
    std::uint16_t flags;
    int raises = 0;
  };
  std::vector<Place> before;
  before.reserve(bones.size());
  for (const pmx::Bone& bone : bones) before.push_back({bone.layer, bone.flags});
  for (bool raised = true; raised;) {
    raised = false;
    for (const LateBone& late : late_bones(mender.file)) {
      Place& old = before[late.bone];
      pmx::Bone& bone = bones[late.bone];
      if (old.raises > max_raises) continue;
      raised = true;
      if (++old.raises > max_raises) {
        bone.layer = old.layer;
        bone.flags = old.flags;
      } else if (const auto layer = layer_behind(mender.file, late.bone, late.later)) {
        bone.layer = std::max(bone.layer, *layer);
      } else {
        bone.flags |= pmx::bone_after_physics;
      }
    }
  }
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const pmx::Bone& bone = bones[i];
    if (bone.layer == before[i].layer && bone.flags == before[i].flags) continue;
    pmx::Bone old = bone;
    old.layer = before[i].layer;
    old.flags = before[i].flags;
    mender.note("bone-order", mended_bones, i, mender.file.utf8(bone.name),
                "evaluated before a bone that it needs", order_text(old), order_text(bone));
  }
}

/// Removes the offsets that `is_bad` and notes how many stay.
template <class Offset, class IsBad>
void remove_offsets(Mender& mender, std::size_t morph, std::vector<Offset>& offsets, std::string_view kind,
                    const IsBad& is_bad) {
  const std::size_t before = offsets.size();
  if (!mender.wants(kind)) return;
  std::erase_if(offsets, is_bad);
  if (offsets.size() != before)
    mender.note_kind(kind, mended_morphs, morph, mender.file.utf8(mender.file.morphs[morph].name),
                     fmt::format("{} offsets", before), fmt::format("{} offsets", offsets.size()));
}

/// Removes offsets of elements that do not exist, and those with unusable numbers.
class MorphMender {
 public:
  MorphMender(Mender& mender, std::size_t morph) : mender_(mender), file_(mender.file), morph_(morph) {}

  void operator()(std::vector<pmx::GroupOffset>& offsets) const {
    run(offsets, repair_kind::morph_index, file_.morphs.size(), &pmx::GroupOffset::morph,
        [](const pmx::GroupOffset& o) { return std::isfinite(o.ratio); });
  }
  void operator()(std::vector<pmx::VertexOffset>& offsets) const {
    run(offsets, repair_kind::vertex_index, file_.vertices.size(), &pmx::VertexOffset::vertex,
        [](const pmx::VertexOffset& o) { return usable_position(o.offset); });
  }
  void operator()(std::vector<pmx::BoneOffset>& offsets) const {
    run(offsets, repair_kind::bone_index, file_.bones.size(), &pmx::BoneOffset::bone,
        [](const pmx::BoneOffset& o) { return usable_position(o.translation) && is_finite(o.rotation); });
  }
  void operator()(std::vector<pmx::UvOffset>& offsets) const {
    run(offsets, repair_kind::vertex_index, file_.vertices.size(), &pmx::UvOffset::vertex,
        [](const pmx::UvOffset& o) { return usable_position(o.offset); });
  }
  void operator()(std::vector<pmx::MaterialOffset>& offsets) const {
    remove_offsets(mender_, morph_, offsets, repair_kind::material_index, [&](const pmx::MaterialOffset& o) {
      return o.material != -1 && !is_index(o.material, file_.materials.size());
    });
    remove_offsets(mender_, morph_, offsets, repair_kind::morph_number, [](const pmx::MaterialOffset& o) {
      return !(is_finite(o.diffuse) && is_finite(o.specular) && std::isfinite(o.specular_power) &&
               is_finite(o.ambient) && is_finite(o.edge_colour) && std::isfinite(o.edge_size) &&
               is_finite(o.texture) && is_finite(o.sphere) && is_finite(o.toon));
    });
  }
  void operator()(std::vector<pmx::ImpulseOffset>& offsets) const {
    run(offsets, repair_kind::rigid_body_index, file_.rigid_bodies.size(), &pmx::ImpulseOffset::rigid_body,
        [](const pmx::ImpulseOffset& o) { return usable_position(o.velocity) && usable_position(o.torque); });
  }

 private:
  template <class Offset, class Index, class IsUsable>
  void run(std::vector<Offset>& offsets, std::string_view kind, std::size_t size, Index Offset::*index,
           const IsUsable& is_usable) const {
    remove_offsets(mender_, morph_, offsets, kind,
                   [&](const Offset& o) { return !is_index(o.*index, size); });
    remove_offsets(mender_, morph_, offsets, repair_kind::morph_number,
                   [&](const Offset& o) { return !is_usable(o); });
  }

  Mender& mender_;
  pmx::File& file_;
  std::size_t morph_;
};

/// Takes the members out of groups that lead back to the group.
void cut_group_cycles(Mender& mender) {
  pmx::File& file = mender.file;
  if (!mender.wants(repair_kind::group_cycle)) return;
  const auto group_of = [&](std::size_t morph) {
    return std::get_if<std::vector<pmx::GroupOffset>>(&file.morphs[morph].offsets);
  };
  std::set<std::pair<std::size_t, std::size_t>> closing;
  find_group_cycles(
      file.morphs.size(),
      [&](std::size_t morph, std::size_t place) -> std::optional<std::int32_t> {
        const auto* group = group_of(morph);
        if (group == nullptr || place == group->size()) return std::nullopt;
        return (*group)[place].morph;
      },
      [&](std::size_t morph, std::size_t place) { closing.emplace(morph, place); });
  for (auto it = closing.rbegin(); it != closing.rend(); ++it) {  // the last ones first: places stay right
    auto& group = *group_of(it->first);
    const auto place = group.begin() + static_cast<std::ptrdiff_t>(it->second);
    mender.note_kind(repair_kind::group_cycle, mended_morphs, it->first,
                     file.utf8(file.morphs[it->first].name), fmt::format("member {}", place->morph),
                     "no such member");
    group.erase(place);
  }
}

/// Puts morphs that MikuMikuDance lists nowhere into a panel.
void mend_panels(Mender& mender) {
  for (std::size_t i = 0; i < mender.file.morphs.size(); ++i) {
    pmx::Morph& morph = mender.file.morphs[i];
    const bool unknown = morph.panel > last_panel;
    if ((!unknown && morph.panel != 0) ||
        !mender.wants(morph_panel_rule, unknown ? Severity::warning : Severity::note))
      continue;
    const std::string name = mender.file.utf8(morph.name);
    const std::uint8_t panel = usual_panel(name).value_or(last_panel);
    mender.note(morph_panel_rule, mended_morphs, i, name, "in no panel", value_text(int{morph.panel}),
                value_text(int{panel}));
    morph.panel = panel;
  }
}

}  // namespace

void mend_bones(Mender& mender) {
  for (std::size_t i = 0; i < mender.file.bones.size(); ++i) BoneMender(mender, i).run();
  cut_bone_cycles(mender);
  order_bones(mender);
}

void mend_morphs(Mender& mender) {
  for (std::size_t i = 0; i < mender.file.morphs.size(); ++i)
    std::visit(MorphMender(mender, i), mender.file.morphs[i].offsets);
  cut_group_cycles(mender);
  mend_panels(mender);
}

}  // namespace mmd
