#pragma once

// The records of a PMX, for reader, writer and smallest size (formats/records.h). `io(fields…)` takes plain
// fields; besides, an `io` has these functions, whose names appear in messages:
//   index(kind, i)          an index of the file's size for its kind
//   text(name, t)           length and bytes
//   byte(name, i)           an int32 that the file holds in an unsigned byte
//   up_to(most, name, v)    a value; larger than `most` is an error
//   list(name, records)     count and records
//   when(holds, f)          f's fields, present if `holds`
//   either(holds, f, g)     f's fields if `holds`, else g's

#include <algorithm>
#include <utility>

#include "formats/pmx.h"
#include "formats/records.h"

namespace mmd::pmx {

inline constexpr std::string_view magic = "PMX ";
/// Number of the header's settings that every file has.
inline constexpr std::size_t known_globals = 8;

struct IndexKind {
  const char* name;
  std::uint8_t IndexSizes::*size;
};
inline constexpr IndexKind vertex_index{"vertex", &IndexSizes::vertex};
inline constexpr IndexKind texture_index{"texture", &IndexSizes::texture};
inline constexpr IndexKind material_index{"material", &IndexSizes::material};
inline constexpr IndexKind bone_index{"bone", &IndexSizes::bone};
inline constexpr IndexKind morph_index{"morph", &IndexSizes::morph};
inline constexpr IndexKind body_index{"rigid body", &IndexSizes::rigid_body};
/// In the order of the header's sizes.
inline constexpr std::array<IndexKind, 6> index_kinds = {vertex_index, texture_index, material_index,
                                                         bone_index,   morph_index,   body_index};

// ---- Vertices

struct WeightLayout {
  std::size_t bones, weights;
  bool sdef;
};
/// By WeightType: the numbers of bones and weights in the file.
inline constexpr std::array<WeightLayout, 5> weight_layouts = {
    {{1, 0, false}, {2, 1, false}, {4, 4, false}, {2, 1, true}, {4, 4, false}}};

/// The bones and weights of vertex `v` in `arrays`. An `io` for vertices also has
///   unused(field, value)      a field of the arrays that the record lacks, set to `value`
///   additional_uvs(list, v)   the additional UVs, their number from the header
///   sdef(list)                the list's next element
template <WeightType type>
constexpr void weight_fields(auto& io, auto& arrays, std::size_t v) {
  constexpr WeightLayout layout = weight_layouts[static_cast<std::size_t>(type)];
  auto& bones = arrays.bones[v];
  auto& weights = arrays.weights[v];
  for (std::size_t b = 0; b < layout.bones; ++b) io.index(bone_index, bones[b]);
  for (std::size_t b = layout.bones; b < bones.size(); ++b) io.unused(bones[b], -1);
  for (std::size_t w = 0; w < layout.weights; ++w) io(weights[w]);
  for (std::size_t w = layout.weights; w < weights.size(); ++w) io.unused(weights[w], w == 0 ? 1.0f : 0.0f);
  if constexpr (layout.sdef) io.sdef(arrays.sdef);
}

/// A vertex; `arrays` has the members of Vertices. Stops and returns false at an unknown weight type.
constexpr bool vertex_fields(auto& io, auto& arrays, std::size_t v) {
  io(arrays.position[v], arrays.normal[v], arrays.uv[v]);
  io.additional_uvs(arrays.additional_uv, v);
  io(arrays.type[v]);
  switch (arrays.type[v]) {
    case WeightType::bdef1:
      weight_fields<WeightType::bdef1>(io, arrays, v);
      break;
    case WeightType::bdef2:
      weight_fields<WeightType::bdef2>(io, arrays, v);
      break;
    case WeightType::bdef4:
      weight_fields<WeightType::bdef4>(io, arrays, v);
      break;
    case WeightType::sdef:
      weight_fields<WeightType::sdef>(io, arrays, v);
      break;
    case WeightType::qdef:
      weight_fields<WeightType::qdef>(io, arrays, v);
      break;
    default:
      return false;
  }
  io(arrays.edge_scale[v]);
  return true;
}

// ---- Elements

void names(auto& io, auto& element) {
  io.text("name", element.name);
  io.text("English name", element.name_english);
}

/// The texts behind the header.
void fields(auto& io, RecordOf<File> auto& file) {
  io.text("model name", file.name);
  io.text("English model name", file.name_english);
  io.text("comment", file.comment);
  io.text("English comment", file.comment_english);
}

/// A texture.
void fields(auto& io, RecordOf<Text> auto& path) {
  io.text("path", path);
}

void fields(auto& io, RecordOf<Material> auto& m) {
  names(io, m);
  io(m.diffuse, m.specular, m.specular_power, m.ambient, m.flags, m.edge_colour, m.edge_size);
  io.index(texture_index, m.texture);
  io.index(texture_index, m.sphere_texture);
  io(m.sphere_mode);
  io.up_to(1, "toon flag", m.toon_flag);
  io.either(
      m.toon_flag == 1, [&] { io.byte("shared toon", m.toon); }, [&] { io.index(texture_index, m.toon); });
  io.text("memo", m.memo);
  io(m.index_count);
}

void fields(auto& io, RecordOf<IkLink> auto& link) {
  io.index(bone_index, link.bone);
  io(link.has_limits);
  io.when(link.has_limits == 1, [&] { io(link.lower, link.upper); });
}
void fields(auto& io, RecordOf<Ik> auto& ik) {
  io.index(bone_index, ik.target);
  io(ik.loop_count, ik.unit_angle);
  io.list("IK links", ik.links);
}

void fields(auto& io, RecordOf<Bone> auto& b) {
  names(io, b);
  io(b.position);
  io.index(bone_index, b.parent);
  io(b.layer, b.flags);
  const auto has = [&b](int flags) { return (b.flags & flags) != 0; };
  io.either(
      has(bone_tail_is_bone), [&] { io.index(bone_index, b.tail_bone); }, [&] { io(b.tail_offset); });
  io.when(has(bone_append_rotation | bone_append_translation), [&] {
    io.index(bone_index, b.append_source);
    io(b.append_ratio);
  });
  io.when(has(bone_fixed_axis), [&] { io(b.fixed_axis); });
  io.when(has(bone_local_axes), [&] { io(b.local_x, b.local_z); });
  io.when(has(bone_external_parent), [&] { io(b.external_parent_key); });
  io.when(has(bone_ik), [&] { fields(io, b.ik); });
}

// ---- Morphs

void fields(auto& io, RecordOf<GroupOffset> auto& o) {
  io.index(morph_index, o.morph);
  io(o.ratio);
}
void fields(auto& io, RecordOf<VertexOffset> auto& o) {
  io.index(vertex_index, o.vertex);
  io(o.offset);
}
void fields(auto& io, RecordOf<BoneOffset> auto& o) {
  io.index(bone_index, o.bone);
  io(o.translation, o.rotation);
}
void fields(auto& io, RecordOf<UvOffset> auto& o) {
  io.index(vertex_index, o.vertex);
  io(o.offset);
}
void fields(auto& io, RecordOf<MaterialOffset> auto& o) {
  io.index(material_index, o.material);
  io(o.operation, o.diffuse, o.specular, o.specular_power, o.ambient, o.edge_colour, o.edge_size, o.texture,
     o.sphere, o.toon);
}
void fields(auto& io, RecordOf<ImpulseOffset> auto& o) {
  io.index(body_index, o.rigid_body);
  io(o.local, o.velocity, o.torque);
}

using Offsets = decltype(Morph::offsets);
/// By MorphType: the variant's alternative.
inline constexpr std::array<std::size_t, 11> offset_alternatives = {0, 1, 2, 3, 3, 3, 3, 3, 4, 0, 5};

void fields(auto& io, RecordOf<Morph> auto& m) {
  names(io, m);
  io(m.panel);
  io.up_to(offset_alternatives.size() - 1, "morph type", m.type);
  io.offsets(m);
}

// ---- The rest

void fields(auto& io, RecordOf<DisplayItem> auto& item) {
  io.up_to(1, "item kind", item.kind);
  io.either(
      item.kind == 0, [&] { io.index(bone_index, item.index); }, [&] { io.index(morph_index, item.index); });
}
void fields(auto& io, RecordOf<DisplayFrame> auto& f) {
  names(io, f);
  io(f.special);
  io.list("items", f.items);
}

void fields(auto& io, RecordOf<RigidBody> auto& r) {
  names(io, r);
  io.index(bone_index, r.bone);
  io(r.group, r.collision_mask, r.shape, r.size, r.position, r.rotation, r.mass, r.linear_damping,
     r.angular_damping, r.restitution, r.friction, r.mode);
}

void fields(auto& io, RecordOf<Joint> auto& j) {
  names(io, j);
  io(j.type);
  io.index(body_index, j.body_a);
  io.index(body_index, j.body_b);
  io(j.position, j.rotation, j.translation_lower, j.translation_upper, j.rotation_lower, j.rotation_upper,
     j.spring_translation, j.spring_rotation);
}

void fields(auto& io, RecordOf<SoftBodyAnchor> auto& anchor) {
  io.index(body_index, anchor.rigid_body);
  io.index(vertex_index, anchor.vertex);
  io(anchor.near_mode);
}
/// A pin of a soft body.
void fields(auto& io, RecordOf<std::uint32_t> auto& vertex) {
  io.index(vertex_index, vertex);
}
void fields(auto& io, RecordOf<SoftBody> auto& s) {
  names(io, s);
  io(s.shape);
  io.index(material_index, s.material);
  io(s.group, s.collision_mask, s.flags, s.bending_distance, s.cluster_count, s.total_mass, s.margin,
     s.aero_model, s.config, s.cluster, s.iterations, s.stiffness);
  io.list("anchors", s.anchors);
  io.list("pins", s.pins);
}

/// The sections in the order of the file.
void sections(auto& io, RecordOf<File> auto& file) {
  io.vertices(file.vertices);
  io.face_indices(file.indices);
  io.section("textures", file.textures);
  io.section("materials", file.materials);
  io.section("bones", file.bones);
  io.section("morphs", file.morphs);
  io.section("display frames", file.display_frames);
  io.section("rigid bodies", file.rigid_bodies);
  io.section("joints", file.joints);
  io.soft_bodies("soft bodies", file.soft_bodies, file.lacks_soft_bodies);
}

// ---- Sizes

/// Sums the bytes of the smallest record: empty texts and lists, the shorter of two alternatives.
class SmallestSize {
 public:
  constexpr explicit SmallestSize(const IndexSizes& sizes, std::size_t additional_uvs = 0)
      : sizes_(sizes), additional_uvs_(additional_uvs) {}

  std::size_t bytes = 0;

  template <class... Fields>
  constexpr void operator()(const Fields&...) {
    bytes += (sizeof(Fields) + ...);
  }
  constexpr void index(const IndexKind& kind, const auto&) { bytes += sizes_.*kind.size; }
  constexpr void text(const char*, const auto&) { bytes += count_size; }
  constexpr void byte(const char*, const auto&) { bytes += 1; }
  constexpr void up_to(std::size_t, const char*, const auto& value) { bytes += sizeof(value); }
  constexpr void list(const char*, const auto&) { bytes += count_size; }
  constexpr void offsets(const auto&) { bytes += count_size; }
  constexpr void when(bool, auto&&) {}
  constexpr void either(bool, auto&& one, auto&& other) {
    const std::size_t before = bytes;
    one();
    const std::size_t after_one = std::exchange(bytes, before);
    other();
    bytes = std::min(bytes, after_one);
  }
  constexpr void unused(const auto&, auto) {}
  constexpr void additional_uvs(const auto& list, std::size_t) { bytes += additional_uvs_ * sizeof(list[0]); }
  constexpr void sdef(const auto& list) { bytes += sizeof(list[0]); }

 private:
  static constexpr std::size_t count_size = sizeof(std::int32_t);

  IndexSizes sizes_;
  std::size_t additional_uvs_;
};

template <class Record>
std::size_t smallest_record(const IndexSizes& sizes) {
  const Record record{};
  SmallestSize size(sizes);
  fields(size, record);
  return size.bytes;
}

/// The size of a vertex record in bytes.
constexpr std::size_t vertex_size(WeightType type, std::uint8_t bone_index_size, std::size_t additional_uvs) {
  struct {
    std::array<vec3, 1> position{}, normal{};
    std::array<vec2, 1> uv{};
    std::array<vec4, 1> additional_uv{};
    std::array<WeightType, 1> type{};
    std::array<std::array<std::int32_t, 4>, 1> bones{};
    std::array<std::array<float, 4>, 1> weights{};
    std::array<float, 1> edge_scale{};
    std::array<Sdef, 1> sdef{};
  } one;
  one.type[0] = type;
  IndexSizes sizes;
  sizes.bone = bone_index_size;
  SmallestSize size(sizes, additional_uvs);
  vertex_fields(size, one, 0);
  return size.bytes;
}

}  // namespace mmd::pmx
