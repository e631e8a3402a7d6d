#pragma once

// The records of a PMD, for reader and writer (formats/records.h).

#include "formats/pmd.h"
#include "formats/records.h"

template <>
inline constexpr bool mmd::has_list<mmd::pmd::Ik> = true;
template <>
inline constexpr bool mmd::has_list<mmd::pmd::Morph> = true;

namespace mmd::pmd {

constexpr void fields(auto& io, RecordOf<Vertex> auto& v) {
  io(v.position, v.normal, v.uv, v.bones, v.weight, v.edge_off);
}

constexpr void fields(auto& io, RecordOf<Material> auto& m) {
  io(m.diffuse, m.alpha, m.specular_power, m.specular, m.ambient, m.toon, m.edge, m.index_count, m.texture);
}

constexpr void fields(auto& io, RecordOf<Bone> auto& b) {
  io(b.name, b.parent, b.tail, b.type, b.ik, b.position);
}

constexpr void fields(auto& io, RecordOf<Ik> auto& ik) {
  io(ik.bone, ik.target);
  io.template count<std::uint8_t>("IK links", ik.links);
  io(ik.iterations, ik.unit_angle);
  io.elements(ik.links);
}

constexpr void fields(auto& io, RecordOf<MorphOffset> auto& o) {
  io(o.index, o.offset);
}
constexpr void fields(auto& io, RecordOf<Morph> auto& m) {
  io(m.name);
  io.template count<std::uint32_t>("offsets", m.offsets);
  io(m.type);
  io.elements(m.offsets);
}

constexpr void fields(auto& io, RecordOf<DisplayBone> auto& d) {
  io(d.bone, d.frame);
}

constexpr void fields(auto& io, RecordOf<RigidBody> auto& r) {
  io(r.name, r.bone, r.group, r.collision_mask, r.shape, r.size, r.position, r.rotation, r.mass,
     r.linear_damping, r.angular_damping, r.restitution, r.friction, r.mode);
}

constexpr void fields(auto& io, RecordOf<Joint> auto& j) {
  io(j.name, j.body_a, j.body_b, j.position, j.rotation, j.translation_lower, j.translation_upper,
     j.rotation_lower, j.rotation_upper, j.spring_translation, j.spring_rotation);
}

/// The sections that every file has, behind its magic.
void main_sections(auto& io, RecordOf<File> auto& file) {
  io(file.version, file.name, file.comment);
  io.template section<std::uint32_t>("vertices", file.vertices);
  io.template section<std::uint32_t>("faces", file.indices);
  io.template section<std::uint32_t>("materials", file.materials);
  io.template section<std::uint16_t>("bones", file.bones);
  io.template section<std::uint16_t>("IK", file.iks);
  io.template section<std::uint16_t>("morphs", file.morphs);
  io.template section<std::uint8_t>("morph display list", file.display_morphs);
  io.template section<std::uint8_t>("display frames", file.display_frames);
  io.template section<std::uint32_t>("bone display list", file.display_bones);
}

/// Names for all bones, all morphs except the base and all frames, without counts.
void english_names(auto& io, RecordOf<File> auto& file) {
  auto& e = file.english;
  io(e.flag);
  if (e.flag != 1) return;
  io(e.name, e.comment);
  io.names(e.bones, file.bones.size());
  io.names(e.morphs, file.morphs.empty() ? 0 : file.morphs.size() - 1);
  io.names(e.frames, file.display_frames.size());
}

void tail_section(auto& io, Tail tail, RecordOf<File> auto& file) {
  switch (tail) {
    case Tail::english:
      io.enter("English names");
      return english_names(io, file);
    case Tail::toons:
      io.enter("toon list");
      for (auto& toon : file.toons) io(toon);
      return;
    case Tail::rigid_bodies:
      return io.template section<std::uint32_t>("rigid bodies", file.rigid_bodies);
    case Tail::joints:
      return io.template section<std::uint32_t>("joints", file.joints);
  }
}

}  // namespace mmd::pmd
