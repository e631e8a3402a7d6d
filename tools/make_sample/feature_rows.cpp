#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "make_sample/feature_builder.h"
#include "make_sample/pose_builder.h"
#include "make_sample/rig.h"
#include "make_sample/samples.h"
#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

constexpr std::int32_t root = 0;  // 全ての親
constexpr std::uint16_t turning = pmx::bone_rotatable | pmx::bone_visible | pmx::bone_operable;
constexpr float label_gap = 0.12f;

/// x of the i-th of `count` exhibits.
float place(int i, int count, float step) {
  return step * (static_cast<float>(i) - 0.5f * static_cast<float>(count - 1));
}

Mesh column_mesh(vec3 foot, float height, float radius) {
  return lathe({14, 9, false, [=](float along, float angle) {
                  const float shrink =
                      std::sqrt(std::clamp(std::min(along, 1.0f - along) * 12.0f, 0.0f, 1.0f));
                  return foot + vec3(radius * shrink * std::cos(angle), height * along,
                                     radius * shrink * std::sin(angle));
                }});
}

/// A rod with round ends from one point to another.
Mesh rod(vec3 from, vec3 to, float radius, float end_radius) {
  const vec3 axis = glm::normalize(to - from);
  const vec3 side = glm::normalize(vec3(0, 0, -1) - axis * -axis.z), other = glm::cross(axis, side);
  const std::array<float, 6> along{-radius, -0.6f * radius, 0.0f, 1.0f, 0.6f, 1.0f};
  return lathe({6, 8, false, [=](float t, float angle) {
                  const int ring = static_cast<int>(std::lround(t * 5.0f));
                  const bool end = ring >= 3;
                  const float size = ring == 0 || ring == 5 ? 0.0f : ring == 1 || ring == 4 ? 0.8f : 1.0f;
                  const float r = (end ? end_radius : radius) * size;
                  const float beyond =
                      ring == 3 ? 0.0f : along[static_cast<std::size_t>(ring)] * (end ? end_radius : 1.0f);
                  return (end ? to : from) + axis * beyond +
                         r * (side * std::cos(angle) + other * std::sin(angle));
                }});
}

/// A single layer that shows its back from half its height.
Mesh twisted_band(vec3 centre) {
  constexpr int rows = 12;
  Mesh m;
  m.closed = false;
  for (int r = 0; r <= rows; ++r)
    for (const float side : {-1.0f, 1.0f}) {
      const float t = static_cast<float>(r) / rows, angle = pi * (t - 0.25f);
      m.position.push_back(
          centre + vec3(0.55f * side * std::cos(angle), 1.5f * t - 0.75f, 0.55f * side * std::sin(angle)));
      m.normal.emplace_back(std::sin(angle), 0.0f, -std::cos(angle));
      m.uv.emplace_back(0.5f + 0.5f * side, t);
    }
  for (std::uint32_t r = 0; r < rows; ++r)
    for (const std::array<std::uint32_t, 3>& t :
         {std::array<std::uint32_t, 3>{0, 2, 1}, std::array<std::uint32_t, 3>{1, 2, 3}}) {
      for (const std::uint32_t i : t) m.indices.push_back(2 * r + i);
      const std::uint32_t* last = &m.indices[m.indices.size() - 3];
      const vec3 side =
          glm::cross(m.position[last[1]] - m.position[last[0]], m.position[last[2]] - m.position[last[0]]);
      if (glm::dot(side, m.normal[last[0]]) < 0.0f)
        std::swap(m.indices[m.indices.size() - 2], m.indices.back());
    }
  return m;
}

struct ColumnBones {
  std::int32_t base, bend, tip;
  vec3 foot, bend_at, tip_at;
};

RawWeights column_weights(pmx::WeightType type, const ColumnBones& c, const vec3& p) {
  const float to_bend = smoothstep(-0.55f, 0.55f, p.y - c.bend_at.y),
              to_tip = smoothstep(-0.45f, 0.45f, p.y - c.tip_at.y);
  RawWeights w;
  w.type = type;
  if (type == pmx::WeightType::bdef1) {
    w.bones[0] = to_tip > 0.5f ? c.tip : to_bend > 0.5f ? c.bend : c.base;
  } else if (type == pmx::WeightType::bdef2 || type == pmx::WeightType::sdef) {
    const bool upper = p.y > 0.5f * (c.bend_at.y + c.tip_at.y);
    w.bones = {upper ? c.bend : c.base, upper ? c.tip : c.bend, -1, -1};
    w.weights = {1.0f - (upper ? to_tip : to_bend), 0, 0, 0};
    w.sdef.c = upper ? c.tip_at : c.bend_at;
    w.sdef.r0 = w.sdef.c - vec3(0, 0.25f, 0);
    w.sdef.r1 = w.sdef.c + vec3(0, 0.25f, 0);
  } else {
    w.bones = {c.base, c.bend, c.tip, root};
    w.weights = {1.0f - to_bend, to_bend * (1.0f - to_tip), to_bend * to_tip, 0};
  }
  return w;
}

}  // namespace

void add_weight_row(FeatureBuilder& b, float y) {
  struct Kind {
    const char* name;
    pmx::WeightType type;
  };
  constexpr Kind kinds[] = {{"BDEF1", pmx::WeightType::bdef1},
                            {"BDEF2", pmx::WeightType::bdef2},
                            {"BDEF4", pmx::WeightType::bdef4},
                            {"SDEF", pmx::WeightType::sdef},
                            {"QDEF", pmx::WeightType::qdef}};
  int i = 0;
  for (const Kind& k : kinds) {
    ColumnBones c;
    c.foot = {place(i++, 5, 3.6f), y, 0.0f};
    c.bend_at = c.foot + vec3(0, 1.5f, 0);
    c.tip_at = c.foot + vec3(0, 2.7f, 0);
    const std::string name = k.name;
    c.base = b.bone(name, name, c.foot, root, turning);
    c.bend = b.bone(name + "曲", name + " bend", c.bend_at, c.base, turning);
    c.tip = b.bone(name + "先", name + " tip", c.tip_at, c.bend, turning);
    b.add(column_mesh(c.foot, 3.7f, 0.5f), [&](const vec3& p) { return column_weights(k.type, c, p); });
    b.label(name, c.foot - vec3(0, label_gap, 0), root);
    b.turn_in_pose(c.bend, turn(axis_z, -62.0f) * turn(axis_y, 110.0f));
    b.turn_in_pose(c.tip, turn(axis_z, -38.0f));
  }
  b.material("ウェイト", "weights", {0xffffff, pmx::material_edge, texture_checker});
}

void add_append_row(FeatureBuilder& b, float y) {
  constexpr std::uint16_t by_rotation = pmx::bone_append_rotation,
                          by_both = pmx::bone_append_rotation | pmx::bone_append_translation;
  struct Kind {
    const char *name, *english, *label;
    std::uint16_t flags;
    float ratio;
    int source;  ///< of the row
  };
  constexpr int source = 1;
  constexpr Kind kinds[] = {
      {"逆付与", "append negative", "NEGATIVE", by_both, -1.0f, source},
      {"付与元", "append source", "SOURCE", 0, 0, 0},
      {"回転付与", "append rotation", "ROTATION", by_rotation, 1.0f, source},
      {"移動付与", "append translation", "MOVE", pmx::bone_append_translation, 1.0f, source},
      {"半分付与", "append half", "HALF", by_both, 0.5f, source},
      {"連鎖付与", "append chain", "CHAIN", by_rotation, 0.5f, 4},
      {"ローカル付与", "append local", "LOCAL", by_both | pmx::bone_append_local, 1.0f, source},
      {"物理後", "append after physics", "AFTER", by_rotation | pmx::bone_after_physics, 1.0f, source},
      {"二倍付与", "append double", "DOUBLE", by_rotation, 2.0f, source}};
  const auto first = static_cast<std::int32_t>(b.file.bones.size());
  int i = 0;
  for (const Kind& k : kinds) {
    const vec3 foot(place(i++, 9, 2.25f), y, 0.0f);
    const std::int32_t bone = b.bone(k.name, k.english, foot, root);
    if (k.flags != 0) {
      b.last().flags |= k.flags;
      b.last().append_source = first + k.source;
      b.last().append_ratio = k.ratio;
    }
    b.add(rod(foot, foot + vec3(0, 1.5f, 0), 0.19f, 0.05f), bone);
    b.label(k.label, foot - vec3(0, 0.35f, 0), root);
  }
  b.turn_in_pose(first + source, turn(axis_z, -35.0f), {0.3f, 0.15f, 0.0f});
  b.last().flags |=
      pmx::bone_external_parent;  // also the last one, which stays in place in a viewer for a single model
  b.last().external_parent_key = 1;
  b.material("付与", "append", {0xf0a860});
}

void add_ik_row(FeatureBuilder& b, float y) {
  enum Limit { free_link, hinge, range, axis };
  struct Kind {
    const char *name, *english, *label;
    Limit limit;
    vec3 goal;  ///< the pose's translation of it
  };
  const Kind kinds[] = {{"ＩＫ自由", "IK free", "FREE", free_link, {0.9f, -1.3f, -0.5f}},
                        {"ＩＫ蝶番", "IK hinge", "HINGE X", hinge, {0.0f, -0.9f, -1.1f}},
                        {"ＩＫ制限", "IK limits", "LIMITS", range, {1.6f, -0.9f, 0.0f}},
                        {"ＩＫ軸固定", "IK fixed axis", "FIXED Z", axis, {1.2f, -1.3f, -0.6f}}};
  constexpr float degree = pi / 180.0f;
  int i = 0;
  for (const Kind& k : kinds) {
    const vec3 foot(place(i++, 4, 4.2f), y, 0.0f);
    std::vector<std::int32_t> chain;
    std::int32_t parent = root;
    // Slightly bent like a leg, because IK cannot bend a straight chain.
    const vec3 joints[] = {foot, foot + vec3(0.02f, 0.95f, -0.08f), foot + vec3(0.02f, 1.85f, 0.0f),
                           foot + vec3(0, 2.6f, 0.05f)};
    for (int n = 0; n < 4; ++n) {
      parent = b.bone(std::string(k.name) + std::to_string(n),
                      std::string(k.english) + " " + std::to_string(n), joints[n], parent, turning);
      chain.push_back(parent);
      if (k.limit == axis && n < 3) {
        b.last().flags |= pmx::bone_fixed_axis;
        b.last().fixed_axis = {0, 0, 1};
      }
      if (n < 3) b.add(rod(joints[n], joints[n + 1], 0.2f, 0.15f), parent);
    }
    const std::int32_t goal = b.bone(k.name, k.english, joints[3], root);
    b.last().flags |= pmx::bone_ik;
    b.last().layer = 1;
    pmx::Ik& ik = b.last().ik;
    ik = {chain[3], 40, 1.0f, {}};
    for (const int n : {2, 1, 0}) {
      pmx::IkLink link{chain[static_cast<std::size_t>(n)], 0, vec3(0.0f), vec3(0.0f)};
      if (k.limit == hinge && n == 1)
        link = {link.bone, 1, vec3(-170.0f, 0, 0) * degree, vec3(-0.5f, 0, 0) * degree};
      if (k.limit == hinge && n == 2) continue;
      if (k.limit == range) link = {link.bone, 1, vec3(-10, -10, -35) * degree, vec3(10, 10, 35) * degree};
      ik.links.push_back(link);
    }
    b.add(feature_ball(joints[3], 0.26f, 5, 8), goal);
    b.label(k.label, foot - vec3(0, 0.35f, 0), root);
    b.turn_in_pose(goal, quat(1, 0, 0, 0), k.goal);
  }
  b.material("ＩＫ", "IK", {0x74b8e0});
}

void add_material_row(FeatureBuilder& b, float y) {
  struct Kind {
    const char *name, *english, *label;
    FeatureLook look;
  };
  constexpr std::uint8_t plain = 0;
  const Kind kinds[] = {
      {"両面", "double sided", "2 SIDED", {0xe0736a, pmx::material_double_sided}},
      {"地面影", "ground shadow", "GROUND", {0xb0c890, pmx::material_ground_shadow}},
      {"影を落とす", "casts self shadow", "CASTS", {0x9cc8a8, pmx::material_casts_self_shadow}},
      {"影を受ける", "receives self shadow", "RECEIVES", {0x88c8c0, pmx::material_receives_self_shadow}},
      {"エッジ", "edge", "EDGE", {0xf4ecd8, pmx::material_edge}},
      {"頂点色", "vertex colour", "V. COLOUR", {0xffffff, pmx::material_vertex_colour}},
      {"点", "points", "POINTS", {0x5a4a9a, pmx::material_points}},
      {"線", "lines", "LINES", {0x5a4a9a, pmx::material_lines}},
      {"乗算スフィア", "sphere multiply", "MULTIPLY", {0xf0b8a0, plain, texture_none, 1, texture_sphere}},
      {"加算スフィア", "sphere add", "ADD", {0x7a4a9a, plain, texture_none, 2, texture_sphere}},
      {"サブテクスチャ", "sub-texture", "SUB-TEX", {0xffffff, plain, texture_checker, 3, texture_sub}}};
  std::vector<std::uint32_t> sub_vertices;
  int i = 0;
  for (const Kind& k : kinds) {
    const vec3 centre(place(i++, 11, 1.95f), y + 0.75f, 0.0f);
    const bool two_sided = (k.look.flags & pmx::material_double_sided) != 0;
    const Mesh ball = two_sided ? twisted_band(centre) : feature_ball(centre, 0.7f);
    const auto extra = [&](const vec3& p) {
      const vec3 n = glm::normalize(p - centre);
      if (k.look.flags & pmx::material_vertex_colour) return vec4(0.5f + 0.5f * n, 1.0f);
      return vec4(0.5f + 0.5f * n.x, 0.5f - 0.5f * n.y, 0.0f, 0.0f);
    };
    const std::uint32_t first = b.add(
        ball, [](const vec3&) { return rigid(root); }, extra);
    if (k.look.sphere_mode == 3)
      for (std::uint32_t v = first; v < b.file.vertices.size(); ++v) sub_vertices.push_back(v);
    b.material(k.name, k.english, k.look);
    b.label(k.label, centre - vec3(0, 0.95f, 0), root);
  }
  std::vector<pmx::UvOffset> shift;
  for (const std::uint32_t v : sub_vertices) shift.push_back({v, vec4(0.25f, 0, 0, 0)});
  b.morph_in_pose(b.morph("追加UV1", "additional UV 1", pmx::MorphType::uv1, std::move(shift)), 1.0f);
}

void add_toon_row(FeatureBuilder& b, float y) {
  for (int i = 0; i < 10; ++i) {
    const vec3 centre(place(i, 10, 1.8f), y + 0.6f, 0.0f);
    const std::string number = std::to_string(i + 1);
    b.add(feature_ball(centre, 0.55f, 6, 9), root);
    b.material("トゥーン" + number, "toon " + number, {0xf6ddc8, 0, texture_none, 0, texture_none, i});
    b.label("TOON" + number, centre - vec3(0, 0.7f, 0), root);
  }
}

}  // namespace mmd::sample
