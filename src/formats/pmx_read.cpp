#include <exception>
#include <new>

#include "formats/pmx_cursor.h"

namespace mmd::pmx {
namespace {

constexpr std::string_view magic = "PMX ";
constexpr std::size_t known_globals = 8;
constexpr std::size_t text_size = sizeof(std::int32_t);  // of an empty text
constexpr const char* versions_hint =
    "PMX 2.0 and 2.1 can be read; open and save it as one of them in PMXEditor";

// ---- Header
// ----------------------------------------------------------------------------------------------------

void check_magic(Cursor& c) {
  const std::string_view bytes = as_text(c.in.rest());
  if (bytes.empty()) return c.fail_at(0, "empty file", "is the download complete?");
  if (bytes.substr(0, magic.size()) != magic) {
    const bool pmd = bytes.substr(0, 3) == "Pmd";
    return c.fail_at(0, "does not start with \"PMX \"",
                     pmd ? "this is a PMD file" : "this is not a PMX model, whatever its name says");
  }
  c.in.skip(magic.size());
}

void read_index_size(Cursor& c, const char* of, std::uint8_t& size) {
  const std::size_t where = c.offset();
  size = c.read<std::uint8_t>();
  if (c.ok() && size != 1 && size != 2 && size != 4)
    c.fail_at(where, fmt::format("{} index size {}", of, size));
}

void read_globals(Cursor& c) {
  Header& h = c.header;
  std::size_t where = c.offset();
  const auto globals = c.read<std::uint8_t>();
  if (c.ok() && globals < known_globals) c.fail_at(where, fmt::format("{} globals, 8 needed", globals));
  where = c.offset();
  const auto encoding = c.read<std::uint8_t>();
  if (c.ok() && encoding > 1) c.fail_at(where, fmt::format("text encoding {}", encoding));
  h.encoding = static_cast<TextEncoding>(encoding);
  where = c.offset();
  h.additional_uv_count = c.read<std::uint8_t>();
  if (c.ok() && h.additional_uv_count > 4)
    c.fail_at(where, fmt::format("{} additional UVs", h.additional_uv_count));
  read_index_size(c, "vertex", h.index_sizes.vertex);
  read_index_size(c, "texture", h.index_sizes.texture);
  read_index_size(c, "material", h.index_sizes.material);
  read_index_size(c, "bone", h.index_sizes.bone);
  read_index_size(c, "morph", h.index_sizes.morph);
  read_index_size(c, "rigid body", h.index_sizes.rigid_body);
  for (std::size_t i = known_globals; c.ok() && i < globals; ++i)
    h.extra_globals.push_back(c.read<std::uint8_t>());
}

void read_header(Cursor& c, File& out) {
  c.enter("header");
  check_magic(c);
  if (!c.ok()) return;
  const std::size_t where = c.offset();
  c.header.version = c.read<float>();
  if (c.ok() && c.header.version != 2.0f && c.header.version != 2.1f) {
    c.fail_at(where, fmt::format("version {}", c.header.version), versions_hint);
  }
  if (c.ok()) read_globals(c);
  if (!c.ok()) return;
  out.name = c.text("model name");
  out.name_english = c.text("English model name");
  out.comment = c.text("comment");
  out.comment_english = c.text("English comment");
}

// ---- Elements
// --------------------------------------------------------------------------------------------------

/// Reads `read(element)` for each of a section's elements of at least `smallest` bytes.
template <class Element, class Read>
void read_section(Cursor& c, const char* section, std::size_t smallest, std::vector<Element>& out,
                  Read&& read) {
  if (!c.ok()) return;
  c.enter(section);
  const std::size_t count = c.limited_count(smallest);
  out.resize(count);
  for (std::size_t i = 0; i < count && c.ok(); ++i) {
    c.begin_element(i);
    read(c, out[i]);
  }
}

template <class Element>
void read_names(Cursor& c, Element& out) {
  out.name = c.text("name");
  out.name_english = c.text("English name");
}

void read_material(Cursor& c, Material& m) {
  read_names(c, m);
  m.diffuse = c.read<vec4>();
  m.specular = c.read<vec3>();
  m.specular_power = c.read<float>();
  m.ambient = c.read<vec3>();
  m.flags = c.read<std::uint8_t>();
  m.edge_colour = c.read<vec4>();
  m.edge_size = c.read<float>();
  m.texture = c.texture_index();
  m.sphere_texture = c.texture_index();
  m.sphere_mode = c.read<std::uint8_t>();
  const std::size_t where = c.offset();
  m.toon_flag = c.read<std::uint8_t>();
  if (c.ok() && m.toon_flag > 1) c.fail_at(where, fmt::format("toon flag {}", m.toon_flag));
  m.toon = m.toon_flag == 1 ? c.read<std::uint8_t>() : c.texture_index();
  m.memo = c.text("memo");
  m.index_count = c.read<std::int32_t>();
}

void read_ik(Cursor& c, Ik& ik) {
  ik.target = c.bone_index();
  ik.loop_count = c.read<std::int32_t>();
  ik.unit_angle = c.read<float>();
  ik.links.resize(c.count_links());
  for (IkLink& link : ik.links) {
    link.bone = c.bone_index();
    link.has_limits = c.read<std::uint8_t>();
    if (link.has_limits == 1) {
      link.lower = c.read<vec3>();
      link.upper = c.read<vec3>();
    }
    if (!c.ok()) return;
  }
}

void read_bone(Cursor& c, Bone& b) {
  read_names(c, b);
  b.position = c.read<vec3>();
  b.parent = c.bone_index();
  b.layer = c.read<std::int32_t>();
  b.flags = c.read<std::uint16_t>();
  const auto has = [&b](int flags) { return (b.flags & flags) != 0; };
  if (has(bone_tail_is_bone)) {
    b.tail_bone = c.bone_index();
  } else {
    b.tail_offset = c.read<vec3>();
  }
  if (has(bone_append_rotation | bone_append_translation)) {
    b.append_source = c.bone_index();
    b.append_ratio = c.read<float>();
  }
  if (has(bone_fixed_axis)) b.fixed_axis = c.read<vec3>();
  if (has(bone_local_axes)) {
    b.local_x = c.read<vec3>();
    b.local_z = c.read<vec3>();
  }
  if (has(bone_external_parent)) b.external_parent_key = c.read<std::int32_t>();
  if (has(bone_ik)) read_ik(c, b.ik);
}

// ---- Morphs
// ----------------------------------------------------------------------------------------------------

/// Reads a list of records that are all `record` bytes long: one bounds check for all.
template <class Offset, class Read>
void read_offsets(Cursor& c, Morph& morph, std::size_t record, Read&& read) {
  const std::size_t count = c.count(record, "offsets");
  std::vector<Offset> offsets(count);
  RawCursor raw(c.in.rest().data());
  for (Offset& offset : offsets) read(raw, offset);
  c.in.skip(count * record);
  morph.offsets = std::move(offsets);
}

void read_group_offsets(Cursor& c, Morph& morph) {
  const std::uint8_t size = c.header.index_sizes.morph;
  read_offsets<GroupOffset>(c, morph, size + 4u, [size](RawCursor& raw, GroupOffset& o) {
    o.morph = raw.index(size);
    o.ratio = raw.read<float>();
  });
}

template <class Index>
void read_vertex_offsets_of(Cursor& c, Morph& morph) {
  read_offsets<VertexOffset>(c, morph, sizeof(Index) + 12, [](RawCursor& raw, VertexOffset& o) {
    o.vertex = raw.read<Index>();
    o.offset = raw.read<vec3>();
  });
}

template <class Index>
void read_uv_offsets_of(Cursor& c, Morph& morph) {
  read_offsets<UvOffset>(c, morph, sizeof(Index) + 16, [](RawCursor& raw, UvOffset& o) {
    o.vertex = raw.read<Index>();
    o.offset = raw.read<vec4>();
  });
}

void read_vertex_offsets(Cursor& c, Morph& morph) {
  switch (c.header.index_sizes.vertex) {
    case 1:
      return read_vertex_offsets_of<std::uint8_t>(c, morph);
    case 2:
      return read_vertex_offsets_of<std::uint16_t>(c, morph);
    default:
      return read_vertex_offsets_of<std::uint32_t>(c, morph);
  }
}

void read_uv_offsets(Cursor& c, Morph& morph) {
  switch (c.header.index_sizes.vertex) {
    case 1:
      return read_uv_offsets_of<std::uint8_t>(c, morph);
    case 2:
      return read_uv_offsets_of<std::uint16_t>(c, morph);
    default:
      return read_uv_offsets_of<std::uint32_t>(c, morph);
  }
}

void read_bone_offsets(Cursor& c, Morph& morph) {
  const std::uint8_t size = c.header.index_sizes.bone;
  read_offsets<BoneOffset>(c, morph, size + 28u, [size](RawCursor& raw, BoneOffset& o) {
    o.bone = raw.index(size);
    o.translation = raw.read<vec3>();
    o.rotation = raw.read<vec4>();
  });
}

void read_material_offsets(Cursor& c, Morph& morph) {
  const std::uint8_t size = c.header.index_sizes.material;
  constexpr std::size_t floats = 4 + 3 + 1 + 3 + 4 + 1 + 4 + 4 + 4;
  read_offsets<MaterialOffset>(c, morph, size + 1u + floats * 4, [size](RawCursor& raw, MaterialOffset& o) {
    o.material = raw.index(size);
    o.operation = raw.read<std::uint8_t>();
    o.diffuse = raw.read<vec4>();
    o.specular = raw.read<vec3>();
    o.specular_power = raw.read<float>();
    o.ambient = raw.read<vec3>();
    o.edge_colour = raw.read<vec4>();
    o.edge_size = raw.read<float>();
    o.texture = raw.read<vec4>();
    o.sphere = raw.read<vec4>();
    o.toon = raw.read<vec4>();
  });
}

void read_impulse_offsets(Cursor& c, Morph& morph) {
  const std::uint8_t size = c.header.index_sizes.rigid_body;
  read_offsets<ImpulseOffset>(c, morph, size + 25u, [size](RawCursor& raw, ImpulseOffset& o) {
    o.rigid_body = raw.index(size);
    o.local = raw.read<std::uint8_t>();
    o.velocity = raw.read<vec3>();
    o.torque = raw.read<vec3>();
  });
}

using OffsetReader = void (*)(Cursor&, Morph&);
/// By MorphType.
constexpr std::array<OffsetReader, 11> offset_readers = {
    read_group_offsets,    read_vertex_offsets, read_bone_offsets,   read_uv_offsets,
    read_uv_offsets,       read_uv_offsets,     read_uv_offsets,     read_uv_offsets,
    read_material_offsets, read_group_offsets,  read_impulse_offsets};

void read_morph(Cursor& c, Morph& m) {
  read_names(c, m);
  m.panel = c.read<std::uint8_t>();
  const std::size_t where = c.offset();
  const auto type = c.read<std::uint8_t>();
  if (type >= offset_readers.size()) c.fail_at(where, fmt::format("morph type {}", type));
  if (!c.ok()) return;
  m.type = static_cast<MorphType>(type);
  offset_readers[type](c, m);
}

// ---- The rest
// --------------------------------------------------------------------------------------------------

void read_display_frame(Cursor& c, DisplayFrame& f) {
  read_names(c, f);
  f.special = c.read<std::uint8_t>();
  const std::size_t smallest = 1u + std::min(c.header.index_sizes.bone, c.header.index_sizes.morph);
  f.items.resize(c.count(smallest, "items"));
  for (DisplayItem& item : f.items) {
    const std::size_t where = c.offset();
    item.kind = c.read<std::uint8_t>();
    if (item.kind > 1) c.fail_at(where, fmt::format("item kind {}", item.kind));
    item.index = item.kind == 0 ? c.bone_index() : c.morph_index();
    if (!c.ok()) return;
  }
}

void read_rigid_body(Cursor& c, RigidBody& r) {
  read_names(c, r);
  r.bone = c.bone_index();
  r.group = c.read<std::uint8_t>();
  r.no_collision_mask = c.read<std::uint16_t>();
  r.shape = c.read<std::uint8_t>();
  r.size = c.read<vec3>();
  r.position = c.read<vec3>();
  r.rotation = c.read<vec3>();
  r.mass = c.read<float>();
  r.linear_damping = c.read<float>();
  r.angular_damping = c.read<float>();
  r.restitution = c.read<float>();
  r.friction = c.read<float>();
  r.mode = c.read<std::uint8_t>();
}

void read_joint(Cursor& c, Joint& j) {
  read_names(c, j);
  j.type = c.read<std::uint8_t>();
  j.body_a = c.body_index();
  j.body_b = c.body_index();
  for (vec3* v : {&j.position, &j.rotation, &j.translation_lower, &j.translation_upper, &j.rotation_lower,
                  &j.rotation_upper, &j.spring_translation, &j.spring_rotation}) {
    *v = c.read<vec3>();
  }
}

void read_soft_body(Cursor& c, SoftBody& s) {
  read_names(c, s);
  s.shape = c.read<std::uint8_t>();
  s.material = c.material_index();
  s.group = c.read<std::uint8_t>();
  s.no_collision_mask = c.read<std::uint16_t>();
  s.flags = c.read<std::uint8_t>();
  s.bending_distance = c.read<std::int32_t>();
  s.cluster_count = c.read<std::int32_t>();
  s.total_mass = c.read<float>();
  s.margin = c.read<float>();
  s.aero_model = c.read<std::int32_t>();
  s.config = c.read<decltype(s.config)>();
  s.cluster = c.read<decltype(s.cluster)>();
  s.iterations = c.read<decltype(s.iterations)>();
  s.stiffness = c.read<decltype(s.stiffness)>();
  const IndexSizes& sizes = c.header.index_sizes;
  s.anchors.resize(c.count(sizes.rigid_body + sizes.vertex + 1u, "anchors"));
  for (SoftBodyAnchor& anchor : s.anchors) {
    anchor.rigid_body = c.body_index();
    anchor.vertex = c.vertex_index();
    anchor.near_mode = c.read<std::uint8_t>();
  }
  s.pins.resize(c.count(sizes.vertex, "pins"));
  for (std::uint32_t& pin : s.pins) pin = c.vertex_index();
}

/// The size of a record whose texts and lists are empty, from the sizes of its fixed part.
constexpr std::size_t named(std::size_t fixed) {
  return 2 * text_size + fixed;
}

/// The two large sections have no elements that are read one by one.
struct LargeSections {
  std::uint64_t vertices = 0, faces = 0;  ///< their beginnings; 0 if it was not reached
};

void read_sections(Cursor& c, File& out, LargeSections& at) {
  const IndexSizes& sizes = c.header.index_sizes;
  at.vertices = c.offset();
  read_vertices(c, out.vertices);
  if (!c.ok()) return;
  at.faces = c.offset();
  read_indices(c, out.indices);
  read_section(c, "textures", text_size, out.textures,
               [](Cursor& in, Text& text) { text = in.text("path"); });
  // Colours 11 floats, flags, edge 5 floats, sphere mode, toon flag and shared toon, memo, index count.
  const std::size_t material = named(44 + 1 + 20 + 2u * sizes.texture + 1 + 2 + text_size + 4);
  read_section(c, "materials", material, out.materials, read_material);
  // Position, parent, layer, flags, tail: at least an index.
  const std::size_t bone = named(12 + sizes.bone + 4 + 2 + sizes.bone);
  read_section(c, "bones", bone, out.bones, read_bone);
  read_section(c, "morphs", named(1 + 1 + 4), out.morphs, read_morph);
  read_section(c, "display frames", named(1 + 4), out.display_frames, read_display_frame);
  read_section(c, "rigid bodies", named(sizes.bone + 4 + 36 + 20 + 1), out.rigid_bodies, read_rigid_body);
  read_section(c, "joints", named(1 + 2u * sizes.rigid_body + 96), out.joints, read_joint);
  if (c.header.version == 2.1f) {
    const std::size_t soft_body =
        named(1 + sizes.material + 1 + 2 + 1 + 5 * 4 + (12 + 6 + 4 + 3) * 4 + 4 + 4);
    read_section(c, "soft bodies", soft_body, out.soft_bodies, read_soft_body);
  }
}

}  // namespace

bool looks_like(ByteSpan bytes) {
  return as_text(bytes).substr(0, magic.size()) == magic;
}

Result<File> read(ByteSpan bytes) try {
  Cursor c(bytes);
  File out;
  LargeSections at;
  read_header(c, out);
  if (c.ok()) read_sections(c, out, at);
  if (!c.ok()) return fail(c.take_error());
  out.header = std::move(c.header);
  const ByteSpan trailing = c.in.rest();
  out.trailing.assign(trailing.begin(), trailing.end());
  return out;
} catch (const std::bad_alloc&) {
  return fail("not enough memory to read the model");
} catch (const std::exception& e) {
  return fail(fmt::format("the model cannot be read: {}", e.what()));
}

Places locate(ByteSpan bytes) try {
  Places out;
  Cursor c(bytes, &out);
  File file;
  LargeSections at;
  read_header(c, file);
  if (c.ok()) read_sections(c, file, at);
  if (at.faces == 0) return out;
  const std::size_t count_size = sizeof(std::int32_t);
  const std::uint8_t index_size = c.header.index_sizes.vertex;
  out.set_fixed("faces", at.faces + count_size, 3u * index_size, file.indices.size() / 3);
  std::vector<std::uint8_t> types(file.vertices.type.size());
  for (std::size_t i = 0; i < types.size(); ++i) types[i] = static_cast<std::uint8_t>(file.vertices.type[i]);
  out.set_kinds("vertices", at.vertices + count_size, std::move(types), vertex_sizes(c.header));
  return out;
} catch (const std::exception&) {
  return {};
}

}  // namespace mmd::pmx
