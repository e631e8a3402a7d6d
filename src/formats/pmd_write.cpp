#include <exception>
#include <limits>
#include <new>
#include <optional>

#include <fmt/format.h>

#include "formats/pmd.h"

namespace mmd::pmd {
namespace {

/// Writes on and keeps the first list that is too long for its count.
class Out {
 public:
  ByteWriter bytes;

  template <class... T>
  void put(const T&... values) {
    (bytes.write(values), ...);
  }
  template <class Count>
  void count(std::size_t size, const char* of) {
    if (size > std::numeric_limits<Count>::max() && !error_) {
      error_ = fmt::format("{}: {}, the format holds {}", of, size, std::numeric_limits<Count>::max());
    }
    bytes.write(static_cast<Count>(size));
  }
  void expect(bool holds, const char* what) {
    if (!holds && !error_) error_ = what;
  }
  const std::optional<std::string>& error() const { return error_; }

 private:
  std::optional<std::string> error_;
};

void write_geometry(Out& out, const File& file) {
  out.count<std::uint32_t>(file.vertices.size(), "vertices");
  for (const Vertex& v : file.vertices) out.put(v.position, v.normal, v.uv, v.bones, v.weight, v.edge_off);
  out.count<std::uint32_t>(file.indices.size(), "faces");
  out.bytes.append(file.indices.data(), file.indices.size() * sizeof(std::uint16_t));
  out.count<std::uint32_t>(file.materials.size(), "materials");
  for (const Material& m : file.materials) {
    out.put(m.diffuse, m.alpha, m.specular_power, m.specular, m.ambient, m.toon, m.edge, m.index_count,
            m.texture);
  }
}

void write_bones(Out& out, const File& file) {
  out.count<std::uint16_t>(file.bones.size(), "bones");
  for (const Bone& b : file.bones) out.put(b.name, b.parent, b.tail, b.type, b.ik, b.position);
  out.count<std::uint16_t>(file.iks.size(), "IK");
  for (const Ik& ik : file.iks) {
    out.put(ik.bone, ik.target);
    out.count<std::uint8_t>(ik.links.size(), "IK links");
    out.put(ik.iterations, ik.unit_angle);
    for (const std::uint16_t link : ik.links) out.put(link);
  }
}

void write_morphs(Out& out, const File& file) {
  out.count<std::uint16_t>(file.morphs.size(), "morphs");
  for (const Morph& m : file.morphs) {
    out.put(m.name);
    out.count<std::uint32_t>(m.offsets.size(), "morph offsets");
    out.put(m.type);
    for (const MorphOffset& o : m.offsets) out.put(o.index, o.offset);
  }
}

void write_display(Out& out, const File& file) {
  out.count<std::uint8_t>(file.display_morphs.size(), "morph display list");
  for (const std::uint16_t m : file.display_morphs) out.put(m);
  out.count<std::uint8_t>(file.display_frames.size(), "display frames");
  for (const auto& name : file.display_frames) out.put(name);
  out.count<std::uint32_t>(file.display_bones.size(), "bone display list");
  for (const DisplayBone& d : file.display_bones) out.put(d.bone, d.frame);
}

void write_english(Out& out, const File& file) {
  const English& e = file.english;
  out.put(e.flag);
  if (e.flag != 1) return;
  out.expect(e.bones.size() == file.bones.size() &&
                 e.morphs.size() + (file.morphs.empty() ? 0 : 1) == file.morphs.size() &&
                 e.frames.size() == file.display_frames.size(),
             "English names: not one for every bone, morph and frame");
  out.put(e.name, e.comment);
  for (const auto& name : e.bones) out.put(name);
  for (const auto& name : e.morphs) out.put(name);
  for (const auto& name : e.frames) out.put(name);
}

void write_physics(Out& out, const File& file) {
  if (!file.has(Tail::rigid_bodies)) return;
  out.count<std::uint32_t>(file.rigid_bodies.size(), "rigid bodies");
  for (const RigidBody& r : file.rigid_bodies) {
    out.put(r.name, r.bone, r.group, r.no_collision_mask, r.shape, r.size, r.position, r.rotation, r.mass,
            r.linear_damping, r.angular_damping, r.restitution, r.friction, r.mode);
  }
  if (!file.has(Tail::joints)) return;
  out.count<std::uint32_t>(file.joints.size(), "joints");
  for (const Joint& j : file.joints) {
    out.put(j.name, j.body_a, j.body_b, j.position, j.rotation, j.translation_lower, j.translation_upper,
            j.rotation_lower, j.rotation_upper, j.spring_translation, j.spring_rotation);
  }
}

}  // namespace

Result<Bytes> write(const File& file) try {
  Out out;
  out.bytes.write_bytes("Pmd");
  out.put(file.version, file.name, file.comment);
  write_geometry(out, file);
  write_bones(out, file);
  write_morphs(out, file);
  write_display(out, file);
  if (file.has(Tail::english)) write_english(out, file);
  if (file.has(Tail::toons)) out.put(file.toons);
  write_physics(out, file);
  out.bytes.append(file.trailing.data(), file.trailing.size());
  if (out.error()) return fail(*out.error());
  return out.bytes.take();
} catch (const std::bad_alloc&) {
  return fail("not enough memory to write the model");
} catch (const std::exception& e) {
  return fail(fmt::format("the model cannot be written: {}", e.what()));
}

}  // namespace mmd::pmd
