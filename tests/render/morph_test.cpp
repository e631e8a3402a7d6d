// Morphs in pictures, and vertex streams of the GPU compared with the CPU.
#include <functional>
#include <random>

#include "skin/skinning.h"
#include "tests/render/render_fixture.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::centre_pixel;
using test::expect_near;
using test::ModelBuilder;
using test::neutral_offset;
using test::Pixel;

template <class Data>
void add_morph(Model& model, Data data) {
  Morph morph;
  morph.name = "morph" + std::to_string(model.morphs.size());
  morph.data = std::move(data);
  model.morphs.push_back(std::move(morph));
}

class Morphs : public test::RenderTest {
 protected:
  /// A textured square whose only morph is `offset`.
  Actor& show(const pmx::MaterialOffset& offset) {
    ModelBuilder builder;
    builder.square(vec3(0.0f), 1.0f);
    builder.material().texture = 0;
    builder.model().textures = {"a.png"};
    add_morph(builder.model(), MaterialMorph{{offset}});
    return show_only(builder.finish(), test::texture_set({test::solid_image(4, 4, {200, 100, 50, 255})}));
  }
  void set(Actor& actor, float weight) {
    actor.pose.morph_weights[0] = weight;
    actor.evaluate();
  }
};

TEST_F(Morphs, MaterialMorphsScaleColoursTexelsAndAlpha) {
  constexpr std::uint8_t multiply = 0, add = 1;
  struct Case {
    std::uint8_t operation;
    std::function<void(pmx::MaterialOffset&)> change;
    std::vector<std::pair<float, Pixel>> shown;  // by weight
  };
  const Pixel still{200, 100, 50, 255};
  const Case cases[] = {
      {multiply,
       [](auto& o) { o.ambient = vec3(0.0f, 1.0f, 1.0f), o.diffuse = vec4(0.0f, 1.0f, 1.0f, 0.5f); },
       {{0.0f, still}, {1.0f, {0, 100, 50, 128}}, {0.0f, still}}},
      {add, [](auto& o) { o.diffuse.a = -1.0f; }, {{1.0f, {0, 0, 0, 0}}, {0.5f, {200, 100, 50, 128}}}},
      {multiply, [](auto& o) { o.texture = vec4(0.5f, 1.0f, 0.0f, 1.0f); }, {{1.0f, {100, 100, 0, 255}}}},
      {add, [](auto& o) { o.texture = vec4(0.0f, 0.2f, 0.4f, 0.0f); }, {{1.0f, {200, 151, 152, 255}}}},
      {multiply,  // the alpha of texels fades the texture to white
       [](auto& o) { o.texture = vec4(1.0f, 1.0f, 1.0f, 0.0f); },
       {{1.0f, {255, 255, 255, 255}}, {0.5f, {228, 178, 153, 255}}}}};
  for (const Case& tested : cases) {
    pmx::MaterialOffset offset = neutral_offset(tested.operation);
    tested.change(offset);
    Actor& actor = show(offset);
    for (const auto& [weight, expected] : tested.shown) {
      set(actor, weight);
      expect_near(centre_pixel(render()), expected);
    }
  }
}

TEST_F(Morphs, MaterialMorphsFadeAdditiveSpheres) {
  pmx::MaterialOffset o = neutral_offset(0);
  o.sphere = vec4(1.0f, 1.0f, 1.0f, 0.0f);
  show(o);
  auto model = std::make_shared<Model>(scene_.actors[0]->model());
  model->materials[0].texture = none;
  model->materials[0].ambient = vec3(0.1f);
  model->materials[0].diffuse = vec4(0.0f, 0.0f, 0.0f, 1.0f);
  model->materials[0].sphere_texture = 0;
  model->materials[0].sphere_mode = SphereMode::add;
  Actor& actor = show_only(model, test::texture_set({test::solid_image(4, 4, {200, 100, 50, 255})}));
  expect_near(centre_pixel(render()), {226, 126, 76, 255});
  set(actor, 1.0f);
  expect_near(centre_pixel(render()), {26, 26, 26, 255});
}

TEST_F(Morphs, MaterialMorphsChangeTheEdgeSize) {
  ModelBuilder builder;
  builder.ball(0.5f);
  Material& m = builder.material();
  m.flags = pmx::material_edge;
  m.edge_size = 5.0f;
  pmx::MaterialOffset o = neutral_offset(0);
  o.edge_size = 4.0f;
  add_morph(builder.model(), MaterialMorph{{o}});
  Actor& actor = add(builder.finish());
  const int before = test::covered_pixels(render(128));
  set(actor, 1.0f);
  EXPECT_GT(test::covered_pixels(render(128)), before + 200);
}

TEST_F(Morphs, UvMorphsMoveTextureAndSubTexture) {
  for (const int set_number : {0, 1}) {
    ModelBuilder builder;
    builder.square(vec3(0.0f), 1.0f);
    for (vec2& uv : builder.model().vertices.uv) uv = vec2(0.1f);
    builder.model().vertices.uv1.assign(4, vec4(0.1f));
    Material& m = builder.material();
    if (set_number == 0) {
      m.texture = 0;
    } else {
      m.sphere_texture = 0;
      m.sphere_mode = SphereMode::sub_texture;
    }
    builder.model().textures = {"a.png"};
    add_morph(builder.model(), UvMorph{set_number, {0, 1, 2, 3}, std::vector<vec4>(4, vec4(0.8f, 0, 0, 0))});
    Actor& actor = show_only(builder.finish(), test::texture_set({test::corner_image()}));
    for (const float weight : {0.0f, 1.0f, 0.0f}) {
      set(actor, weight);
      expect_near(centre_pixel(render()), weight == 1.0f ? test::green : test::red);
    }
  }
}

TEST_F(Morphs, VertexMorphsReachTheGpu) {
  ModelBuilder builder;
  for (int i = 0; i < 300; ++i)
    builder.vertex(vec3(0.1f * static_cast<float>(i), 0, 0), vec3(0, 0, 1), vec2(0), {});
  builder.triangle(0, 1, 2);
  builder.material();
  add_morph(builder.model(), VertexMorph{{3, 7}, {vec3(0, 1, 0), vec3(0, 2, 0)}});
  add_morph(builder.model(), VertexMorph{{250, 299}, {vec3(0, 0, 1), vec3(1, 0, 1)}});
  const auto model = builder.finish();
  Actor* actors[] = {&add(model), &add(model)};
  std::mt19937 random(9);
  for (int step = 0; step < 40; ++step) {
    Actor& actor = *actors[random() % 2];
    for (float& w : actor.pose.morph_weights) w = static_cast<float>(random() % 3) * 0.5f;
    actor.evaluate();
    if (random() % 3 == 0) continue;  // not drawn: the GPU misses a change
    const auto gpu = read_back_skinning(actor);
    for (std::size_t v = 0; v < 300; ++v)
      ASSERT_EQ(gpu.positions[v], actor.positions()[v]) << "step " << step << " vertex " << v;
  }
}

TEST_F(Morphs, PicturesAreTheSameWithGpuAndCpuSkinning) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f, 0.3f, 0.0f));
  builder.ball(0.8f);
  builder.weigh([](std::size_t i, const vec3& p) {
    const float w = p.y * 0.5f + 0.5f;
    return test::Weights{
        i % 2 == 0 ? WeightType::bdef2 : WeightType::qdef, {0, 1, 0, 0}, vec4(1.0f - w, w, 0, 0)};
  });
  Material& m = builder.material();
  m.shared_toon = 2;
  m.flags = pmx::material_edge | pmx::material_casts_self_shadow | pmx::material_receives_self_shadow;
  m.edge_size = 3.0f;
  Actor& actor = add(builder.finish());
  actor.pose.rotation[1] = glm::angleAxis(0.7f, vec3(0.0f, 0.0f, 1.0f));
  actor.evaluate();
  scene_.settings.skinning = Skinning::gpu;
  const Image gpu = render(128);
  scene_.settings.skinning = Skinning::cpu;
  ASSERT_GT(test::covered_pixels(gpu), 1000);
  EXPECT_LE(test::differing_values(gpu, render(128), 2), 20);
}

}  // namespace
}  // namespace mmd
