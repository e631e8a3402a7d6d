#include "base/text.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

template <std::size_t N>
pmd::Field<N> field(const char* utf8) {
  return pmd::field_from<N>(cp932_from_utf8(utf8).value());
}

pmd::Bone bone(const char* name, std::uint16_t parent, std::uint16_t tail, std::uint8_t type,
               std::uint16_t ik, const vec3& position) {
  pmd::Bone b;
  b.name = field20(name);
  b.parent = parent;
  b.tail = tail;
  b.type = type;
  b.ik = ik;
  b.position = position;
  return b;
}

void add_geometry(pmd::File& file) {
  const auto vertex = [&](const vec3& p, std::uint16_t a, std::uint16_t b, std::uint8_t weight,
                          std::uint8_t edge_off) {
    pmd::Vertex v;
    v.position = p;
    v.normal = {0, 0, -1};
    v.uv = {p.x, p.y};
    v.bones = {a, b};
    v.weight = weight;
    v.edge_off = edge_off;
    file.vertices.push_back(v);
  };
  vertex({0, 0, 0}, 0, 1, 100, 0);
  vertex({1, 0, 0}, 0, 1, 30, 1);
  vertex({0, 1, 0}, 0, 1, 0, 0);
  vertex({0, 2, 0}, 2, 2, 50, 0);
  file.indices = {0, 1, 2, 0, 2, 3, 1, 2, 3};
  pmd::Material m;
  m.diffuse = {0.1f, 0.2f, 0.3f};
  m.specular_power = 5.0f;
  m.specular = {0.4f, 0.5f, 0.6f};
  m.ambient = {0.7f, 0.8f, 0.9f};
  m.toon = 1;
  m.edge = 1;
  m.index_count = 3;
  m.texture = pmd::field_from<20>("tex.bmp*metal.spa");
  m.texture[19] = '\x33';  // garbage after the NUL
  file.materials.push_back(m);
  m.alpha = 0.98f;
  m.toon = 2;
  m.edge = 0;
  m.texture = pmd::field_from<20>("Shine.SPH");
  file.materials.push_back(m);
  m.alpha = 0.5f;
  m.toon = 0xFF;
  m.texture = pmd::field_from<20>("tex.bmp");
  file.materials.push_back(m);
}

void add_bones(pmd::File& file) {
  file.bones = {
      bone("センター", pmd::no_index, 1, 1, 0, {0, 8, 0}),
      bone("左足", 0, 2, 4, 5, {1, 7, 0}),
      bone("左ひざ", 1, 3, 4, 5, {1, 4, 0}),
      bone("左足首", 2, 0, 6, 0, {1, 1, 0}),
      bone("先", 3, 0, 7, 0, {1, 0, 0}),
      bone("左足ＩＫ", 0, 4, 2, 0, {1, 1, 1}),
      bone("目", 0, 1, 5, 0, {0, 12, 0}),
      bone("捩り", 0, 1, 8, 0, {0, 7, 0}),
      bone("捩り先", 0, 2, 9, 50, {0, 7, 1}),
      bone("回転", 5, 2, 0, 0, {2, 7, 1}),
  };
  pmd::Ik ik;
  ik.bone = 5;
  ik.target = 3;
  ik.iterations = 40;
  ik.unit_angle = 0.5f;
  ik.links = {2, 1};
  file.iks.push_back(ik);
}

void add_morphs(pmd::File& file) {
  pmd::Morph base;
  base.name = field20("base");
  base.offsets.push_back({3, {0, 2, 0}});
  base.offsets.push_back({1, {1, 0, 0}});
  pmd::Morph smile;
  smile.name = field20("笑い");
  smile.type = 2;
  smile.offsets.push_back({1, {0, 0, 0.5f}});
  file.morphs = {base, smile};
  file.display_morphs = {1};
  file.display_frames = {field<50>("体\n"), field<50>("足\n")};
  file.display_bones = {{1, 2}, {6, 1}, {0, 0}};
}

void add_tails(pmd::File& file) {
  file.tails = pmd::tail_count;
  file.english.flag = 1;
  file.english.name = pmd::field_from<20>("Test");
  file.english.comment = pmd::field_from<256>("comment");
  file.english.bones.assign(file.bones.size(), pmd::field_from<20>("bone"));
  file.english.morphs.assign(1, pmd::field_from<20>("smile"));
  file.english.frames = {pmd::field_from<50>("body"), pmd::field_from<50>("legs")};
  for (std::size_t i = 0; i < 10; ++i) file.toons[i] = pmd::field_from<100>("toon0X.bmp");
  file.toons[1] = pmd::field_from<100>("skin.bmp");
  file.toons[2] = pmd::field_from<100>("toon03.bmp");
  pmd::RigidBody body;
  body.name = field20("体");
  body.bone = 1;
  body.group = 2;
  body.collision_mask = 0xfffb;
  body.shape = 1;
  body.size = {0.5f, 1.0f, 1.5f};
  body.position = {0, 0.5f, 0};
  body.rotation = {0.1f, 0.2f, 0.3f};
  body.mass = 1.0f;
  body.linear_damping = 0.5f;
  body.angular_damping = 0.6f;
  body.restitution = 0.1f;
  body.friction = 0.7f;
  body.mode = 1;
  file.rigid_bodies.push_back(body);
  body.bone = pmd::no_index;
  file.rigid_bodies.push_back(body);
  pmd::Joint joint;
  joint.name = field20("joint");
  joint.body_b = 1;
  joint.position = {1, 2, 3};
  joint.rotation = {0.1f, 0.2f, 0.3f};
  joint.translation_lower = {-1, -2, -3};
  joint.translation_upper = {1, 2, 3};
  joint.rotation_lower = {-0.1f, -0.2f, -0.3f};
  joint.rotation_upper = {0.1f, 0.2f, 0.3f};
  joint.spring_translation = {10, 20, 30};
  joint.spring_rotation = {40, 50, 60};
  file.joints.push_back(joint);
}

}  // namespace

pmd::Field<20> field20(const char* utf8) {
  return field<20>(utf8);
}

pmd::File full_pmd() {
  pmd::File file;
  file.name = field20("テスト");
  file.comment = field<256>("説明");
  add_geometry(file);
  add_bones(file);
  add_morphs(file);
  add_tails(file);
  return file;
}

}  // namespace mmd::test
