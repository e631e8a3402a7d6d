// The plan and its blocks against sums in double precision, vertex by vertex, on every instruction set.

#include "skin/skin_plan.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "skin/skinning.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using glm::dquat;
using glm::dvec3;
using test::FileBuilder;

struct Posed {
  dvec3 position{0.0}, normal{0.0};
};

dvec3 row_times(const Affine& m, const dvec3& v, double last) {
  dvec3 out;
  for (int i = 0; i < 3; ++i) {
    const vec4& row = m.row[static_cast<std::size_t>(i)];
    out[i] = double{row.x} * v.x + double{row.y} * v.y + double{row.z} * v.z + last * double{row.w};
  }
  return out;
}

dquat to_double(const quat& q) {
  return {double{q.w}, double{q.x}, double{q.y}, double{q.z}};
}

Posed plain_linear(const VertexWeights& w, const std::vector<Affine>& palette, const dvec3& p,
                   const dvec3& n) {
  Posed out;
  for (std::size_t i = 0; i < 4; ++i) {
    const double weight = w.weights[static_cast<int>(i)];
    out.position += weight * row_times(palette[w.bones[i]], p, 1.0);
    out.normal += weight * row_times(palette[w.bones[i]], n, 0.0);
  }
  return out;
}

Posed plain_sdef(const VertexWeights& w, const SdefConstants& sdef, const std::vector<Affine>& palette,
                 const dvec3& p, const dvec3& n) {
  const Affine &m0 = palette[w.bones[0]], &m1 = palette[w.bones[1]];
  const dquat q =
      glm::normalize(glm::slerp(to_double(rotation_of(m0)), to_double(rotation_of(m1)), double{w.weights.y}));
  return {q * (p - dvec3(sdef.c)) + double{w.weights.x} * row_times(m0, dvec3(sdef.cr0), 1.0) +
              double{w.weights.y} * row_times(m1, dvec3(sdef.cr1), 1.0),
          q * n};
}

Posed plain_qdef(const VertexWeights& w, const std::vector<Affine>& palette, const dvec3& p, const dvec3& n) {
  dquat real(0, 0, 0, 0), dual(0, 0, 0, 0), first(1, 0, 0, 0);
  for (std::size_t i = 0; i < 4; ++i) {
    const dquat q = to_double(rotation_of(palette[w.bones[i]]));
    if (i == 0) first = q;
    const double weight = double{w.weights[static_cast<int>(i)]} * (glm::dot(first, q) < 0.0 ? -1.0 : 1.0);
    const dvec3 t(translation_of(palette[w.bones[i]]));
    real = real + q * weight;
    dual = dual + (dquat(0.0, t.x, t.y, t.z) * q) * (0.5 * weight);
  }
  const double length = glm::length(real);
  const dquat q = real * (1.0 / length), t = (dual * (2.0 / length)) * glm::conjugate(q);
  return {q * p + dvec3(t.x, t.y, t.z), q * n};
}

Posed plain(const Model& model, std::size_t v, SkinLevel level, const std::vector<vec3>& positions,
            const std::vector<Affine>& palette) {
  const VertexStreams& in = model.vertices;
  const VertexWeights w = weights_at(in, v, level);
  const dvec3 p(positions[v]), n(in.normal[v]);
  Posed out;
  if (w.type == WeightType::sdef) {
    const auto at = std::find(in.sdef_vertices.begin(), in.sdef_vertices.end(), v) - in.sdef_vertices.begin();
    out = plain_sdef(w, in.sdef[static_cast<std::size_t>(at)], palette, p, n);
  } else if (w.type == WeightType::qdef) {
    out = plain_qdef(w, palette, p, n);
  } else {
    out = plain_linear(w, palette, p, n);
  }
  const double length = glm::length(out.normal);
  out.normal = length > 1e-15 ? out.normal / length : dvec3(0.0);
  return out;
}

/// Vertices of all weight types, and their positions after morphs.
class Body {
 public:
  explicit Body(unsigned seed) : random_(seed) {
    for (int i = 0; i < bone_count; ++i) builder_.bone("bone");
  }

  void add(WeightType type, int bone, int count = 1) {
    for (int i = 0; i < count; ++i) {
      const float w = in(0.0f, 1.0f);
      const auto at = [&](int k) { return (bone + k) % bone_count; };
      if (type == WeightType::sdef) {
        builder_.sdef(point(), at(0), at(1), w, {point(), point(), point()});
      } else {
        builder_.weighted(point(), type, {at(0), at(1), at(2), at(3)}, {w, in(0, 1), in(0, 1), in(0, 1)});
      }
    }
  }
  void add_scattered(int count) {
    constexpr WeightType types[] = {WeightType::bdef1, WeightType::bdef2, WeightType::bdef4, WeightType::sdef,
                                    WeightType::qdef};
    for (int i = 0; i < count; ++i) add(types[random_() % 5], static_cast<int>(random_() % bone_count));
  }
  std::shared_ptr<const Model> model() {
    for (vec3& n : builder_.file.vertices.normal) n = random_() % 16 == 0 ? vec3(0.0f) : point();
    return builder_.model();
  }
  std::vector<vec3> morphed(const Model& model) {
    std::vector<vec3> out(model.vertices.position.begin(), model.vertices.position.end());
    for (vec3& p : out)
      if (random_() % 3 == 0) p += point() * 0.2f;
    return out;
  }
  std::vector<Affine> palette(const Model& model) {
    std::vector<Affine> out;
    while (out.size() + 1 < model.palette_size())
      out.push_back(affine_from(glm::normalize(quat(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1))), point()));
    out.push_back({});
    return out;
  }
  /// Bones that hardly rotate; some rotate alike.
  std::vector<Affine> quiet_palette(const Model& model) {
    std::vector<Affine> out(model.palette_size());
    for (std::size_t i = 0; i + 1 < out.size(); ++i)
      out[i] = affine_from(glm::angleAxis(i % 3 == 0 ? 0.0f : 1e-3f * in(0, 1), vec3(0, 1, 0)), point());
    return out;
  }

 private:
  static constexpr int bone_count = 11;
  float in(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }
  vec3 point() { return {in(-5, 5), in(-5, 5), in(-5, 5)}; }

  FileBuilder builder_;
  std::mt19937 random_;
};

struct SkinnedByBlocks {
  std::vector<vec3> positions, normals;
};

/// In the model's order. Vertices that nothing writes stay at -99.
SkinnedByBlocks skinned(const SkinArguments& arguments, const SkinKernel& kernel) {
  const SkinPlan& plan = *arguments.plan;
  kernel.skin(arguments);
  SkinnedByBlocks out{std::vector<vec3>(plan.vertex_count, vec3(-99.0f)), {}};
  out.normals = out.positions;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    out.positions[plan.vertex[i]] = arguments.out_positions[i];
    out.normals[plan.vertex[i]] = arguments.out_normals[i];
  }
  return out;
}

/// Room for arrays in plan order, with the positions there.
struct InPlanOrder {
  InPlanOrder(const SkinPlan& plan, std::span<const vec3> from) : moved(plan.size()), normals(plan.size()) {
    for (const std::uint32_t v : plan.vertex) positions.push_back(from[v]);
  }
  std::vector<vec3> positions, moved, normals;
};

void expect_plain_sums(const Model& model, SkinLevel level, const std::vector<vec3>& positions,
                       const std::vector<Affine>& palette) {
  const SkinPlan plan(model.vertices, model.palette_size(), level);
  SkinWorkspace workspace;
  for (const SkinKernel& kernel : skin_kernels()) {
    InPlanOrder arrays(plan, positions);
    const SkinnedByBlocks out =
        skinned(workspace.prepare(plan, arrays.positions, palette, arrays.moved, arrays.normals), kernel);
    for (std::size_t v = 0; v < positions.size(); ++v) {
      const Posed expected = plain(model, v, level, positions, palette);
      ASSERT_LE(glm::length(dvec3(out.positions[v]) - expected.position), 5e-5)
          << kernel.name << " vertex " << v;
      ASSERT_LE(glm::length(dvec3(out.normals[v]) - expected.normal), 1e-4) << kernel.name << " vertex " << v;
    }
  }
}

TEST(SkinPlan, EqualsPlainSumsForEveryType) {
  for (const WeightType type :
       {WeightType::bdef1, WeightType::bdef2, WeightType::bdef4, WeightType::sdef, WeightType::qdef}) {
    for (const int count : {1, 3, 5, 8, 13, 16, 41}) {
      Body body(static_cast<unsigned>(count));
      body.add(type, 2, count);
      const auto model = body.model();
      for (int pose = 0; pose < 5; ++pose)
        expect_plain_sums(*model, SkinLevel::full, body.morphed(*model), body.palette(*model));
      expect_plain_sums(*model, SkinLevel::full, body.morphed(*model), body.quiet_palette(*model));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(SkinPlan, EqualsPlainSumsForMixedTypes) {
  for (const int count : {1, 2, 9, 100, 1000}) {
    Body body(static_cast<unsigned>(count));
    body.add_scattered(count);
    const auto model = body.model();
    expect_plain_sums(*model, SkinLevel::full, body.morphed(*model), body.palette(*model));
    expect_plain_sums(*model, SkinLevel::full, body.morphed(*model), body.quiet_palette(*model));
    if (HasFatalFailure()) return;
  }
  Body runs(3);
  for (int run = 0; run < 40; ++run) {
    runs.add(static_cast<WeightType>(run % 5), run, 7 + run);
    runs.add_scattered(run % 4);
  }
  const auto model = runs.model();
  expect_plain_sums(*model, SkinLevel::full, runs.morphed(*model), runs.palette(*model));
}

TEST(SkinPlan, EqualsPlainSumsAtEveryLevel) {
  Body body(4);
  body.add_scattered(500);
  const auto model = body.model();
  for (const SkinLevel level : {SkinLevel::linear, SkinLevel::two_bones, SkinLevel::one_bone})
    expect_plain_sums(*model, level, body.morphed(*model), body.palette(*model));
}

TEST(SkinPlan, AcceptsDuplicateAndWeightlessBones) {
  FileBuilder b;
  for (const char* name : {"a", "b", "c"}) b.bone(name);
  for (int i = 0; i < 9; ++i) {
    b.weighted({1, 2, 3}, WeightType::bdef4, {1, 1, 2, 2}, {0.3f, 0.3f, 0.2f, 0.2f});
    b.weighted({1, 2, 3}, WeightType::bdef4, {0, 1, 2, 0}, {0.0f, 0.5f, 0.0f, 0.5f});
    b.weighted({1, 2, 3}, WeightType::bdef4, {0, 1, 2, 0}, {0.0f, 1.0f, 0.0f, 0.0f});
    b.weighted({1, 2, 3}, WeightType::bdef2, {2, 2, -1, -1}, {0.4f, 0, 0, 0});
    b.sdef({1, 2, 3}, 1, 1, 0.4f, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  }
  const auto model = b.model();
  Body body(5);
  const auto palette = body.palette(*model);
  expect_plain_sums(*model, SkinLevel::full,
                    {model->vertices.position.begin(), model->vertices.position.end()}, palette);
  for (const MixedBlock& block : SkinPlan(model->vertices, model->palette_size()).mixed)
    for (const std::array<float, 4>& weights : block.weights)
      EXPECT_EQ(weights[2], 0.0f) << "all name two bones at most";
}

TEST(SkinPlan, IsEmptyForModelsWithoutVertices) {
  FileBuilder b;
  b.bone("a");
  const auto model = b.model();
  const SkinPlan plan(model->vertices, model->palette_size());
  SkinWorkspace workspace;
  skin_blocks(workspace.prepare(plan, {}, {}, {}, {}));
  EXPECT_EQ(plan.vertex_count, 0u);
  EXPECT_TRUE(plan.rigid.empty() && plan.pair.empty() && plan.mixed.empty() && plan.sdef.empty() &&
              plan.qdef.empty());
}

TEST(SkinPlan, BlendsCancellingQuaternionsLinearly) {
  FileBuilder b;
  for (const char* name : {"a", "b", "c"}) b.bone(name);
  b.weighted({1, 2, 3}, WeightType::qdef, {0, 1, 2, 0}, {0.0f, 0.5f, 0.5f, 0.0f});
  b.weighted({1, 2, 3}, WeightType::qdef, {1, 1, 1, 1}, {1.0f, 0.0f, 0.0f, 0.0f});
  const auto model = b.model();
  std::vector<Affine> palette(model->palette_size());
  // Both a quarter of a turn from the first, on the same side of it, and opposite to each other.
  palette[1] = affine_from(glm::angleAxis(pi / 2, vec3(0, 0, 1)), {1, 0, 0});
  palette[2] = affine_from(glm::angleAxis(-pi * 3 / 2, vec3(0, 0, 1)), {0, 1, 0});
  const SkinPlan plan(model->vertices, model->palette_size());
  SkinWorkspace workspace;
  for (const SkinKernel& kernel : skin_kernels()) {
    InPlanOrder arrays(plan, model->vertices.position);
    SkinArguments arguments =
        workspace.prepare(plan, arrays.positions, palette, arrays.moved, arrays.normals);
    std::vector<DualQuaternion> cancelling(palette.size());
    cancelling[0].real = {0, 0, 0, 1};
    cancelling[1].real = {0, 0, 1, 0};
    cancelling[2].real = {0, 0, -1, 0};
    arguments.dual_quaternions = cancelling.data();
    const SkinnedByBlocks out = skinned(arguments, kernel);
    const vec3 p = model->vertices.position[0];
    const vec3 middle = 0.5f * (transform_point(palette[1], p) + transform_point(palette[2], p));
    EXPECT_LE(glm::length(out.positions[0] - middle), 1e-5f) << kernel.name;
    EXPECT_LE(glm::length(out.positions[1] - vec3(-p.x, -p.y, p.z)), 1e-5f)
        << kernel.name << ": the next vertex rotates";
  }
}

VertexWeights at_level(WeightType type, const std::array<std::int32_t, 4>& bones,
                       const std::array<float, 4>& weights, SkinLevel level) {
  FileBuilder b;
  for (const char* name : {"a", "b", "c", "d"}) b.bone(name);
  if (type == WeightType::sdef) {
    b.sdef({}, bones[0], bones[1], weights[0], {});
  } else {
    b.weighted({}, type, bones, weights);
  }
  return weights_at(b.model()->vertices, 0, level);
}

TEST(SkinLevel, KeepsStrongestBonesAndNormalisesWeights) {
  const std::array<float, 4> weights{0.1f, 0.4f, 0.2f, 0.3f};
  const VertexWeights one = at_level(WeightType::bdef4, {0, 1, 2, 3}, weights, SkinLevel::one_bone);
  EXPECT_EQ(one.type, WeightType::bdef1);
  EXPECT_EQ(one.bones[0], 1u);
  EXPECT_EQ(one.weights, vec4(1, 0, 0, 0));
  const VertexWeights two = at_level(WeightType::qdef, {0, 1, 2, 3}, weights, SkinLevel::two_bones);
  EXPECT_EQ(two.type, WeightType::bdef2);
  EXPECT_EQ(two.bones[0], 1u);
  EXPECT_EQ(two.bones[1], 3u);
  EXPECT_NEAR(two.weights.x, 4.0f / 7.0f, 1e-6f);
  EXPECT_NEAR(two.weights.y, 3.0f / 7.0f, 1e-6f);
  EXPECT_EQ(two.weights.z, 0.0f);
  EXPECT_EQ(two.weights.w, 0.0f);
  const VertexWeights equal =
      at_level(WeightType::bdef4, {3, 2, 1, 0}, {0.25f, 0.25f, 0.25f, 0.25f}, SkinLevel::two_bones);
  EXPECT_EQ(equal.bones[0], 3u) << "the first of equally strong bones";
  EXPECT_EQ(equal.bones[1], 2u);
}

TEST(SkinLevel, LinearKeepsWeightsAndFullKeepsTypes) {
  for (const SkinLevel level : {SkinLevel::full, SkinLevel::linear}) {
    const bool full = level == SkinLevel::full;
    const VertexWeights sdef = at_level(WeightType::sdef, {2, 3, 0, 0}, {0.25f, 0, 0, 0}, level);
    EXPECT_EQ(sdef.type, full ? WeightType::sdef : WeightType::bdef2);
    EXPECT_EQ(sdef.weights, vec4(0.25f, 0.75f, 0, 0));
    const VertexWeights qdef = at_level(WeightType::qdef, {0, 1, 2, 3}, {0.125f, 0.125f, 0.25f, 0.5f}, level);
    EXPECT_EQ(qdef.type, full ? WeightType::qdef : WeightType::bdef4);
    EXPECT_EQ(qdef.weights, vec4(0.125f, 0.125f, 0.25f, 0.5f));
  }
}

}  // namespace
}  // namespace mmd
