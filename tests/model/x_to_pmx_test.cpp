#include "model/x_to_pmx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/model.h"

namespace mmd {
namespace {

/// Two triangles with one material each.
x::Accessory two_triangles() {
  x::Accessory out;
  out.positions = {vec3(0, 0, 0), vec3(0, 10, 0), vec3(10, 0, 0)};
  out.normals.assign(3, vec3(0, 0, -1));
  out.uvs.assign(3, vec2(0.0f));
  out.indices = {0, 1, 2, 0, 1, 2};
  out.materials.resize(2);
  for (x::AccessoryMaterial& material : out.materials) material.index_count = 3;
  return out;
}

std::shared_ptr<const Model> built(x::Accessory&& accessory) {
  BuiltModel out = build_model(pmx_from_x(std::move(accessory), "stage"));
  EXPECT_THAT(out.diagnostics, testing::IsEmpty());
  return out.model;
}

TEST(XToPmx, KeepsMaterialsInOrderWithOneBone) {
  x::Accessory from = two_triangles();
  from.materials[0].name = "床";
  from.materials[0].diffuse = vec4(0.1f, 0.2f, 0.3f, 0.4f);
  from.materials[0].emissive = vec3(0.5f);
  from.materials[0].texture = "tex/a.png";
  from.materials[1].texture = "tex/a.png";
  from.materials[1].sphere = "b.spa";
  from.materials[1].sphere_mode = x::SphereMode::add;
  const auto model = built(std::move(from));
  EXPECT_TRUE(model->is_accessory);
  EXPECT_EQ(model->name, "stage");
  EXPECT_EQ(model->bone_count(), 1u);
  EXPECT_THAT(model->textures, testing::ElementsAre("tex/a.png", "b.spa"));
  ASSERT_EQ(model->materials.size(), 2u);
  EXPECT_EQ(model->materials[0].name, "床");
  EXPECT_EQ(model->materials[0].diffuse, vec4(0.1f, 0.2f, 0.3f, 0.4f));
  EXPECT_EQ(model->materials[0].ambient, vec3(0.5f));
  EXPECT_EQ(model->materials[1].texture, 0);
  EXPECT_EQ(model->materials[1].sphere_mode, SphereMode::add);
  EXPECT_TRUE(model->materials[1].has(pmx::material_double_sided));
  EXPECT_FALSE(model->materials[1].has(pmx::material_edge));
  EXPECT_EQ(model->vertices.position[1], vec3(0, 10, 0));
}

TEST(XToPmx, DrawsScreensGreyAndATenthOfTheSpecularColour) {
  x::Accessory from = two_triangles();
  from.materials[0].is_screen = true;
  from.materials[0].texture = "screen.bmp";
  from.materials[1].specular = vec3(1.0f);
  from.materials[1].power = 0.0f;
  const auto model = built(std::move(from));
  EXPECT_THAT(model->textures, testing::IsEmpty());
  EXPECT_EQ(vec3(model->materials[0].diffuse), vec3(0.5f));
  EXPECT_FLOAT_EQ(model->materials[1].specular.x, 0.1f);
  EXPECT_EQ(model->materials[1].specular_power, 1.0f);
}

TEST(XToPmx, AnAlphaOf098ThrowsNoSelfShadow) {
  x::Accessory from = two_triangles();
  from.materials[0].diffuse.a = 0.98f;
  const auto model = built(std::move(from));
  EXPECT_FALSE(model->materials[0].has(pmx::material_casts_self_shadow));
  EXPECT_TRUE(model->materials[1].has(pmx::material_casts_self_shadow));
}

}  // namespace
}  // namespace mmd
