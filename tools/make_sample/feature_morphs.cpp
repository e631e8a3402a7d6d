#include <cmath>

#include <glm/geometric.hpp>

#include "make_sample/feature_builder.h"
#include "make_sample/pose_builder.h"
#include "make_sample/rig.h"
#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

constexpr float step = 2.6f;
constexpr int exhibits = 8;

vec3 place_of(int i, float y) {
  return {step * (static_cast<float>(i) - 0.5f * static_cast<float>(exhibits - 1)), y + 0.8f, 0.0f};
}

struct Range {
  std::uint32_t first = 0, last = 0;
};

Range add_exhibit(FeatureBuilder& b, int i, float y, const char* label, std::int32_t bone) {
  const vec3 centre = place_of(i, y);
  b.label(label, centre - vec3(0, 1.0f, 0), 0);
  const std::uint32_t first = b.add(feature_ball(centre, 0.7f), bone);
  return {first, static_cast<std::uint32_t>(b.file.vertices.size())};
}

/// Offsets along the normals as a function of the normal.
template <class Amount>
std::vector<pmx::VertexOffset> swell(const FeatureBuilder& b, Range range, Amount amount) {
  std::vector<pmx::VertexOffset> out;
  for (std::uint32_t v = range.first; v < range.last; ++v) {
    const vec3 n = b.file.vertices.normal[v];
    out.push_back({v, amount(n)});
  }
  return out;
}

void add_physics_exhibit(FeatureBuilder& b, float y, std::int32_t bone) {
  // Bodies of the three shapes; each kind of joint holds the last one to the first.
  const vec3 centre = place_of(7, y);
  constexpr const char* shapes[] = {"球", "箱", "カプセル"};
  constexpr const char* shapes_english[] = {"sphere", "box", "capsule"};
  for (std::uint8_t i = 0; i < 3; ++i) {
    pmx::RigidBody body;
    body.name = text(shapes[i]);
    body.name_english = text(shapes_english[i]);
    body.bone = i == 2 ? bone : 0;
    body.shape = i;
    body.size = vec3(0.5f, 0.4f, 0.3f);
    body.position = centre + vec3(0, 0.8f * static_cast<float>(i), 0);
    body.mass = 1.0f;
    body.linear_damping = body.angular_damping = 0.5f;
    body.mode = i;  // follows its bone; physics; physics at its bone
    b.file.rigid_bodies.push_back(std::move(body));
  }
  constexpr const char* kinds[] = {"spring 6-DOF", "6-DOF",  "point to point",
                                   "cone twist",   "slider", "hinge"};
  for (std::uint8_t i = 0; i < 6; ++i) {
    pmx::Joint j;
    j.name = j.name_english = text(kinds[i]);
    j.type = i;
    j.body_a = 0;
    j.body_b = i % 2 + 1;
    j.position = centre + vec3(0, 0.4f, 0);
    j.rotation_lower = vec3(-0.5f);
    j.rotation_upper = vec3(0.5f);
    b.file.joints.push_back(std::move(j));
  }
}

}  // namespace

void add_morph_row(FeatureBuilder& b, float y) {
  const FeatureLook look{0x9a7fc0};
  const Range vertex = add_exhibit(b, 0, y, "VERTEX", 0);
  const std::int32_t moved = b.bone("モーフ用", "bone of the morph", place_of(1, y), 0);
  add_exhibit(b, 1, y, "BONE", moved);
  const Range group = add_exhibit(b, 2, y, "GROUP", 0);
  const Range flip = add_exhibit(b, 3, y, "FLIP", 0);
  const std::int32_t body_bone = b.bone("剛体用", "bone of the body", place_of(7, y), 0);
  add_exhibit(b, 7, y, "IMPULSE", body_bone);
  b.material("モーフ", "morphs", look);
  const Range uv = add_exhibit(b, 4, y, "UV", 0);
  b.material("UVモーフ", "UV morph", {0xffffff, pmx::material_edge, texture_checker});
  add_exhibit(b, 5, y, "MATERIAL X", 0);
  b.material("材質モーフ乗算", "material morph, multiplied", look);
  const auto multiplied = static_cast<std::int32_t>(b.file.materials.size() - 1);
  add_exhibit(b, 6, y, "MATERIAL +", 0);
  b.material("材質モーフ加算", "material morph, added", look);
  add_physics_exhibit(b, y, body_bone);

  const auto out = [](float side, float up) {
    return [side, up](const vec3& n) { return vec3(side * n.x, up * n.y, side * n.z); };
  };
  const auto morph = [&b](const char* name, const char* english, pmx::MorphType type, auto offsets) {
    return b.morph(name, english, type, std::move(offsets));
  };
  const std::int32_t star = morph(
      "頂点", "vertex", pmx::MorphType::vertex,
      swell(b, vertex, [](const vec3& n) { return n * (0.3f * std::cos(5.0f * std::atan2(n.y, n.x))); }));
  const std::int32_t bone =
      morph("ボーン", "bone", pmx::MorphType::bone,
            std::vector{pmx::BoneOffset{moved, vec3(0, 0.6f, 0), vec4(0, 0, 0.3826834f, 0.9238795f)}});
  const std::int32_t wide = morph("広く", "wide", pmx::MorphType::vertex, swell(b, group, out(0.3f, 0.0f)));
  const std::int32_t low = morph("低く", "low", pmx::MorphType::vertex, swell(b, group, out(0.0f, -0.35f)));
  const std::int32_t both = morph("グループ", "group", pmx::MorphType::group,
                                  std::vector{pmx::GroupOffset{wide, 1.0f}, pmx::GroupOffset{low, 0.8f}});
  std::vector<pmx::GroupOffset> choices;
  choices.push_back({morph("細く", "slim", pmx::MorphType::vertex, swell(b, flip, out(-0.35f, 0.1f))), 1.0f});
  choices.push_back(
      {morph("平たく", "flat", pmx::MorphType::vertex, swell(b, flip, out(0.2f, -0.4f))), 1.0f});
  choices.push_back(
      {morph("小さく", "small", pmx::MorphType::vertex, swell(b, flip, out(-0.4f, -0.4f))), 1.0f});
  const std::int32_t flipped = morph("フリップ", "flip", pmx::MorphType::flip, choices);
  std::vector<pmx::UvOffset> shift;
  for (std::uint32_t v = uv.first; v < uv.last; ++v) shift.push_back({v, vec4(0.125f, 0.0f, 0, 0)});
  const std::int32_t uv_morph = morph("UV", "UV", pmx::MorphType::uv, std::move(shift));
  pmx::MaterialOffset times{multiplied, 0,         vec4(1.0f, 0.55f, 0.35f, 1.0f),
                            vec3(1.0f), 1.0f,      vec3(1.0f, 0.55f, 0.35f),
                            vec4(1.0f), 2.0f,      vec4(1.0f),
                            vec4(1.0f), vec4(1.0f)};
  pmx::MaterialOffset plus;
  plus.material = multiplied + 1;
  plus.operation = 1;
  plus.diffuse = vec4(-0.3f, 0.3f, -0.1f, 0.0f);
  plus.ambient = vec3(-0.1f, 0.1f, -0.05f);
  const std::int32_t mul =
      morph("材質乗算", "material multiply", pmx::MorphType::material, std::vector{times});
  const std::int32_t add = morph("材質加算", "material add", pmx::MorphType::material, std::vector{plus});
  morph("インパルス", "impulse", pmx::MorphType::impulse,
        std::vector{pmx::ImpulseOffset{2, 0, vec3(0, 10, 0), vec3(0, 0, 5)}});
  for (const std::int32_t m : {star, bone, both, uv_morph, mul, add}) b.morph_in_pose(m, 1.0f);
  b.morph_in_pose(flipped, 0.5f);  // the second of three
}

FeatureSample make_features() {
  FeatureBuilder b;
  b.bone("全ての親", "mother", vec3(0.0f), -1);
  add_weight_row(b, 0.6f);
  add_append_row(b, 6.0f);
  add_ik_row(b, 9.2f);
  add_morph_row(b, 13.0f);
  add_material_row(b, 16.2f);
  add_toon_row(b, 18.6f);
  b.finish();
  const std::vector<std::string> words = b.labels;
  const auto ink = [&words](vec2 p) {
    const bool on = label_ink(words, static_cast<int>(p.x * 6.0f * label_columns),
                              static_cast<int>(p.y * 8.0f * label_rows));
    return rgb(0x3a3450, on ? 1.0f : 0.0f);
  };
  const auto checker = [](vec2 p) {
    const bool even = (static_cast<int>(p.x * 8.0f) + static_cast<int>(p.y * 8.0f)) % 2 == 0;
    return rgb(even ? 0xf4ecd8 : 0x5aa8a0);
  };
  const auto sphere = [](vec2 p) {
    const vec2 q = 2.0f * p - 1.0f;
    return glm::mix(rgb(0x303850), rgb(0xfff4d8), disc(q, {-0.2f, -0.35f}, {0.55f, 0.4f}, 0.5f));
  };
  const auto sub = [](vec2 p) {
    return glm::mix(rgb(0xffffff), rgb(0xd04860), disc(2.0f * p - 1.0f, {0, 0}, {0.4f, 0.4f}, 0.05f));
  };
  FeatureSample out;
  out.model = std::move(b.file);
  out.pose = std::move(b.pose);
  out.textures.emplace_back("tex/checker.png", painted(64, 64, checker));
  out.textures.emplace_back("tex/labels.png", painted(12 * label_columns, 16 * label_rows, ink));
  out.textures.emplace_back("tex/sphere.png", painted(64, 64, sphere));
  out.textures.emplace_back("tex/sub.png", painted(64, 64, sub));
  return out;
}

}  // namespace mmd::sample
