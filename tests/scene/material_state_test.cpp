#include "scene/material_state.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::neutral_offset;

constexpr std::uint8_t multiply = 0, add = 1;

struct TwoMaterials : FileBuilder {
  TwoMaterials() {
    bone("a");
    for (int i = 0; i < 2; ++i) {
      square(vec3(0.0f), 1.0f);
      pmx::Material& m = material();
      m.diffuse = vec4(0.5f, 0.6f, 0.7f, 0.8f);
      m.specular = vec3(0.2f);
      m.specular_power = 10.0f;
      m.ambient = vec3(0.4f);
      m.edge_colour = vec4(0.1f, 0.2f, 0.3f, 1.0f);
      m.edge_size = 2.0f;
    }
  }
  void add_morph(std::vector<pmx::MaterialOffset> offsets) {
    morph<pmx::MaterialOffset>("m", pmx::MorphType::material, std::move(offsets));
  }
  std::vector<MaterialState> at(const std::vector<float>& weights) const {
    const auto built = model();
    std::vector<MaterialState> out(built->materials.size());
    evaluate_materials(*built, weights, out);
    return out;
  }
};

void expect_near(const vec4& actual, const vec4& expected) {
  for (int c = 0; c < 4; ++c) EXPECT_NEAR(actual[c], expected[c], 1e-6f) << c;
}

TEST(MaterialState, EqualsTheMaterialWithoutMorphs) {
  const auto m = TwoMaterials().at({})[1];
  EXPECT_EQ(m.diffuse, vec4(0.5f, 0.6f, 0.7f, 0.8f));
  EXPECT_EQ(m.specular_power, 10.0f);
  EXPECT_EQ(m.edge_size, 2.0f);
  EXPECT_EQ(m.texture.multiply, vec4(1.0f));
  EXPECT_EQ(m.texture.add, vec4(0.0f));
}

TEST(MaterialState, MultiplyInterpolatesFromOne) {
  TwoMaterials b;
  pmx::MaterialOffset o = neutral_offset(multiply, 0);
  o.diffuse = vec4(0.0f, 2.0f, 1.0f, 0.5f);
  o.edge_size = 3.0f;
  o.specular_power = 0.0f;
  o.sphere = vec4(0.5f, 1.0f, 1.0f, 0.0f);
  b.add_morph({o});
  const auto m = b.at({0.5f});
  expect_near(m[0].diffuse, vec4(0.25f, 0.9f, 0.7f, 0.6f));
  EXPECT_FLOAT_EQ(m[0].edge_size, 4.0f);
  EXPECT_FLOAT_EQ(m[0].specular_power, 5.0f);
  expect_near(m[0].sphere.multiply, vec4(0.75f, 1.0f, 1.0f, 0.5f));
  expect_near(m[1].diffuse, vec4(0.5f, 0.6f, 0.7f, 0.8f));
}

TEST(MaterialState, MinusOneMeansAllMaterials) {
  TwoMaterials b;
  pmx::MaterialOffset o = neutral_offset(add);
  o.ambient = vec3(0.1f, 0.2f, 0.3f);
  o.toon = vec4(0.25f);
  b.add_morph({o});
  for (const MaterialState& m : b.at({2.0f})) {
    expect_near(vec4(m.ambient, 0.0f), vec4(0.6f, 0.8f, 1.0f, 0.0f));
    expect_near(m.toon.add, vec4(0.5f));
    expect_near(m.diffuse, vec4(0.5f, 0.6f, 0.7f, 0.8f));
  }
}

TEST(MaterialState, AddsAfterMultiplyingInAnyOrder) {
  TwoMaterials b;
  pmx::MaterialOffset sum = neutral_offset(add), half = neutral_offset(multiply),
                      third = neutral_offset(multiply, 1);
  sum.ambient = vec3(1.0f);
  half.ambient = vec3(0.5f);
  third.ambient = vec3(0.0f);
  for (const pmx::MaterialOffset& o : {sum, half, third}) b.add_morph({o});
  const auto m = b.at({0.25f, 1.0f, 0.5f});
  EXPECT_FLOAT_EQ(m[0].ambient.x, 0.4f * 0.5f + 0.25f);
  EXPECT_FLOAT_EQ(m[1].ambient.x, 0.4f * 0.5f * 0.5f + 0.25f);
}

TEST(MaterialState, NeutralOffsetsChangeNothing) {
  TwoMaterials b;
  b.add_morph({neutral_offset(multiply), neutral_offset(add)});
  const auto rest = b.at({0.0f})[0], morphed = b.at({0.7f})[0];
  expect_near(morphed.diffuse, rest.diffuse);
  expect_near(morphed.edge_colour, rest.edge_colour);
  expect_near(morphed.texture.multiply, vec4(1.0f));
  EXPECT_FLOAT_EQ(morphed.edge_size, rest.edge_size);
}

TEST(MaterialState, FallsBackToTheMaterialOnOverflow) {
  TwoMaterials b;
  pmx::MaterialOffset o = neutral_offset(add);
  o.ambient = vec3(std::numeric_limits<float>::max());
  b.add_morph({o, o, o});
  EXPECT_EQ(b.at({1.0f})[0].ambient, vec3(0.4f));
}

}  // namespace
}  // namespace mmd
