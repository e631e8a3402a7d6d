#include <gtest/gtest.h>

#include "model/model.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// Texture 0 is used by three materials, by one of them twice; 1 by a sphere that is off; 2 by none.
test::FileBuilder three_materials() {
  test::FileBuilder b;
  b.bone("root");
  for (const char* name : {"a.png", "b.png", "c.png"}) b.texture(name);
  for (const char* name : {"肌", "髪", "服", "靴"}) b.material(name);
  b.file.materials[1].texture = 0;
  b.file.materials[1].toon_flag = 0;
  b.file.materials[1].toon = 0;
  b.file.materials[2].sphere_texture = 0;
  b.file.materials[2].sphere_mode = 1;
  b.file.materials[3].sphere_texture = 1;
  b.file.materials[3].sphere_mode = 0;
  b.file.materials[0].toon_flag = 0;
  b.file.materials[0].toon = 99;
  b.file.materials[3].toon_flag = 0;
  b.file.materials[3].toon = 0;
  return b;
}

TEST(TextureUses, CountMaterialsAndNameTheFirst) {
  const auto b = three_materials();
  const auto model = b.model();
  const auto drawn = texture_uses(*model), said = texture_uses(b.file);
  ASSERT_EQ(drawn.size(), 3u);
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(drawn[0].count, 3u);
  EXPECT_EQ(said[0].count, 3u);
  EXPECT_EQ(materials_text(*model, drawn[0]), "material 1 \"髪\" (and 2 more)");
  EXPECT_EQ(materials_text(b.file, said[0]), "material 1 \"髪\" (and 2 more)");
  EXPECT_EQ(drawn[1].count, 0u) << "its sphere is off";
  EXPECT_EQ(materials_text(b.file, said[1]), "material 3 \"靴\"");
  EXPECT_EQ(drawn[2].count, 0u);
  EXPECT_EQ(said[2].first, none);
}

}  // namespace
}  // namespace mmd
