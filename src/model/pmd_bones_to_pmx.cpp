#include <algorithm>
#include <array>

#include "model/model.h"
#include "model/pmd_bones.h"

namespace mmd {
namespace {

/// Bone types of the format (semantics, "Files", PMD).
enum BoneType : std::uint8_t {
  turns = 0,
  turns_and_moves = 1,
  ik_goal = 2,
  under_ik = 4,
  under_rotation = 5,
  ik_target = 6,
  hidden = 7,
  twist = 8,
  turns_along = 9
};

constexpr std::uint16_t shown = pmx::bone_visible | pmx::bone_operable;
constexpr std::uint16_t rotatable = pmx::bone_rotatable;

/// By BoneType.
constexpr std::array<std::uint16_t, 10> flags_of_type = {
    rotatable | shown,
    rotatable | pmx::bone_movable | shown,
    rotatable | pmx::bone_movable | shown,
    rotatable | shown,
    rotatable | shown,
    rotatable | shown | pmx::bone_append_rotation,
    rotatable,
    rotatable,
    rotatable | shown | pmx::bone_fixed_axis,
    rotatable | pmx::bone_append_rotation,
};

std::int32_t index_of(std::uint16_t raw) {
  return raw == pmd::no_index ? none : static_cast<std::int32_t>(raw);
}

/// The bone's tail; bone 0 stands for none.
std::int32_t tail_of(const pmd::Bone& bone) {
  return bone.tail == 0 ? none : index_of(bone.tail);
}

pmx::Bone bone_from(const pmd::File& file, std::size_t i) {
  const pmd::Bone& raw = file.bones[i];
  pmx::Bone out;
  out.name = pmd_text(pmd::bytes_of(raw.name));
  if (file.english.flag == 1 && i < file.english.bones.size()) {
    out.name_english = pmd_text(pmd::bytes_of(file.english.bones[i]));
  }
  out.position = raw.position;
  out.parent = index_of(raw.parent);
  out.flags = raw.type < flags_of_type.size() ? flags_of_type[raw.type] : flags_of_type[turns];
  const std::int32_t tail = tail_of(raw);
  if (raw.type == turns_along) {
    out.append_source = index_of(raw.tail);
    out.append_ratio = static_cast<float>(raw.ik) / 100.0f;
    return out;
  }
  if (tail != none) {
    out.flags |= pmx::bone_tail_is_bone;
    out.tail_bone = tail;
  }
  if (raw.type == under_rotation) {
    out.append_source = index_of(raw.ik);
    out.append_ratio = 1.0f;
  }
  if (raw.type == twist && static_cast<std::size_t>(raw.tail) < file.bones.size()) {
    const vec3 along = file.bones[raw.tail].position - raw.position;
    const float length = glm::length(along);
    if (length > 1e-12f) out.fixed_axis = along / length;
  }
  return out;
}

/// The knees bend one way only: X from -180 to -0.5 degrees.
bool is_knee(const pmx::Bone& bone) {
  return bone.name.bytes == "左ひざ" || bone.name.bytes == "右ひざ";
}

pmx::Ik ik_from(const pmd::Ik& raw, const std::vector<pmx::Bone>& bones) {
  pmx::Ik out;
  out.target = index_of(raw.target);
  out.loop_count = raw.iterations;
  out.unit_angle = raw.unit_angle * 4.0f;
  for (const std::uint16_t link : raw.links) {
    pmx::IkLink l;
    l.bone = index_of(link);
    if (link < bones.size() && is_knee(bones[link])) {
      l.has_limits = 1;
      l.lower = {-pi, 0.0f, 0.0f};
      l.upper = {-0.5f * pi / 180.0f, 0.0f, 0.0f};
    }
    out.links.push_back(l);
  }
  return out;
}

/// Where the IK goes. PMX bones have one each; a PMD bone with more gets bones of the same place below it.
void add_ik(const pmd::Ik& raw, std::vector<pmx::Bone>& bones) {
  if (raw.bone >= bones.size()) return;
  std::size_t at = raw.bone;
  if ((bones[at].flags & pmx::bone_ik) != 0) {
    pmx::Bone more;
    more.name = bones[at].name;
    more.name.bytes += "+";
    more.position = bones[at].position;
    more.parent = static_cast<std::int32_t>(at);
    more.flags = rotatable;
    bones.push_back(std::move(more));
    at = bones.size() - 1;
  }
  bones[at].flags |= pmx::bone_ik;
  bones[at].ik = ik_from(raw, bones);
}

/// IK bones come after the rest, bones that take over rotations after them, and none before its parent.
void set_layers(const pmd::File& file, std::vector<pmx::Bone>& bones) {
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if ((bones[i].flags & pmx::bone_ik) != 0) bones[i].layer = 1;
    if (i < file.bones.size() &&
        (file.bones[i].type == under_rotation || file.bones[i].type == turns_along)) {
      bones[i].layer = 2;
    }
  }
  std::vector<bool> settled(bones.size(), false);
  std::vector<std::size_t> path;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    // Up to the first settled ancestor (a cycle ends where it closes), then down again.
    for (std::size_t at = i; !settled[at];) {
      settled[at] = true;
      path.push_back(at);
      const std::int32_t parent = bones[at].parent;
      if (parent < 0 || static_cast<std::size_t>(parent) >= bones.size()) break;
      at = static_cast<std::size_t>(parent);
    }
    for (; !path.empty(); path.pop_back()) {
      pmx::Bone& bone = bones[path.back()];
      if (bone.parent < 0 || static_cast<std::size_t>(bone.parent) >= bones.size()) continue;
      bone.layer = std::max(bone.layer, bones[static_cast<std::size_t>(bone.parent)].layer);
    }
  }
}

}  // namespace

void bones_from_pmd(const pmd::File& file, pmx::File& out) {
  out.bones.reserve(file.bones.size());
  for (std::size_t i = 0; i < file.bones.size(); ++i) out.bones.push_back(bone_from(file, i));
  for (const pmd::Ik& ik : file.iks) add_ik(ik, out.bones);
  set_layers(file, out.bones);
}

}  // namespace mmd
