#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "formats/pmd.h"

namespace mmd::pmd {
namespace {

constexpr std::string_view magic = "Pmd";
constexpr const char* damaged_hint =
    "the file is damaged or cut off; fetch it again, or open and save it in PMDEditor";

/// Reads on and keeps the first thing that does not fit, by section, element and byte offset.
class Cursor {
 public:
  /// Where elements stand goes to `places`, if it is given.
  explicit Cursor(ByteSpan bytes, Places* places = nullptr) : in(bytes), places_(places) {}

  ByteReader in;

  bool ok() const { return !error_ && in.ok(); }
  void enter(const char* section) {
    section_ = section;
    element_.reset();
  }
  void at_element(std::size_t element) {
    element_ = element;
    if (places_ != nullptr) places_->add(section_, in.offset());
  }

  /// The same for all of a section's elements, of `size` bytes each.
  void at_elements(std::size_t size, std::size_t count) {
    if (places_ != nullptr) places_->set_fixed(section_, in.offset(), size, count);
  }

  template <class T>
  void take(T& to) {
    to = in.read<T>();
  }

  /// A count of type Count for records of at least `smallest` bytes, held against the bytes that are left.
  template <class Count>
  std::size_t count(std::size_t smallest, const char* of = "") {
    const std::size_t where = in.offset();
    const auto declared = static_cast<std::size_t>(in.read<Count>());
    if (!ok()) return 0;
    const std::size_t room = in.remaining() / smallest;
    if (declared <= room) return declared;
    set_error(where, fmt::format("{}{} declared, room for {}", of, declared, room));
    return 0;
  }

  void set_error(std::size_t offset, const std::string& what) {
    if (error_) return;
    std::string place = section_;
    if (element_) place += fmt::format(": element {}", *element_);
    error_ = make_error(place + ": " + what, damaged_hint);
    error_->offset = offset;
  }
  Diagnostic take_error() {
    if (!error_) set_error(in.offset(), "truncated");
    return std::move(*error_);
  }

 private:
  Places* places_;
  const char* section_ = "header";
  std::optional<std::size_t> element_;
  std::optional<Diagnostic> error_;
};

/// A section of `Count` records of at least `smallest` bytes.
template <class Count, class List, class Read>
void read_list(Cursor& c, const char* section, std::size_t smallest, List& out, Read&& read) {
  if (!c.ok()) return;
  c.enter(section);
  out.resize(c.count<Count>(smallest));
  for (std::size_t i = 0; i < out.size() && c.ok(); ++i) {
    c.at_element(i);
    read(c, out[i]);
  }
}

/// The same for many records of one size, which need no place each.
template <class Count, class List, class Read>
void read_plain_list(Cursor& c, const char* section, std::size_t size, List& out, Read&& read) {
  if (!c.ok()) return;
  c.enter(section);
  out.resize(c.count<Count>(size));
  c.at_elements(size, out.size());
  for (auto& value : out) read(c, value);
}

constexpr auto read_plain = [](Cursor& c, auto& value) { c.take(value); };

void read_vertex(Cursor& c, Vertex& v) {
  c.take(v.position);
  c.take(v.normal);
  c.take(v.uv);
  c.take(v.bones);
  c.take(v.weight);
  c.take(v.edge_off);
}

void read_material(Cursor& c, Material& m) {
  c.take(m.diffuse);
  c.take(m.alpha);
  c.take(m.specular_power);
  c.take(m.specular);
  c.take(m.ambient);
  c.take(m.toon);
  c.take(m.edge);
  c.take(m.index_count);
  c.take(m.texture);
}

void read_bone(Cursor& c, Bone& b) {
  c.take(b.name);
  c.take(b.parent);
  c.take(b.tail);
  c.take(b.type);
  c.take(b.ik);
  c.take(b.position);
}

void read_ik(Cursor& c, Ik& ik) {
  c.take(ik.bone);
  c.take(ik.target);
  const std::size_t where = c.in.offset();
  const auto links = c.in.read<std::uint8_t>();
  c.take(ik.iterations);
  c.take(ik.unit_angle);
  if (!c.ok()) return;
  if (links > c.in.remaining() / 2) {
    c.set_error(where, fmt::format("IK links: {} declared, room for {}", links, c.in.remaining() / 2));
    return;
  }
  ik.links.resize(links);
  for (std::uint16_t& link : ik.links) c.take(link);
}

void read_morph(Cursor& c, Morph& m) {
  c.take(m.name);
  const std::size_t where = c.in.offset();
  const auto declared = c.in.read<std::uint32_t>();
  c.take(m.type);
  if (!c.ok()) return;
  const std::size_t room = c.in.remaining() / 16;
  if (declared > room) {
    c.set_error(where, fmt::format("offsets: {} declared, room for {}", declared, room));
    return;
  }
  m.offsets.resize(declared);
  for (MorphOffset& o : m.offsets) {
    c.take(o.index);
    c.take(o.offset);
  }
}

void read_rigid_body(Cursor& c, RigidBody& r) {
  c.take(r.name);
  c.take(r.bone);
  c.take(r.group);
  c.take(r.no_collision_mask);
  c.take(r.shape);
  c.take(r.size);
  c.take(r.position);
  c.take(r.rotation);
  for (float* f : {&r.mass, &r.linear_damping, &r.angular_damping, &r.restitution, &r.friction}) c.take(*f);
  c.take(r.mode);
}

void read_joint(Cursor& c, Joint& j) {
  c.take(j.name);
  c.take(j.body_a);
  c.take(j.body_b);
  for (vec3* v : {&j.position, &j.rotation, &j.translation_lower, &j.translation_upper, &j.rotation_lower,
                  &j.rotation_upper, &j.spring_translation, &j.spring_rotation}) {
    c.take(*v);
  }
}

void read_header(Cursor& c, File& out) {
  c.enter("header");
  if (c.in.read_bytes(magic.size()) != magic) {
    c.set_error(0, "not a PMD file");
    return;
  }
  c.take(out.version);
  c.take(out.name);
  c.take(out.comment);
}

void read_main(Cursor& c, File& out) {
  read_header(c, out);
  read_plain_list<std::uint32_t>(c, "vertices", 38, out.vertices, read_vertex);
  read_plain_list<std::uint32_t>(c, "faces", 2, out.indices, read_plain);
  read_list<std::uint32_t>(c, "materials", 70, out.materials, read_material);
  read_list<std::uint16_t>(c, "bones", 39, out.bones, read_bone);
  read_list<std::uint16_t>(c, "IK", 11, out.iks, read_ik);
  read_list<std::uint16_t>(c, "morphs", 25, out.morphs, read_morph);
  read_list<std::uint8_t>(c, "morph display list", 2, out.display_morphs, read_plain);
  read_list<std::uint8_t>(c, "display frames", 50, out.display_frames, read_plain);
  read_list<std::uint32_t>(c, "bone display list", 3, out.display_bones, [](Cursor& in, DisplayBone& d) {
    in.take(d.bone);
    in.take(d.frame);
  });
}

void read_english(Cursor& c, File& out) {
  c.enter("English names");
  English& e = out.english;
  c.take(e.flag);
  if (e.flag != 1) return;
  c.take(e.name);
  c.take(e.comment);
  e.bones.resize(out.bones.size());
  e.morphs.resize(out.morphs.empty() ? 0 : out.morphs.size() - 1);
  e.frames.resize(out.display_frames.size());
  for (auto& name : e.bones) c.take(name);
  for (auto& name : e.morphs) c.take(name);
  for (auto& name : e.frames) c.take(name);
}

void read_toons(Cursor& c, File& out) {
  c.enter("toon list");
  for (auto& toon : out.toons) c.take(toon);
}

void read_rigid_bodies(Cursor& c, File& out) {
  read_list<std::uint32_t>(c, "rigid bodies", 83, out.rigid_bodies, read_rigid_body);
}
void read_joints(Cursor& c, File& out) {
  read_list<std::uint32_t>(c, "joints", 124, out.joints, read_joint);
}

struct TailSection {
  void (*read)(Cursor& c, File& out);
  void (*clear)(File& out);
};
/// By Tail.
constexpr TailSection tail_sections[tail_count] = {
    {read_english, [](File& out) { out.english = {}; }},
    {read_toons, [](File& out) { out.toons = {}; }},
    {read_rigid_bodies, [](File& out) { out.rigid_bodies.clear(); }},
    {read_joints, [](File& out) { out.joints.clear(); }}};

/// Reads optional sections until the end or the first damaged one, before which the cursor then stands again.
void read_tails(Cursor& c, ReadResult& out) {
  for (std::size_t t = 0; t < tail_count && c.in.remaining() > 0; ++t) {
    const Cursor start = c;
    tail_sections[t].read(c, out.file);
    if (!c.ok()) {
      Diagnostic d = c.take_error();
      d.severity = Severity::warning;
      d.what += "; this and what follows is left out";
      out.diagnostics.push_back(std::move(d));
      tail_sections[t].clear(out.file);
      c = start;
      return;
    }
    out.file.tails = t + 1;
  }
}

}  // namespace

bool looks_like(ByteSpan bytes) {
  return as_text(bytes).substr(0, magic.size()) == magic;
}

Result<ReadResult> read(ByteSpan bytes) try {
  Cursor c(bytes);
  ReadResult out;
  read_main(c, out.file);
  if (!c.ok()) return fail(c.take_error());
  read_tails(c, out);
  const ByteSpan rest = c.in.rest();
  out.file.trailing.assign(rest.begin(), rest.end());
  return out;
} catch (const std::bad_alloc&) {
  return fail("not enough memory to read the model");
} catch (const std::exception& e) {
  return fail(fmt::format("the model cannot be read: {}", e.what()));
}

Places locate(ByteSpan bytes) try {
  Places out;
  Cursor c(bytes, &out);
  ReadResult read;
  read_main(c, read.file);
  if (c.ok()) read_tails(c, read);
  // Three indices are a triangle.
  if (const auto first = out.find("faces", 0))
    out.set_fixed("faces", *first, 6, read.file.indices.size() / 3);
  const auto& morphs = read.file.morphs;
  const auto is_base = [](const Morph& m) { return m.type == 0; };
  const auto base = std::find_if(morphs.begin(), morphs.end(), is_base);
  if (base != morphs.end()) out.erase("morphs", static_cast<std::size_t>(base - morphs.begin()));
  return out;
} catch (const std::exception&) {
  return {};
}

}  // namespace mmd::pmd
