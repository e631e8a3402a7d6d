// Shading modes for inspection, and materials of points and lines.
#include <algorithm>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::centre_pixel;
using test::ModelBuilder;
using test::Pixel;
using test::pixel;

class Inspect : public test::RenderTest {
 protected:
  /// A square whose vertices all have these weights.
  void show(const test::Weights& weights) {
    ModelBuilder builder;
    for (int i = 0; i < 4; ++i) builder.bone(vec3(0.0f));
    builder.square(vec3(0.0f), 1.0f);
    builder.weigh([&](std::size_t, const vec3&) { return weights; });
    if (weights.type == WeightType::sdef) {
      builder.model().vertices.sdef.assign(4, SdefConstants{});
      builder.model().vertices.sdef_vertices = {0, 1, 2, 3};
    }
    builder.material();
    show_only(builder.finish());
  }
  Pixel shown() { return centre_pixel(render(32)); }
};

TEST_F(Inspect, WeightsRunFromGreyOverBlueToRed) {
  // The overlay of the joint hides the centre.
  const auto corner = [&] { return pixel(render(64), 4, 4); };
  scene_.settings.shading = Shading::weights;
  show({WeightType::bdef2, {1, 2, 0, 0}, vec4(1.0f, 0.0f, 0.0f, 0.0f)});
  scene_.settings.highlight = 1;
  EXPECT_EQ(corner(), (Pixel{255, 0, 0, 255}));
  scene_.settings.highlight = 3;
  EXPECT_NEAR(corner()[0], 77, 1);
  show({WeightType::bdef2, {1, 2, 0, 0}, vec4(0.5f, 0.5f, 0.0f, 0.0f)});
  scene_.settings.highlight = 2;
  EXPECT_EQ(corner(), (Pixel{0, 255, 0, 255}));
  show({WeightType::bdef2, {1, 2, 0, 0}, vec4(0.99f, 0.01f, 0.0f, 0.0f)});
  EXPECT_GT(corner()[2], 200);
  EXPECT_EQ(corner()[0], 0);
  scene_.settings.highlight = none;
  EXPECT_NEAR(corner()[0], 77, 1) << "no bone is highlighted";
}

TEST_F(Inspect, WeightsDoNotDependOnEarlierPictures) {
  show({WeightType::bdef1, {1, 0, 0, 0}, vec4(1.0f, 0.0f, 0.0f, 0.0f)});
  scene_.settings.highlight = 1;
  for (const Skinning skinning : {Skinning::automatic, Skinning::gpu, Skinning::cpu}) {
    scene_.settings.skinning = skinning;
    for (const Shading before : {Shading::mmd, Shading::normals, Shading::bone_index}) {
      scene_.settings.shading = before;
      render(64);
      scene_.settings.shading = Shading::weights;
      EXPECT_EQ(pixel(render(64), 4, 4), (Pixel{255, 0, 0, 255}));
    }
  }
}

TEST_F(Inspect, BoneIndexShowsTheStrongestBone) {
  scene_.settings.shading = Shading::bone_index;
  show({WeightType::bdef1, {3, 0, 0, 0}, vec4(1.0f, 0.0f, 0.0f, 0.0f)});
  const Pixel third = shown();
  show({WeightType::bdef4, {0, 1, 3, 2}, vec4(0.2f, 0.2f, 0.5f, 0.1f)});
  EXPECT_EQ(shown(), third);
  show({WeightType::bdef4, {0, 1, 3, 2}, vec4(0.5f, 0.2f, 0.2f, 0.1f)});
  EXPECT_NE(shown(), third);
}

TEST_F(Inspect, DeformShowsOneColourPerType) {
  scene_.settings.shading = Shading::deform;
  std::vector<Pixel> colours;
  for (const WeightType type : test::all_weight_types) {
    show({type, {0, 0, 0, 0}, vec4(1.0f, 0.0f, 0.0f, 0.0f)});
    for (const Skinning skinning : {Skinning::gpu, Skinning::cpu}) {
      scene_.settings.skinning = skinning;
      const Pixel colour = shown();
      EXPECT_EQ(colour[3], 255);
      if (skinning == Skinning::gpu) {
        EXPECT_EQ(std::count(colours.begin(), colours.end(), colour), 0);
        colours.push_back(colour);
      } else {
        EXPECT_EQ(colour, colours.back());
      }
    }
  }
}

/// A ball on three bones with edges and shadows. The skin level belongs to the actor or the file.
class SkinLevels : public Inspect {
 protected:
  std::shared_ptr<const Model> ball(SkinLevel of_file) {
    ModelBuilder builder;
    builder.bone(vec3(0.0f));
    builder.bone(vec3(0.0f, 0.3f, 0.0f));
    builder.ball(0.7f);
    builder.weigh([](std::size_t i, const vec3& p) {
      const float w = p.y * 0.5f + 0.5f;
      return test::Weights{i % 2 == 0 ? WeightType::qdef : WeightType::bdef4,
                           {0, 1, 2, 0},
                           vec4((1.0f - w) * 0.8f, w * 0.8f, 0.2f, 0.0f)};
    });
    builder.weigh([&](std::size_t i, const vec3&) {
      const VertexWeights w = weights_at(builder.model().vertices, i, of_file);
      return test::Weights{w.type, w.bones, w.weights};
    });
    Material& m = builder.material();
    m.shared_toon = 2;
    m.flags = test::shadows_and_edge;
    m.edge_size = 3.0f;
    return builder.finish();
  }
  Image shown_with(SkinLevel of_file, SkinLevel of_actor) {
    Actor& actor = show_only(ball(of_file));
    actor.pose.rotation[1] = glm::angleAxis(0.9f, vec3(0.0f, 0.0f, 1.0f));
    actor.pose.rotation[2] = glm::angleAxis(0.5f, vec3(1.0f, 0.0f, 0.0f));
    actor.skin_level = of_actor;
    actor.evaluate();
    return render(96);
  }
};

TEST_F(SkinLevels, EqualModelsOfThatLevel) {
  for (const SkinLevel level : {SkinLevel::two_bones, SkinLevel::one_bone})
    for (const Skinning skinning : {Skinning::gpu, Skinning::cpu})
      for (const Shading shading : {Shading::mmd, Shading::weights, Shading::bone_index, Shading::deform}) {
        SCOPED_TRACE(static_cast<int>(shading));
        scene_.settings.skinning = skinning;
        scene_.settings.shading = shading;
        scene_.settings.highlight = shading == Shading::weights ? 1 : none;
        const Image shown = shown_with(SkinLevel::full, level);
        scene_.settings.skinning = Skinning::cpu;
        EXPECT_TRUE(shown.rgba == shown_with(level, SkinLevel::full).rgba);
        const bool same_as_full = shown.rgba == shown_with(SkinLevel::full, SkinLevel::full).rgba;
        // The strongest bone is the same at each level.
        EXPECT_TRUE(!same_as_full || shading == Shading::bone_index);
      }
}

TEST_F(Inspect, ActorsOfOneModelKeepTheirLevels) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f));
  builder.square(vec3(0.0f), 1.0f);
  builder.weigh([](std::size_t, const vec3&) {
    return test::Weights{WeightType::bdef2, {0, 1, 0, 0}, vec4(0.75f, 0.25f, 0.0f, 0.0f)};
  });
  builder.material();
  const auto model = builder.finish();
  add(model);
  add(model).pose.translation[0].z = -1.0f;  // behind the other
  scene_.settings.shading = Shading::deform;
  const auto with = [&](SkinLevel front, SkinLevel back) {
    scene_.actors[0]->skin_level = front;
    scene_.actors[1]->skin_level = back;
    for (const auto& actor : scene_.actors) actor->evaluate();
    return shown();
  };
  const Pixel one = with(SkinLevel::one_bone, SkinLevel::one_bone),
              full = with(SkinLevel::full, SkinLevel::full);
  EXPECT_NE(one, full);
  EXPECT_EQ(with(SkinLevel::one_bone, SkinLevel::full), one);
  EXPECT_EQ(with(SkinLevel::full, SkinLevel::one_bone), full);
}

TEST_F(Inspect, UvIsACheckerWithRedAlongUAndGreenAlongV) {
  scene_.settings.shading = Shading::uv;
  show({});
  const Image image = render(256);
  EXPECT_GT(pixel(image, 250, 128)[0], pixel(image, 90, 128)[0]);
  EXPECT_GT(pixel(image, 128, 250)[1], pixel(image, 128, 90)[1]);
  EXPECT_GT(std::abs(pixel(image, 136, 136)[2] - pixel(image, 152, 136)[2]), 30) << "neighbouring fields";
}

TEST_F(Inspect, FlatIgnoresToonSphereAndSpecular) {
  add(test::square_model(vec3(0.0f), 1.0f,
                         [&](Material& m) {
                           m.texture = 0;
                           m.sphere_texture = 0;
                           m.sphere_mode = SphereMode::add;
                           m.shared_toon = 2;
                           m.specular = vec3(1.0f);
                           m.specular_power = 1.0f;
                           m.flags = pmx::material_receives_self_shadow | pmx::material_edge;
                         }),
      test::texture_set({test::solid_image(2, 2, {100, 50, 25, 255})}));
  scene_.settings.shading = Shading::flat;
  scene_.light.direction = vec3(0.0f, 0.0f, 1.0f);  // from behind
  EXPECT_EQ(shown(), (Pixel{100, 50, 25, 255}));
}

TEST_F(Inspect, PointMaterialsShowCornersOnly) {
  add(test::square_model(vec3(0.0f), 0.8f, [&](Material& m) { m.flags = pmx::material_points; }));
  const Image image = render(64);
  EXPECT_EQ(centre_pixel(image)[3], 0);
  const int covered = test::covered_pixels(image);
  EXPECT_GE(covered, 4);
  EXPECT_LE(covered, 4 * 4);
}

TEST_F(Inspect, PointsGrowWithTheEdgeSize) {
  add(test::square_model(vec3(0.0f), 0.5f, [&](Material& m) {
    m.flags = pmx::material_points | pmx::material_edge;
    m.edge_size = 40.0f;
  }));
  const int covered = test::covered_pixels(render(128));
  const double side = 40.0 * 1.65 * 128.0 / 1024.0;
  EXPECT_NEAR(covered, 4.0 * side * side, 4.0 * side * 2.0);
}

TEST_F(Inspect, LineMaterialsShowEverySideOnce) {
  for (const int samples : {1, 4}) {
    ModelBuilder builder;
    const auto a = builder.vertex(vec3(-0.8f, 0.01f, 0), vec3(0, 0, 1), vec2(0), {});
    const auto b = builder.vertex(vec3(0.8f, 0.01f, 0), vec3(0, 0, 1), vec2(0), {});
    builder.triangle(a, b, b);
    builder.triangle(b, a, a);
    Material& m = builder.material();
    m.flags = pmx::material_lines;
    m.diffuse.a = 0.5f;
    show_only(builder.finish());
    const Image image = render(64, samples);
    EXPECT_NEAR(pixel(image, 32, 31)[3], 128, samples == 1 ? 1 : 40);
    EXPECT_EQ(pixel(image, 32, 28)[3], 0);
  }
}

}  // namespace
}  // namespace mmd
