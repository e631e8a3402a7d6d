#include "model/pmd_to_pmx.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/text.h"
#include "formats/pmd.h"
#include "formats/pmx.h"
#include "model/model.h"
#include "model/repairs.h"

namespace mmd {

namespace {

/// Bone types of the format (layouts, "PMD").
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

/// The bone's tail; bone 0 means none.
std::int32_t tail_of(const pmd::Bone& bone) {
  return bone.tail == 0 ? none : index_of(bone.tail);
}

/// A field's text as UTF-8.
pmx::Text pmd_text(std::string_view cp932) {
  return {utf8_from_cp932_lossy(cp932)};
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

/// Knees bend one way only: X from -180° to -0.5°.
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

/// Adds an IK. A PMX bone has one; for further IKs of a PMD bone, adds bones at the same place below it.
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

/// IK bones come after others, bones that append rotations after IK bones, and no bone before its parent.
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
    // Up to the first settled ancestor (a cycle stops at its own first bone), then down again.
    for (std::size_t at = i; !settled[at];) {
      settled[at] = true;
      path.push_back(at);
      const std::int32_t parent = bones[at].parent;
      if (!is_index(parent, bones.size())) break;
      at = static_cast<std::size_t>(parent);
    }
    for (; !path.empty(); path.pop_back()) {
      pmx::Bone& bone = bones[path.back()];
      if (!is_index(bone.parent, bones.size())) continue;
      bone.layer = std::max(bone.layer, bones[static_cast<std::size_t>(bone.parent)].layer);
    }
  }
}

void bones_from_pmd(const pmd::File& file, pmx::File& out) {
  out.bones.reserve(file.bones.size());
  for (std::size_t i = 0; i < file.bones.size(); ++i) out.bones.push_back(bone_from(file, i));
  for (const pmd::Ik& ik : file.iks) add_ik(ik, out.bones);
  set_layers(file, out.bones);
}

/// Texture names, each once.
class Textures {
 public:
  explicit Textures(std::vector<pmx::Text>& names) : names_(names) {}

  std::int32_t index_of(std::string_view cp932) {
    pmx::Text name = pmd_text(cp932);
    const auto [entry, is_new] = indices_.try_emplace(name.bytes, static_cast<std::int32_t>(names_.size()));
    if (is_new) names_.push_back(std::move(name));
    return entry->second;
  }

 private:
  std::vector<pmx::Text>& names_;
  std::unordered_map<std::string, std::int32_t> indices_;
};

bool has_extension(std::string_view name, std::string_view extension) {
  if (name.size() < extension.size()) return false;
  const std::string_view end = name.substr(name.size() - extension.size());
  return small_letters(end) == extension;
}

/// Sets textures from names separated by '*', which is never the trail byte of a CP932 character. Ignores a
/// further name that is no sphere map (cut at the field's end, or meaningless) and returns whether there was
/// one.
bool set_textures(std::string_view names, pmx::Material& out, Textures& textures) {
  bool leaves_out = false;
  while (!names.empty()) {
    const std::string_view name = take_until(names, '*');
    if (name.empty()) continue;
    const bool multiplies = has_extension(name, ".sph"), adds = has_extension(name, ".spa");
    if (multiplies || adds) {
      out.sphere_texture = textures.index_of(name);
      out.sphere_mode = static_cast<std::uint8_t>(multiplies ? SphereMode::multiply : SphereMode::add);
    } else if (out.texture == none) {
      out.texture = textures.index_of(name);
    } else {
      leaves_out = true;
    }
  }
  return leaves_out;
}

void set_toon(const pmd::File& file, std::uint8_t toon, pmx::Material& out, Textures& textures) {
  if (toon >= file.toons.size()) return;  // 0xFF (none) or damaged
  const std::string_view name = pmd::bytes_of(file.toons[toon]);
  if (file.has(pmd::Tail::toons) && !name.empty()) {
    out.toon = textures.index_of(name);
  } else {
    out.toon_flag = 1;
    out.toon = toon;
  }
}

pmx::Material material_from(const pmd::File& file, std::size_t i, Textures& textures, Repairs& repairs) {
  const pmd::Material& raw = file.materials[i];
  pmx::Material out;
  out.name = pmd_text("material " + std::to_string(i + 1));  // PMD materials have no names
  out.diffuse = vec4(raw.diffuse, raw.alpha);
  out.specular = raw.specular;
  out.specular_power = raw.specular_power;
  out.ambient = raw.ambient;
  if (raw.alpha < 1.0f) out.flags |= pmx::material_double_sided;
  if (raw.edge != 0) out.flags |= pmx::material_edge | pmx::material_ground_shadow;
  if (!(std::abs(raw.alpha - 0.98f) < 1e-4f)) {
    out.flags |= pmx::material_casts_self_shadow | pmx::material_receives_self_shadow;
  }
  if (set_textures(pmd::bytes_of(raw.texture), out, textures))
    repairs.add("materials", "a second texture that is neither .sph nor .spa is ignored", i);
  set_toon(file, raw.toon, out, textures);
  out.index_count = static_cast<std::int32_t>(
      std::min<std::uint32_t>(raw.index_count, std::numeric_limits<std::int32_t>::max()));
  return out;
}

std::int32_t bone_index(std::uint16_t raw) {
  return raw == pmd::no_index ? none : static_cast<std::int32_t>(raw);
}

void convert_vertices(pmd::File& file, pmx::Vertices& out) {
  const std::size_t count = file.vertices.size();
  out.position.resize(count);
  out.normal.resize(count);
  out.uv.resize(count);
  out.type.resize(count);
  out.bones.resize(count);
  out.weights.resize(count);
  out.edge_scale.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const pmd::Vertex& v = file.vertices[i];
    out.position[i] = v.position;
    out.normal[i] = v.normal;
    out.uv[i] = v.uv;
    out.edge_scale[i] = v.edge_off == 0 ? 1.0f : 0.0f;
    const std::int32_t first = bone_index(v.bones[0]), second = bone_index(v.bones[1]);
    const bool one_only = v.weight >= 100 || v.weight == 0 || first == second;
    if (one_only) {
      out.type[i] = pmx::WeightType::bdef1;
      out.bones[i] = {v.weight == 0 ? second : first, none, none, none};
      out.weights[i] = {1.0f, 0.0f, 0.0f, 0.0f};
    } else {
      out.type[i] = pmx::WeightType::bdef2;
      out.bones[i] = {first, second, none, none};
      out.weights[i] = {static_cast<float>(v.weight) / 100.0f, 0.0f, 0.0f, 0.0f};
    }
  }
}

const pmd::Morph* base_morph(const pmd::File& file) {
  for (const pmd::Morph& m : file.morphs) {
    if (m.type == 0) return &m;
  }
  return nullptr;
}

/// Converts the morphs except the base; offsets then refer to vertices.
void convert_morphs(const pmd::File& file, pmx::File& out) {
  const pmd::Morph* base = base_morph(file);
  std::size_t english = 0;
  for (const pmd::Morph& raw : file.morphs) {
    if (&raw == base) continue;
    pmx::Morph m;
    m.name = pmd_text(pmd::bytes_of(raw.name));
    if (file.english.flag == 1 && english < file.english.morphs.size()) {
      m.name_english = pmd_text(pmd::bytes_of(file.english.morphs[english]));
    }
    ++english;
    m.panel = raw.type;
    m.type = pmx::MorphType::vertex;
    std::vector<pmx::VertexOffset> offsets;
    offsets.reserve(raw.offsets.size());
    for (const pmd::MorphOffset& o : raw.offsets) {
      const bool known = base != nullptr && o.index < base->offsets.size();
      offsets.push_back({known ? base->offsets[o.index].index : UINT32_MAX, o.offset});
    }
    m.offsets = std::move(offsets);
    out.morphs.push_back(std::move(m));
  }
}

/// The index of a PMD morph without the base.
std::int32_t morph_index(const pmd::File& file, std::uint16_t raw) {
  const pmd::Morph* base = base_morph(file);
  const auto index = static_cast<std::int32_t>(raw);
  if (base == nullptr) return index;
  const auto base_index = static_cast<std::int32_t>(base - file.morphs.data());
  return index == base_index ? none : index - (index > base_index ? 1 : 0);
}

void convert_display_frames(const pmd::File& file, pmx::File& out) {
  auto& frames = out.display_frames;
  frames.resize(2);
  frames[0].name = frames[0].name_english = pmd_text("Root");
  frames[0].special = 1;
  if (!file.bones.empty()) frames[0].items.push_back({0, 0});
  frames[1].name.bytes = "表情";
  frames[1].name_english.bytes = "Exp";
  frames[1].special = 1;
  for (const std::uint16_t m : file.display_morphs) {
    const std::int32_t index = morph_index(file, m);
    if (index != none) frames[1].items.push_back({1, index});
  }
  const auto name_of = [](std::string_view field) { return pmd_text(field.substr(0, field.find('\n'))); };
  for (std::size_t i = 0; i < file.display_frames.size(); ++i) {
    pmx::DisplayFrame f;
    f.name = name_of(pmd::bytes_of(file.display_frames[i]));
    if (file.english.flag == 1 && i < file.english.frames.size()) {
      f.name_english = name_of(pmd::bytes_of(file.english.frames[i]));
    }
    frames.push_back(std::move(f));
  }
  for (const pmd::DisplayBone& d : file.display_bones) {
    if (d.frame == 0 || d.frame > file.display_frames.size()) continue;
    frames[d.frame + 1u].items.push_back({0, static_cast<std::int32_t>(d.bone)});
  }
}

void convert_physics(const pmd::File& file, pmx::File& out) {
  for (const pmd::RigidBody& raw : file.rigid_bodies) {
    pmx::RigidBody r;
    r.name = pmd_text(pmd::bytes_of(raw.name));
    r.bone = bone_index(raw.bone);
    r.group = raw.group;
    r.collision_mask = raw.collision_mask;
    r.shape = raw.shape;
    r.size = raw.size;
    // Relative to its bone, or to bone 0 if it has none.
    const std::size_t beside = raw.bone == pmd::no_index ? 0 : raw.bone;
    r.position = raw.position + (beside < file.bones.size() ? file.bones[beside].position : vec3(0.0f));
    r.rotation = raw.rotation;
    r.mass = raw.mass;
    r.linear_damping = raw.linear_damping;
    r.angular_damping = raw.angular_damping;
    r.restitution = raw.restitution;
    r.friction = raw.friction;
    r.mode = raw.mode;
    out.rigid_bodies.push_back(std::move(r));
  }
  for (const pmd::Joint& raw : file.joints) {
    pmx::Joint j;
    j.name = pmd_text(pmd::bytes_of(raw.name));
    j.body_a = static_cast<std::int32_t>(raw.body_a);
    j.body_b = static_cast<std::int32_t>(raw.body_b);
    j.position = raw.position;
    j.rotation = raw.rotation;
    j.translation_lower = raw.translation_lower;
    j.translation_upper = raw.translation_upper;
    j.rotation_lower = raw.rotation_lower;
    j.rotation_upper = raw.rotation_upper;
    j.spring_translation = raw.spring_translation;
    j.spring_rotation = raw.spring_rotation;
    out.joints.push_back(std::move(j));
  }
}

}  // namespace

pmx::File pmx_from_pmd(pmd::File&& file, Diagnostics& diagnostics) {
  pmx::File out;
  out.header.encoding = pmx::TextEncoding::utf8;
  out.name = pmd_text(pmd::bytes_of(file.name));
  out.comment = pmd_text(pmd::bytes_of(file.comment));
  if (file.english.flag == 1) {
    out.name_english = pmd_text(pmd::bytes_of(file.english.name));
    out.comment_english = pmd_text(pmd::bytes_of(file.english.comment));
  }
  convert_vertices(file, out.vertices);
  file.vertices = {};
  out.indices.assign(file.indices.begin(), file.indices.end());
  file.indices = {};
  Textures textures(out.textures);
  Repairs repairs;
  for (std::size_t i = 0; i < file.materials.size(); ++i) {
    out.materials.push_back(material_from(file, i, textures, repairs));
  }
  for (Diagnostic& d : repairs.diagnostics()) diagnostics.push_back(std::move(d));
  bones_from_pmd(file, out);
  convert_morphs(file, out);
  convert_display_frames(file, out);
  convert_physics(file, out);
  return out;
}

}  // namespace mmd
