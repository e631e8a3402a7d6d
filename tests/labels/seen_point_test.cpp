#include "labels/seen_point.h"

#include "tests/labels/label_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

class SeenPoints : public test::LabelTest {
 protected:
  static int covered(const LabelSource& source) { return static_cast<int>(seen_points(source).size()); }
};

TEST_F(SeenPoints, TellFaceActorAndPlace) {
  ModelBuilder left, right;
  left.square(vec3(-0.5f, 0.0f, 0.25f), 0.5f);
  left.material();
  right.square(vec3(0.5f, 0.0f, -1.0f), 0.5f, true);
  right.square(vec3(0.5f, 0.0f, 0.0f), 0.5f);
  right.material();
  add(left.finish());
  add(right.finish());
  const LabelSource source = look("bones", 64, 64);
  const auto a = seen_at(source, 10, 32), b = seen_at(source, 53, 32);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->actor, 0u);
  EXPECT_EQ(b->actor, 1u);
  EXPECT_GE(b->face, 2u) << "the second square";
  EXPECT_NEAR(a->depth, 9.75f, 1e-5f);
  EXPECT_NEAR(b->depth, 10.0f, 1e-5f);
  EXPECT_FALSE(a->from_behind);
  const vec3 place = at(*a, *source.actors[0].model, source.actors[0].positions);
  EXPECT_NEAR(place.x, (10.5f / 32.0f) - 1.0f, 1e-4f);
  EXPECT_NEAR(place.y, 1.0f - 32.5f / 32.0f, 1e-4f);
  EXPECT_FALSE(seen_at(source, 10, 2));
  EXPECT_FALSE(seen_at(source, -1, 2));
  EXPECT_FALSE(seen_at(source, 64, 2));
}

TEST_F(SeenPoints, BackFacesAreSeenOfDoubleSidedMaterialsOnly) {
  for (const bool both : {false, true}) {
    ModelBuilder builder;
    builder.square(vec3(0.0f), 1.0f, true);
    if (both) {
      builder.material().flags = pmx::material_double_sided;
    } else {
      builder.material();
    }
    scene_.actors.clear();
    add(builder.finish());
    const auto seen = seen_at(look("bones"), 32, 32);
    EXPECT_EQ(seen.has_value(), both);
    if (seen) {
      EXPECT_TRUE(seen->from_behind);
    }
  }
}

TEST_F(SeenPoints, WhatIsLessOpaqueThanHalfLetsSeeThrough) {
  for (const float alpha : {0.4f, 0.6f}) {
    ModelBuilder builder;
    builder.square(vec3(0.0f, 0.0f, 1.0f), 1.0f);
    builder.material().diffuse.a = alpha;
    builder.square(vec3(0.0f), 1.0f);
    builder.material();
    scene_.actors.clear();
    add(builder.finish());
    const LabelSource source = look("bones");
    const auto seen = seen_at(source, 20, 20);
    ASSERT_TRUE(seen);
    EXPECT_EQ(material_of(*source.actors[0].model, seen->face), alpha < 0.5f ? 1u : 0u);
  }
}

TEST_F(SeenPoints, ATexturesAlphaCountsWhateverTheShading) {
  ModelBuilder builder;
  builder.square(vec3(0.0f), 1.0f);
  builder.material().texture = 0;
  builder.model().textures = {"t.png"};
  Image half = test::solid_image(16, 16, {255, 255, 255, 255});
  for (std::size_t i = 0; i < 16 * 16; ++i)
    if (i % 16 < 8) half.rgba[4 * i + 3] = 0;
  half.has_alpha = true;
  add(builder.finish(), test::texture_set({half}));
  scene_.settings.shading = Shading::normals;
  const LabelSource source = look("bones");
  EXPECT_FALSE(seen_at(source, 16, 32));
  EXPECT_TRUE(seen_at(source, 48, 32));
}

TEST_F(SeenPoints, CoverWhatThePictureCoversPixelForPixel) {
  add_figure("dance", 160, 160);
  scene_.settings.edge = scene_.settings.ground_shadow = false;
  const LabelSource source = look("bones", 160, 160);
  const Image image = render(160, 1);
  int both = 0, either = 0;
  for (std::size_t i = 0; i < source.surfaces.face.size(); ++i) {
    const bool seen = source.surfaces.face[i] != 0, drawn = image.rgba[4 * i + 3] > 127;
    both += seen && drawn ? 1 : 0;
    either += seen || drawn ? 1 : 0;
  }
  ASSERT_GT(either, 1000);
  EXPECT_GE(static_cast<double>(both) / either, 0.999);
}

TEST_F(SeenPoints, OfAHiddenActorThereAreNone) {
  ModelBuilder hidden, shown;
  hidden.square(vec3(0.0f, 0.0f, 1.0f), 1.0f);
  hidden.material();
  shown.square(vec3(0.0f), 1.0f);
  shown.material();
  add(hidden.finish()).visible = false;
  add(shown.finish());
  const auto seen = seen_at(look("bones"), 32, 32);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->actor, 1u);
}

TEST(MaterialOfFace, PassesOverMaterialsWithoutFaces) {
  ModelBuilder builder;
  builder.square(vec3(0.0f), 1.0f);
  builder.material();
  builder.material();
  builder.square(vec3(0.0f), 1.0f);
  builder.material();
  builder.material();
  const auto model = builder.finish();
  EXPECT_EQ(material_of(*model, 1), 0u);
  EXPECT_EQ(material_of(*model, 2), 2u);
  EXPECT_EQ(material_of(*model, 3), 2u);
}

}  // namespace
}  // namespace mmd
