#include "tests/support/figure.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <glm/geometric.hpp>

namespace mmd::test {
namespace {

using namespace pmx;

enum : std::int32_t { arm, follower, upper, lower, tip, goal };

/// A cube of 4 units. Normals point away from its centre, so that edges appear on all sides.
void add_cube(File& file, std::int32_t bone, vec3 middle, vec4 colour) {
  const auto first = static_cast<std::uint32_t>(file.vertices.size());
  for (std::uint32_t i = 0; i < 8; ++i) {
    Vertices& v = file.vertices;
    const vec3 out((i & 1) ? 1.0f : -1.0f, (i & 2) ? 1.0f : -1.0f, (i & 4) ? 1.0f : -1.0f);
    v.position.push_back(middle + out * 2.0f);
    v.normal.push_back(glm::normalize(out));
    v.uv.push_back({0.0f, 0.0f});
    v.type.push_back(WeightType::bdef1);
    v.bones.push_back({bone, -1, -1, -1});
    v.weights.push_back({1.0f, 0.0f, 0.0f, 0.0f});
    v.edge_scale.push_back(1.0f);
  }
  // Clockwise seen from outside, as in PMX.
  constexpr std::array<std::uint32_t, 36> faces = {0, 2, 1, 1, 2, 3, 5, 7, 4, 4, 7, 6, 4, 6, 0, 0, 6, 2,
                                                   1, 3, 5, 5, 3, 7, 2, 6, 3, 3, 6, 7, 4, 0, 5, 5, 0, 1};
  for (const std::uint32_t i : faces) file.indices.push_back(first + i);
  Material material;
  material.diffuse = colour;
  material.ambient = vec3(colour) * 0.5f;
  material.flags = material_edge;
  material.edge_size = 3.0f;
  material.index_count = static_cast<std::int32_t>(faces.size());
  file.materials.push_back(material);
}

void add_bone(File& file, const char* name, std::int32_t parent, vec3 position, unsigned extra_flags = 0) {
  Bone bone;
  bone.name = from_utf8(name, file.header.encoding);
  bone.parent = parent;
  bone.position = position;
  bone.flags =
      static_cast<std::uint16_t>(bone_rotatable | bone_movable | bone_visible | bone_operable | extra_flags);
  file.bones.push_back(bone);
}

template <class T>
void write(const std::filesystem::path& path, const Result<T>& bytes) {
  if (bytes) {
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes->data()), static_cast<std::streamsize>(bytes->size()));
    if (out.flush()) return;
  }
  std::cerr << "cannot write " << path << '\n';
  std::abort();
}

}  // namespace

pmx::File figure() {
  File file;
  file.name = from_utf8("積み木", file.header.encoding);
  add_bone(file, "腕", -1, {-6.0f, 8.0f, 0.0f});
  add_bone(file, "付与", -1, {0.0f, 8.0f, 0.0f}, bone_append_rotation);
  file.bones[follower].append_source = arm;
  file.bones[follower].append_ratio = 1.0f;
  add_bone(file, "上", -1, {6.0f, 12.0f, 0.0f});
  add_bone(file, "下", upper, {6.0f, 8.0f, -0.2f});
  add_bone(file, "先", lower, {6.0f, 4.0f, 0.0f});
  add_bone(file, "ＩＫ", -1, {6.0f, 4.0f, 0.0f}, bone_ik);
  Ik& ik = file.bones[goal].ik;
  ik.target = tip;
  ik.loop_count = 40;
  ik.unit_angle = 1.0f;
  ik.links.resize(2);
  ik.links[0].bone = lower;
  ik.links[1].bone = upper;
  add_cube(file, arm, {-6.0f, 8.0f, 0.0f}, {0.9f, 0.2f, 0.2f, 1.0f});
  add_cube(file, follower, {0.0f, 8.0f, 0.0f}, {0.2f, 0.8f, 0.2f, 1.0f});
  add_cube(file, lower, {6.0f, 6.0f, 0.0f}, {0.2f, 0.3f, 0.9f, 1.0f});
  return file;
}

pmx::File swinging_figure() {
  File file = figure();
  const auto sleeve = static_cast<std::int32_t>(file.bones.size());
  add_bone(file, "袖", arm, {-6.0f, 6.0f, 0.0f});
  add_cube(file, sleeve, {-9.0f, 4.0f, 0.0f}, {0.9f, 0.9f, 0.2f, 1.0f});
  file.rigid_bodies.resize(2);
  file.rigid_bodies[0].bone = arm;
  file.rigid_bodies[0].size = vec3(1.0f);
  file.rigid_bodies[0].position = {-6.0f, 8.0f, 0.0f};
  RigidBody& hanging = file.rigid_bodies[1];
  hanging.bone = sleeve;
  hanging.size = vec3(1.0f);
  hanging.position = {-9.0f, 4.0f, 0.0f};
  hanging.mass = 1.0f;
  hanging.linear_damping = hanging.angular_damping = 0.5f;
  hanging.mode = 1;
  Joint joint;
  joint.body_a = 0;
  joint.body_b = 1;
  joint.position = {-6.0f, 6.0f, 0.0f};
  joint.rotation_lower = vec3(-1.5f);
  joint.rotation_upper = vec3(1.5f);
  file.joints.push_back(joint);
  return file;
}

vpd::File figure_pose(float angle, bool stranger) {
  vpd::File pose;
  pose.model_name = "積み木.osm";
  vpd::Bone turned;
  turned.name = "腕";
  turned.rotation = {0.0f, 0.0f, std::sin(angle * 0.5f), std::cos(angle * 0.5f)};
  vpd::Bone pulled;
  pulled.name = "ＩＫ";
  pulled.translation = {1.5f, 2.0f, 0.0f};
  pose.bones = {turned, pulled};
  if (stranger) {
    pose.bones.push_back(turned);
    pose.bones.back().name = "左ひざ";
  }
  pose.bone_count = static_cast<std::int64_t>(pose.bones.size());
  return pose;
}

void write_model(const std::filesystem::path& path, const pmx::File& model) {
  write(path, pmx::write(model));
}

void write_pose(const std::filesystem::path& path, const vpd::File& pose) {
  write(path, vpd::write(pose));
}

}  // namespace mmd::test
