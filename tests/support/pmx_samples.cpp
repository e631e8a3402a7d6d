#include <utility>

#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using namespace pmx;

/// Fills the model section by section; texts use the file's encoding.
class Sample {
 public:
  explicit Sample(const SampleOptions& options) {
    file.header.version = options.version;
    file.header.encoding = options.encoding;
    file.header.additional_uv_count = options.additional_uv_count;
    file.header.index_sizes = options.index_sizes;
  }

  File file;

  bool is_2_1() const { return file.header.version == 2.1f; }
  Text text(std::string_view utf8) const { return from_utf8(utf8, file.header.encoding); }

  void add_vertices();
  void add_materials();
  void add_bones();
  void add_morphs();
  void add_frames();
  void add_bodies();
  void add_soft_body();

 private:
  template <class Element>
  Element named(std::string_view name, std::string_view english) const {
    Element e;
    e.name = text(name);
    e.name_english = text(english);
    return e;
  }
  template <class Offset>
  void add_morph(std::string_view name, MorphType type, std::uint8_t panel, std::vector<Offset> offsets) {
    auto morph = named<Morph>(name, "morph");
    morph.type = type;
    morph.panel = panel;
    morph.offsets = std::move(offsets);
    file.morphs.push_back(std::move(morph));
  }
};

// Bones by name, in file order.
enum : std::int32_t {
  centre,
  upper,
  leg,
  knee,
  ankle,
  toe,
  leg_ik,
  append_both,
  twist,
  local,
  after,
  bone_end
};

struct WeightRow {
  WeightType type;
  std::array<std::int32_t, 4> bones;
  std::array<float, 4> weights;
};
constexpr std::array<WeightRow, 6> weight_rows = {{
    {WeightType::bdef1, {centre, -1, -1, -1}, {1.0f, 0.0f, 0.0f, 0.0f}},
    {WeightType::bdef2, {centre, upper, -1, -1}, {0.75f, 0.0f, 0.0f, 0.0f}},
    {WeightType::bdef4, {upper, leg, knee, -1}, {0.5f, 0.25f, 0.25f, 0.0f}},
    {WeightType::sdef, {leg, knee, -1, -1}, {0.625f, 0.0f, 0.0f, 0.0f}},
    {WeightType::qdef, {knee, ankle, toe, twist}, {0.4f, 0.3f, 0.2f, 0.1f}},
    {WeightType::sdef, {knee, ankle, -1, -1}, {0.125f, 0.0f, 0.0f, 0.0f}},
}};

void Sample::add_vertices() {
  Vertices& v = file.vertices;
  for (std::size_t i = 0; i < weight_rows.size(); ++i) {
    const WeightRow& row = weight_rows[i];
    const auto x = static_cast<float>(i % 2), y = static_cast<float>(i / 2);
    v.position.push_back({x, y, 0.25f * x});
    v.normal.push_back({0.0f, 0.0f, -1.0f});
    v.uv.push_back({x, 1.0f - y / 2.0f});
    for (std::uint8_t s = 0; s < file.header.additional_uv_count; ++s)
      v.additional_uv.push_back({x, y, static_cast<float>(s), 0.5f});
    v.type.push_back(row.type);
    v.bones.push_back(row.bones);
    v.weights.push_back(row.weights);
    v.edge_scale.push_back(1.0f - 0.125f * y);
    if (row.type == WeightType::sdef)
      v.sdef.push_back({{x, y, 0.0f}, {x, y + 0.5f, 0.0f}, {x, y - 0.5f, 0.0f}});
  }
  for (const std::uint32_t i : {0u, 1u, 2u, 2u, 1u, 3u, 2u, 3u, 4u, 4u, 3u, 5u}) file.indices.push_back(i);
}

void Sample::add_materials() {
  for (const char* path : {"tex\\体.png", "sphere.spa", "toon_own.bmp"}) file.textures.push_back(text(path));
  auto skin = named<Material>("肌", "skin");
  skin.diffuse = {0.9f, 0.8f, 0.7f, 1.0f};
  skin.specular = {0.1f, 0.2f, 0.3f};
  skin.specular_power = 5.0f;
  skin.ambient = {0.4f, 0.4f, 0.4f};
  skin.flags = material_double_sided | material_ground_shadow | material_casts_self_shadow |
               material_receives_self_shadow | material_edge;
  skin.edge_colour = {0.1f, 0.0f, 0.0f, 0.5f};
  skin.edge_size = 0.75f;
  skin.texture = 0;
  skin.sphere_texture = 1;
  skin.sphere_mode = 2;
  skin.toon_flag = 1;
  skin.toon = 3;
  skin.memo = text("共有トゥーン\r\nline 2");
  skin.index_count = 6;
  file.materials.push_back(skin);
  auto cloth = named<Material>("服", "cloth");
  cloth.flags = is_2_1() ? material_vertex_colour | material_edge : material_edge;
  cloth.sphere_mode = 1;
  cloth.toon_flag = 0;
  cloth.toon = 2;
  cloth.index_count = 6;
  file.materials.push_back(cloth);
}

void Sample::add_bones() {
  constexpr std::uint16_t usual = bone_rotatable | bone_movable | bone_visible | bone_operable;
  struct Row {
    const char* name;
    std::int32_t parent;
    std::uint16_t flags;
    vec3 position;
  };
  const std::array<Row, bone_end> rows = {{
      {"センター", -1, usual | bone_tail_is_bone, {0.0f, 1.0f, 0.0f}},
      {"上半身", centre, usual, {0.0f, 1.5f, 0.0f}},
      {"右足", centre, usual | bone_tail_is_bone, {-0.5f, 1.0f, 0.0f}},
      {"右ひざ", leg, usual, {-0.5f, 0.5f, -0.05f}},
      {"右足首", knee, usual, {-0.5f, 0.1f, 0.0f}},
      {"右つま先", ankle, usual, {-0.5f, 0.0f, -0.2f}},
      {"右足ＩＫ", -1, usual | bone_ik, {-0.5f, 0.1f, 0.0f}},
      {"付与", upper, bone_append_rotation | bone_append_translation | usual, {0.0f, 1.5f, 0.0f}},
      {"捩り", upper, bone_fixed_axis | bone_append_rotation | bone_append_local | usual, {0.2f, 1.5f, 0.0f}},
      {"ローカル", twist, bone_local_axes | usual, {0.4f, 1.5f, 0.0f}},
      {"物理後", local, bone_after_physics | bone_external_parent | usual, {0.6f, 1.5f, 0.0f}},
  }};
  for (const Row& row : rows) {
    auto b = named<Bone>(row.name, "bone");
    b.parent = row.parent;
    b.flags = row.flags;
    b.position = row.position;
    // Fields that the flags omit keep their defaults, so that reading gives the same struct.
    if (row.flags & bone_tail_is_bone) {
      b.tail_bone = upper;
    } else {
      b.tail_offset = {0.0f, 0.5f, 0.0f};
    }
    file.bones.push_back(b);
  }
  file.bones[append_both].append_source = upper;
  file.bones[append_both].append_ratio = -0.5f;
  file.bones[twist].append_source = leg;
  file.bones[twist].append_ratio = 1.5f;
  file.bones[twist].layer = 1;
  file.bones[twist].fixed_axis = {1.0f, 0.0f, 0.0f};
  file.bones[local].local_x = {0.0f, 1.0f, 0.0f};
  file.bones[local].local_z = {1.0f, 0.0f, 0.0f};
  file.bones[after].external_parent_key = 7;
  file.bones[after].layer = 2;
  Ik& ik = file.bones[leg_ik].ik;
  ik.target = ankle;
  ik.loop_count = 40;
  ik.unit_angle = 2.0f;
  ik.links.resize(2);
  ik.links[0].bone = knee;
  ik.links[0].has_limits = 1;
  ik.links[0].lower = {-pi, 0.0f, 0.0f};
  ik.links[0].upper = {-0.0087266f, 0.0f, 0.0f};
  ik.links[1].bone = leg;
}

void Sample::add_morphs() {
  add_morph<VertexOffset>("あ", MorphType::vertex, 3, {{0, {0.0f, 0.1f, 0.0f}}, {5, {0.1f, 0.0f, -0.1f}}});
  add_morph<BoneOffset>("骨", MorphType::bone, 4, {{upper, {0.0f, 0.2f, 0.0f}, {0.0f, 0.6f, 0.0f, 0.8f}}});
  add_morph<GroupOffset>("組", MorphType::group, 1, {{0, 0.5f}, {1, 1.0f}});
  constexpr std::array<MorphType, 5> uv_types = {MorphType::uv, MorphType::uv1, MorphType::uv2,
                                                 MorphType::uv3, MorphType::uv4};
  for (const MorphType type : uv_types) add_morph<UvOffset>("UV", type, 4, {{1, {0.1f, 0.2f, 0.3f, 0.4f}}});
  MaterialOffset all;
  all.diffuse = {1.0f, 0.5f, 0.5f, 1.0f};
  all.specular = {0.1f, 0.2f, 0.3f};
  all.specular_power = 2.0f;
  all.ambient = {0.3f, 0.2f, 0.1f};
  all.edge_colour = {0.0f, 1.0f, 0.0f, 1.0f};
  all.edge_size = 0.5f;
  all.texture = all.sphere = all.toon = {1.0f, 0.9f, 0.8f, 0.7f};
  MaterialOffset one = all;
  one.material = 1;
  one.operation = 1;
  add_morph<MaterialOffset>("材質", MorphType::material, 2, {all, one});
  if (!is_2_1()) return;
  add_morph<GroupOffset>("フリップ", MorphType::flip, 0, {{0, 1.0f}, {1, 0.25f}});
  add_morph<ImpulseOffset>("衝撃", MorphType::impulse, 4, {{1, 1, {0.0f, 3.0f, 0.0f}, {0.0f, 0.0f, 2.0f}}});
}

void Sample::add_frames() {
  auto root = named<DisplayFrame>("Root", "Root");
  root.special = 1;
  root.items = {{0, centre}};
  auto face = named<DisplayFrame>("表情", "Exp");
  face.special = 1;
  face.items = {{1, 0}, {1, 2}};
  auto legs = named<DisplayFrame>("足", "legs");
  legs.items = {{0, leg}, {0, knee}, {1, 1}};
  for (auto* frame : {&root, &face, &legs}) file.display_frames.push_back(std::move(*frame));
}

void Sample::add_bodies() {
  for (std::uint8_t i = 0; i < 3; ++i) {
    auto body = named<RigidBody>("剛体", "body");
    body.bone = i == 2 ? -1 : upper + i;
    body.group = i;
    body.collision_mask = static_cast<std::uint16_t>(0xffff ^ (1u << i));
    body.shape = i;
    body.size = {0.1f, 0.2f, 0.3f};
    body.position = {0.0f, 1.0f + static_cast<float>(i), 0.0f};
    body.rotation = {0.1f, 0.0f, -0.1f};
    body.mass = 1.0f;
    body.linear_damping = 0.5f;
    body.angular_damping = 0.6f;
    body.restitution = 0.1f;
    body.friction = 0.7f;
    body.mode = i;
    file.rigid_bodies.push_back(std::move(body));
  }
  for (std::uint8_t type = 0; type < (is_2_1() ? 6 : 1); ++type) {
    auto joint = named<Joint>("ジョイント", "joint");
    joint.type = type;
    joint.body_a = 0;
    joint.body_b = 1;
    joint.position = {0.0f, 1.5f, 0.0f};
    joint.rotation = {0.0f, 0.1f, 0.2f};
    joint.translation_lower = {-1.0f, -2.0f, -3.0f};
    joint.translation_upper = {1.0f, 2.0f, 3.0f};
    joint.rotation_lower = {-0.1f, -0.2f, -0.3f};
    joint.rotation_upper = {0.1f, 0.2f, 0.3f};
    joint.spring_translation = {10.0f, 20.0f, 30.0f};
    joint.spring_rotation = {40.0f, 50.0f, 60.0f};
    file.joints.push_back(std::move(joint));
  }
}

void Sample::add_soft_body() {
  auto soft = named<SoftBody>("布", "cloth");
  soft.shape = 1;
  soft.material = 1;
  soft.group = 2;
  soft.collision_mask = 0xfffe;
  soft.flags = 7;
  soft.bending_distance = 2;
  soft.cluster_count = 3;
  soft.total_mass = 1.5f;
  soft.margin = 0.05f;
  soft.aero_model = 4;
  float value = 0.0f;
  for (float& f : soft.config) f = value += 0.125f;
  for (float& f : soft.cluster) f = value += 0.125f;
  soft.iterations = {1, 2, 3, 4};
  soft.stiffness = {0.5f, 0.6f, 0.7f};
  soft.anchors = {{1, 4, 1}, {2, 5, 0}};
  soft.pins = {2, 3};
  file.soft_bodies.push_back(std::move(soft));
}

}  // namespace

pmx::File full_featured(const SampleOptions& options) {
  Sample sample(options);
  File& file = sample.file;
  file.name = sample.text("全部入り");
  file.name_english = sample.text("everything");
  file.comment = sample.text("コメント 😀\r\nsecond line");
  file.comment_english = sample.text("comment");
  sample.add_vertices();
  sample.add_materials();
  sample.add_bones();
  sample.add_morphs();
  sample.add_frames();
  sample.add_bodies();
  if (sample.is_2_1()) sample.add_soft_body();
  return std::move(file);
}

pmx::File empty_model(const SampleOptions& options) {
  return Sample(options).file;
}

}  // namespace mmd::test
