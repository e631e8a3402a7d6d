#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// A file with two bones.
struct TwoBones : FileBuilder {
  TwoBones() {
    bone("a");
    bone("b");
  }
};

float sum(const vec4& w) {
  return w.x + w.y + w.z + w.w;
}

TEST(BuildVertices, MirrorsEveryVector) {
  TwoBones b;
  b.sdef({1, 2, 3}, 0, 1, 0.5f, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  b.file.vertices.normal[0] = {0.6f, 0.0f, 0.8f};
  b.file.vertices.uv[0] = {0.25f, 0.75f};
  const auto model = b.model();
  const VertexStreams& v = model->vertices;
  EXPECT_EQ(v.position[0], vec3(1, 2, -3));
  EXPECT_NEAR(v.normal[0].x, 0.6f, 1e-6f);
  EXPECT_NEAR(v.normal[0].z, -0.8f, 1e-6f);
  EXPECT_EQ(v.uv[0], vec2(0.25f, 0.75f));
  EXPECT_EQ(v.sdef[0].c, vec3(1, 2, -3));
  EXPECT_EQ(v.sdef_vertices[0], 0u);
}

TEST(BuildVertices, SdefConstantsFollowTheFormula) {
  TwoBones b;
  const vec3 c(1, 2, 0), r0(3, 1, 0.5f), r1(-1, 4, 2);
  const float w0 = 0.3f, w1 = 1.0f - w0;
  b.sdef({0, 0, 0}, 0, 1, w0, {c, r0, r1});
  const auto model = b.model();
  const SdefConstants& s = model->vertices.sdef[0];
  for (int axis = 0; axis < 3; ++axis) {
    const double sign = axis == 2 ? -1.0 : 1.0;
    const double rw = double{w0} * r0[axis] + double{w1} * r1[axis];
    EXPECT_NEAR(s.cr0[axis], sign * (c[axis] + (r0[axis] - rw) / 2), 1e-5);
    EXPECT_NEAR(s.cr1[axis], sign * (c[axis] + (r1[axis] - rw) / 2), 1e-5);
  }
}

TEST(BuildVertices, BadSdefConstantsTurnVertexIntoBdef2) {
  for (const float bad : {nan, infinity, 3e38f}) {
    TwoBones b;
    b.sdef({1, 0, 0}, 0, 1, 0.5f, {{bad, 0, 0}, {}, {}});
    b.sdef({2, 0, 0}, 0, 1, 0.5f, {{2, 0, 0}, {}, {}});
    const BuiltModel built = b.build();
    EXPECT_EQ(built.model->vertices.type[0], WeightType::bdef2);
    EXPECT_EQ(built.model->vertices.type[1], WeightType::sdef);
    ASSERT_EQ(built.model->vertices.sdef.size(), 1u);
    EXPECT_EQ(built.model->vertices.sdef[0].c.x, 2.0f);
    EXPECT_TRUE(says(built.diagnostics, "SDEF")) << said(built.diagnostics);
  }
}

TEST(BuildVertices, ReplacesBadNumbersAndNamesTheVertex) {
  for (const float bad : {nan, infinity, -infinity}) {
    TwoBones b;
    b.file.header.additional_uv_count = 1;
    b.vertex({0, 0, 0});
    b.vertex({1, bad, 1});
    b.file.vertices.normal[1] = {bad, 0, 0};
    b.file.vertices.uv[1] = {0, bad};
    b.file.vertices.edge_scale[1] = bad;
    b.file.vertices.additional_uv[1] = {0, 0, bad, 0};
    const BuiltModel built = b.build();
    const VertexStreams& v = built.model->vertices;
    EXPECT_EQ(v.position[1], vec3(0.0f));
    EXPECT_EQ(v.normal[1], vec3(0.0f));
    EXPECT_EQ(v.uv[1], vec2(0.0f));
    EXPECT_EQ(v.uv1[1], vec4(0.0f));
    EXPECT_EQ(v.edge_scale[1], 1.0f);
    for (const char* what : {"vertices: position", "vertices: normal", "vertices: texture coordinate",
                             "vertices: edge scale", "vertices: additional UV"}) {
      EXPECT_TRUE(says(built.diagnostics, what)) << what << "\n" << said(built.diagnostics);
    }
    EXPECT_TRUE(says(built.diagnostics, "element 1"));
  }
}

TEST(BuildVertices, NormalisesNormalsOrZeroesThem) {
  TwoBones b;
  const vec3 normals[] = {{0, 0, 5}, {1e-3f, 0, 0}, {0, 0, 0}, {1e-30f, 0, 0}, {3e38f, 3e38f, 0}};
  for (const vec3& n : normals) {
    b.vertex({0, 0, 0});
    b.file.vertices.normal.back() = n;
  }
  const auto model = b.model();
  for (const vec3& n : model->vertices.normal) {
    const float length = glm::length(n);
    EXPECT_TRUE(length == 0.0f || std::abs(length - 1.0f) < 1e-5f) << length;
  }
  EXPECT_EQ(model->vertices.normal[0], vec3(0, 0, -1));
  EXPECT_EQ(model->vertices.normal[2], vec3(0.0f));
}

TEST(BuildVertices, ReportsZeroNormalsAsNote) {
  TwoBones b;
  for (int i = 0; i < 3; ++i) b.vertex({0, 0, 0});
  b.file.vertices.normal[1] = b.file.vertices.normal[2] = vec3(0.0f);
  const BuiltModel built = b.build();
  ASSERT_EQ(built.diagnostics.size(), 1u) << said(built.diagnostics);
  EXPECT_EQ(built.diagnostics[0].severity, Severity::note);
  EXPECT_TRUE(says(built.diagnostics, "normal without usable length: element 1 and 1 more"))
      << said(built.diagnostics);
}

struct WeightCase {
  const char* name;
  WeightType type;
  std::array<std::int32_t, 4> bones;
  std::array<float, 4> weights;
  vec4 expected;
  const char* message;  ///< empty: no diagnostic
};

class BuildWeights : public ::testing::TestWithParam<WeightCase> {};

TEST_P(BuildWeights, AreInRangeAndSumToOne) {
  const WeightCase& c = GetParam();
  TwoBones b;
  if (c.type == WeightType::sdef) b.file.vertices.sdef.push_back({});
  b.weighted({0, 0, 0}, c.type, c.bones, c.weights);
  const BuiltModel built = b.build();
  const VertexStreams& v = built.model->vertices;
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(v.weights[0][i], c.expected[i], 1e-6f) << i;
    EXPECT_GE(v.weights[0][i], 0.0f);
    EXPECT_LE(v.weights[0][i], 1.0f);
    EXPECT_LT(v.bones[0][static_cast<std::size_t>(i)], built.model->palette_size());
  }
  EXPECT_NEAR(sum(v.weights[0]), 1.0f, 1e-6f);
  if (*c.message == '\0') {
    EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
  } else {
    EXPECT_TRUE(says(built.diagnostics, c.message)) << said(built.diagnostics);
    EXPECT_TRUE(says(built.diagnostics, "element 0")) << said(built.diagnostics);
  }
}

using enum WeightType;
constexpr WeightCase weight_cases[] = {
    {"bdef1", bdef1, {1, -1, -1, -1}, {1, 0, 0, 0}, {1, 0, 0, 0}, ""},
    {"bdef2", bdef2, {0, 1, -1, -1}, {0.25f, 0, 0, 0}, {0.25f, 0.75f, 0, 0}, ""},
    {"bdef2_without_second_bone", bdef2, {0, -1, -1, -1}, {0.25f, 0, 0, 0}, {1, 0, 0, 0}, "sum to 1"},
    {"bdef2_above_one", bdef2, {0, 1, -1, -1}, {1.5f, 0, 0, 0}, {1, 0, 0, 0}, "weight outside"},
    {"bdef2_negative", bdef2, {0, 1, -1, -1}, {-0.5f, 0, 0, 0}, {0, 1, 0, 0}, "weight outside"},
    {"bdef4_sum_two", bdef4, {0, 1, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, vec4(0.25f), "sum to 1"},
    {"bdef4_in_percent", bdef4, {0, 1, 0, 1}, {50, 30, 20, 0}, {0.5f, 0.3f, 0.2f, 0}, "sum to 1"},
    {"qdef_beyond_one", qdef, {0, 1, 0, 1}, {3, 1, 0, 0}, {0.75f, 0.25f, 0, 0}, "sum to 1"},
    {"bdef4_huge", bdef4, {0, 1, 0, 1}, {3e38f, 3e38f, 0, 0}, {0.5f, 0.5f, 0, 0}, "weight outside"},
    {"bdef4_small_sum", bdef4, {0, 1, 0, 1}, {1e-30f, 1e-30f, 0, 0}, {0.5f, 0.5f, 0, 0}, "sum to 1"},
    {"bdef4_one_negative", bdef4, {0, 1, 0, 1}, {1, -1, 0, 1}, {0.5f, 0, 0, 0.5f}, "weight outside"},
    {"bdef4_unused_bones", bdef4, {0, -1, 1, -1}, {0.25f, 0.5f, 0.25f, 0}, {0.5f, 0, 0.5f, 0}, "sum to 1"},
    {"bdef4_nan", bdef4, {0, 1, 0, 1}, {nan, 0.5f, 0, 0}, {0, 1, 0, 0}, "weight outside"},
    {"bdef4_infinite", bdef4, {0, 1, 0, 1}, {infinity, 1, 0, 0}, {0.5f, 0.5f, 0, 0}, "weight outside"},
    {"bdef4_all_zero", bdef4, {0, 1, 0, 1}, {0, 0, 0, 0}, {1, 0, 0, 0}, "no bone moves"},
    {"sdef_nan", sdef, {0, 1, -1, -1}, {nan, 0, 0, 0}, {1, 0, 0, 0}, "weight outside"},
    {"bone_beyond_the_end", bdef1, {2, -1, -1, -1}, {1, 0, 0, 0}, {1, 0, 0, 0}, "out of range"},
    {"bone_negative", bdef1, {-2, -1, -1, -1}, {1, 0, 0, 0}, {1, 0, 0, 0}, "out of range"},
    {"bone_huge", qdef, {0x7fffffff, 1, 0, 0}, {0.5f, 0.5f, 0, 0}, {0, 1, 0, 0}, "out of range"},
};

INSTANTIATE_TEST_SUITE_P(Cases, BuildWeights, ::testing::ValuesIn(weight_cases),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(BuildVertices, VertexWithoutBoneUsesIdentityEntry) {
  TwoBones b;
  b.vertex({1, 1, 1}, -1);
  const auto model = b.model();
  EXPECT_EQ(model->vertices.bones[0][0], model->bone_count());
  EXPECT_EQ(model->vertices.weights[0], vec4(1, 0, 0, 0));
}

TEST(BuildVertices, ModelWithoutBonesUsesIdentityEntry) {
  FileBuilder b;
  b.square({0, 0, 0}, 1);
  b.material();
  const BuiltModel built = b.build();
  EXPECT_EQ(built.model->palette_size(), 1u);
  for (const auto& bones : built.model->vertices.bones) {
    for (const std::uint32_t index : bones) EXPECT_EQ(index, 0u);
  }
}

}  // namespace
}  // namespace mmd
