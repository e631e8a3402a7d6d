#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "formats/pmx.h"

namespace mmd::pmx {
namespace {

constexpr const char* sizes_hint = "choose larger index sizes (smallest_index_sizes)";
constexpr std::size_t largest_count = std::numeric_limits<std::int32_t>::max();

/// Keeps the first thing that cannot be written, with its section and element.
class Writer {
 public:
  explicit Writer(const Header& header) : header_(header) {}

  const Header& header() const { return header_; }
  bool ok() const { return !error_; }
  Diagnostic take_error() { return std::move(*error_); }
  Bytes take() { return out_.take(); }

  void enter(const char* section) {
    section_ = section;
    element_.reset();
  }
  void at_element(std::size_t element) { element_ = element; }

  void fail_with(const std::string& what, const char* hint = "") {
    if (error_) return;
    std::string place = section_;
    if (element_) place += fmt::format(": element {}", *element_);
    error_ = make_error(place + ": " + what, hint);
  }

  template <class T>
  void put(const T& value) {
    out_.write(value);
  }
  void put_bytes(std::string_view bytes) { out_.write_bytes(bytes); }

  void count(std::size_t n) {
    if (n > largest_count) fail_with(fmt::format("{} are more than a PMX file can count", n));
    put(static_cast<std::int32_t>(n));
  }
  void text(const Text& text) {
    count(text.bytes.size());
    put_bytes(text.bytes);
  }
  void vertex_index(std::uint32_t index) {
    switch (header_.index_sizes.vertex) {
      case 1:
        return put_index<std::uint8_t>(index, "vertex");
      case 2:
        return put_index<std::uint16_t>(index, "vertex");
      default:
        return put(index);
    }
  }
  void texture_index(std::int32_t i) { signed_index(header_.index_sizes.texture, i, "texture"); }
  void material_index(std::int32_t i) { signed_index(header_.index_sizes.material, i, "material"); }
  void bone_index(std::int32_t i) { signed_index(header_.index_sizes.bone, i, "bone"); }
  void morph_index(std::int32_t i) { signed_index(header_.index_sizes.morph, i, "morph"); }
  void body_index(std::int32_t i) { signed_index(header_.index_sizes.rigid_body, i, "rigid body"); }

 private:
  template <class Stored, class Index>
  void put_index(Index index, const char* of) {
    if (!std::in_range<Stored>(index)) {
      fail_with(fmt::format("{} index {} does not fit into {} bytes", of, index, sizeof(Stored)), sizes_hint);
    }
    put(static_cast<Stored>(index));
  }
  void signed_index(std::uint8_t size, std::int32_t index, const char* of) {
    switch (size) {
      case 1:
        return put_index<std::int8_t>(index, of);
      case 2:
        return put_index<std::int16_t>(index, of);
      default:
        return put(index);
    }
  }

  Header header_;
  ByteWriter out_;
  const char* section_ = "header";
  std::optional<std::size_t> element_;
  std::optional<Diagnostic> error_;
};

void check_header(Writer& w) {
  const Header& h = w.header();
  if (h.version != 2.0f && h.version != 2.1f) w.fail_with(fmt::format("version {}", h.version));
  if (h.additional_uv_count > 4) w.fail_with(fmt::format("{} additional UVs", h.additional_uv_count));
  if (h.encoding > TextEncoding::utf8)
    w.fail_with(fmt::format("text encoding {}", static_cast<int>(h.encoding)));
  if (h.extra_globals.size() > 247) w.fail_with(fmt::format("{} extra globals", h.extra_globals.size()));
  const IndexSizes& s = h.index_sizes;
  for (const std::uint8_t size : {s.vertex, s.texture, s.material, s.bone, s.morph, s.rigid_body}) {
    if (size != 1 && size != 2 && size != 4) w.fail_with(fmt::format("index size {}", size));
  }
}

void write_header(Writer& w, const File& file) {
  const Header& h = w.header();
  w.put_bytes("PMX ");
  w.put(h.version);
  w.put(static_cast<std::uint8_t>(8 + h.extra_globals.size()));
  w.put(h.encoding);
  w.put(h.additional_uv_count);
  const IndexSizes& s = h.index_sizes;
  for (const std::uint8_t size : {s.vertex, s.texture, s.material, s.bone, s.morph, s.rigid_body})
    w.put(size);
  for (const std::uint8_t extra : h.extra_globals) w.put(extra);
  w.text(file.name);
  w.text(file.name_english);
  w.text(file.comment);
  w.text(file.comment_english);
}

// ---- Vertices and faces
// ----------------------------------------------------------------------------------------

struct WeightLayout {
  std::size_t bones;
  std::size_t weights;
};
/// What each WeightType stores.
constexpr std::array<WeightLayout, 5> weight_layouts = {{{1, 0}, {2, 1}, {4, 4}, {2, 1}, {4, 4}}};

/// Whether the arrays belong together; says what does not.
bool check_vertices(Writer& w, const Vertices& v) {
  const std::size_t n = v.size();
  const std::size_t uvs = n * w.header().additional_uv_count;
  const auto agrees = [&w](const char* of, std::size_t have, std::size_t want) {
    if (have != want) w.fail_with(fmt::format("{} {} entries, {} needed", have, of, want));
    return have == want;
  };
  if (!agrees("normal", v.normal.size(), n) || !agrees("uv", v.uv.size(), n) ||
      !agrees("additional_uv", v.additional_uv.size(), uvs) || !agrees("type", v.type.size(), n) ||
      !agrees("bones", v.bones.size(), n) || !agrees("weights", v.weights.size(), n) ||
      !agrees("edge_scale", v.edge_scale.size(), n)) {
    return false;
  }
  std::size_t sdef = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (v.type[i] > WeightType::qdef) {
      w.at_element(i);
      w.fail_with(fmt::format("weight type {}", static_cast<int>(v.type[i])));
      return false;
    }
    if (v.type[i] == WeightType::sdef) ++sdef;
  }
  return agrees("sdef", v.sdef.size(), sdef);
}

void write_vertices(Writer& w, const Vertices& v) {
  w.enter("vertices");
  if (!check_vertices(w, v)) return;
  w.count(v.size());
  const std::size_t uvs = w.header().additional_uv_count;
  std::size_t sdef = 0;
  for (std::size_t i = 0; i < v.size() && w.ok(); ++i) {
    w.at_element(i);
    w.put(v.position[i]);
    w.put(v.normal[i]);
    w.put(v.uv[i]);
    for (std::size_t s = 0; s < uvs; ++s) w.put(v.additional_uv[i * uvs + s]);
    w.put(v.type[i]);
    const WeightLayout layout = weight_layouts[static_cast<std::size_t>(v.type[i])];
    for (std::size_t b = 0; b < layout.bones; ++b) w.bone_index(v.bones[i][b]);
    for (std::size_t k = 0; k < layout.weights; ++k) w.put(v.weights[i][k]);
    if (v.type[i] == WeightType::sdef) w.put(v.sdef[sdef++]);
    w.put(v.edge_scale[i]);
  }
}

void write_indices(Writer& w, const RawVector<std::uint32_t>& indices) {
  w.enter("face indices");
  w.count(indices.size());
  for (std::size_t i = 0; i < indices.size() && w.ok(); ++i) {
    w.at_element(i);
    w.vertex_index(indices[i]);
  }
}

// ---- Elements
// --------------------------------------------------------------------------------------------------

template <class Element, class Write>
void write_section(Writer& w, const char* section, const std::vector<Element>& elements, Write&& write_one) {
  if (!w.ok()) return;
  w.enter(section);
  w.count(elements.size());
  for (std::size_t i = 0; i < elements.size() && w.ok(); ++i) {
    w.at_element(i);
    write_one(w, elements[i]);
  }
}

template <class Element>
void write_names(Writer& w, const Element& element) {
  w.text(element.name);
  w.text(element.name_english);
}

void write_material(Writer& w, const Material& m) {
  write_names(w, m);
  w.put(m.diffuse);
  w.put(m.specular);
  w.put(m.specular_power);
  w.put(m.ambient);
  w.put(m.flags);
  w.put(m.edge_colour);
  w.put(m.edge_size);
  w.texture_index(m.texture);
  w.texture_index(m.sphere_texture);
  w.put(m.sphere_mode);
  w.put(m.toon_flag);
  if (m.toon_flag > 1) w.fail_with(fmt::format("toon flag {}", m.toon_flag));
  if (m.toon_flag == 1) {
    if (!std::in_range<std::uint8_t>(m.toon)) w.fail_with(fmt::format("shared toon {}", m.toon));
    w.put(static_cast<std::uint8_t>(m.toon));
  } else {
    w.texture_index(m.toon);
  }
  w.text(m.memo);
  w.put(m.index_count);
}

void write_ik(Writer& w, const Ik& ik) {
  w.bone_index(ik.target);
  w.put(ik.loop_count);
  w.put(ik.unit_angle);
  w.count(ik.links.size());
  for (const IkLink& link : ik.links) {
    w.bone_index(link.bone);
    w.put(link.has_limits);
    if (link.has_limits == 1) {
      w.put(link.lower);
      w.put(link.upper);
    }
  }
}

void write_bone(Writer& w, const Bone& b) {
  write_names(w, b);
  w.put(b.position);
  w.bone_index(b.parent);
  w.put(b.layer);
  w.put(b.flags);
  const auto has = [&b](int flags) { return (b.flags & flags) != 0; };
  if (has(bone_tail_is_bone)) {
    w.bone_index(b.tail_bone);
  } else {
    w.put(b.tail_offset);
  }
  if (has(bone_append_rotation | bone_append_translation)) {
    w.bone_index(b.append_source);
    w.put(b.append_ratio);
  }
  if (has(bone_fixed_axis)) w.put(b.fixed_axis);
  if (has(bone_local_axes)) {
    w.put(b.local_x);
    w.put(b.local_z);
  }
  if (has(bone_external_parent)) w.put(b.external_parent_key);
  if (has(bone_ik)) write_ik(w, b.ik);
}

void write_offset(Writer& w, const GroupOffset& o) {
  w.morph_index(o.morph);
  w.put(o.ratio);
}
void write_offset(Writer& w, const VertexOffset& o) {
  w.vertex_index(o.vertex);
  w.put(o.offset);
}
void write_offset(Writer& w, const BoneOffset& o) {
  w.bone_index(o.bone);
  w.put(o.translation);
  w.put(o.rotation);
}
void write_offset(Writer& w, const UvOffset& o) {
  w.vertex_index(o.vertex);
  w.put(o.offset);
}
void write_offset(Writer& w, const MaterialOffset& o) {
  w.material_index(o.material);
  w.put(o.operation);
  w.put(o.diffuse);
  w.put(o.specular);
  w.put(o.specular_power);
  w.put(o.ambient);
  w.put(o.edge_colour);
  w.put(o.edge_size);
  w.put(o.texture);
  w.put(o.sphere);
  w.put(o.toon);
}
void write_offset(Writer& w, const ImpulseOffset& o) {
  w.body_index(o.rigid_body);
  w.put(o.local);
  w.put(o.velocity);
  w.put(o.torque);
}

/// Which alternative of Morph::offsets each MorphType holds.
constexpr std::array<std::size_t, 11> offset_alternatives = {0, 1, 2, 3, 3, 3, 3, 3, 4, 0, 5};

void write_morph(Writer& w, const Morph& m) {
  const auto type = static_cast<std::size_t>(m.type);
  if (type >= offset_alternatives.size()) return w.fail_with(fmt::format("morph type {}", type));
  if (offset_alternatives[type] != m.offsets.index())
    return w.fail_with("the offsets are of another morph type");
  write_names(w, m);
  w.put(m.panel);
  w.put(m.type);
  std::visit(
      [&w](const auto& offsets) {
        w.count(offsets.size());
        for (const auto& offset : offsets) write_offset(w, offset);
      },
      m.offsets);
}

void write_display_frame(Writer& w, const DisplayFrame& f) {
  write_names(w, f);
  w.put(f.special);
  w.count(f.items.size());
  for (const DisplayItem& item : f.items) {
    if (item.kind > 1) w.fail_with(fmt::format("item kind {}", item.kind));
    w.put(item.kind);
    if (item.kind == 0) {
      w.bone_index(item.index);
    } else {
      w.morph_index(item.index);
    }
  }
}

void write_rigid_body(Writer& w, const RigidBody& r) {
  write_names(w, r);
  w.bone_index(r.bone);
  w.put(r.group);
  w.put(r.no_collision_mask);
  w.put(r.shape);
  for (const vec3& v : {r.size, r.position, r.rotation}) w.put(v);
  for (const float f : {r.mass, r.linear_damping, r.angular_damping, r.restitution, r.friction}) w.put(f);
  w.put(r.mode);
}

void write_joint(Writer& w, const Joint& j) {
  write_names(w, j);
  w.put(j.type);
  w.body_index(j.body_a);
  w.body_index(j.body_b);
  for (const vec3& v : {j.position, j.rotation, j.translation_lower, j.translation_upper, j.rotation_lower,
                        j.rotation_upper, j.spring_translation, j.spring_rotation}) {
    w.put(v);
  }
}

void write_soft_body(Writer& w, const SoftBody& s) {
  write_names(w, s);
  w.put(s.shape);
  w.material_index(s.material);
  w.put(s.group);
  w.put(s.no_collision_mask);
  w.put(s.flags);
  w.put(s.bending_distance);
  w.put(s.cluster_count);
  w.put(s.total_mass);
  w.put(s.margin);
  w.put(s.aero_model);
  w.put(s.config);
  w.put(s.cluster);
  w.put(s.iterations);
  w.put(s.stiffness);
  w.count(s.anchors.size());
  for (const SoftBodyAnchor& anchor : s.anchors) {
    w.body_index(anchor.rigid_body);
    w.vertex_index(anchor.vertex);
    w.put(anchor.near_mode);
  }
  w.count(s.pins.size());
  for (const std::uint32_t pin : s.pins) w.vertex_index(pin);
}

void write_sections(Writer& w, const File& file) {
  write_vertices(w, file.vertices);
  if (w.ok()) write_indices(w, file.indices);
  write_section(w, "textures", file.textures, [](Writer& out, const Text& text) { out.text(text); });
  write_section(w, "materials", file.materials, write_material);
  write_section(w, "bones", file.bones, write_bone);
  write_section(w, "morphs", file.morphs, write_morph);
  write_section(w, "display frames", file.display_frames, write_display_frame);
  write_section(w, "rigid bodies", file.rigid_bodies, write_rigid_body);
  write_section(w, "joints", file.joints, write_joint);
  if (w.header().version == 2.1f) {
    write_section(w, "soft bodies", file.soft_bodies, write_soft_body);
  } else if (!file.soft_bodies.empty()) {
    w.enter("soft bodies");
    w.fail_with("PMX 2.0 has none", "write the model as PMX 2.1");
  }
}

std::uint8_t smallest_size(std::size_t count, std::size_t in_one_byte, std::size_t in_two_bytes) {
  if (count <= in_one_byte) return 1;
  return count <= in_two_bytes ? 2 : 4;
}
std::uint8_t smallest_unsigned_size(std::size_t count) {
  return smallest_size(count, 0xff, 0xffff);
}
std::uint8_t smallest_signed_size(std::size_t count) {
  return smallest_size(count, 0x7f, 0x7fff);
}

}  // namespace

Result<Bytes> write(const File& file) try {
  Writer w(file.header);
  check_header(w);
  if (w.ok()) write_header(w, file);
  if (w.ok()) write_sections(w, file);
  w.put_bytes(as_text(file.trailing));
  if (!w.ok()) return fail(w.take_error());
  return w.take();
} catch (const std::bad_alloc&) {
  return fail("not enough memory to write the model");
} catch (const std::exception& e) {
  return fail(fmt::format("the model cannot be written: {}", e.what()));
}

IndexSizes smallest_index_sizes(const File& file) {
  IndexSizes sizes;
  sizes.vertex = smallest_unsigned_size(file.vertices.size());
  sizes.texture = smallest_signed_size(file.textures.size());
  sizes.material = smallest_signed_size(file.materials.size());
  sizes.bone = smallest_signed_size(file.bones.size());
  sizes.morph = smallest_signed_size(file.morphs.size());
  sizes.rigid_body = smallest_signed_size(file.rigid_bodies.size());
  return sizes;
}

}  // namespace mmd::pmx
