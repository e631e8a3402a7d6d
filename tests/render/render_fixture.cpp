#include "tests/render/render_fixture.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "render/framebuffer.h"

namespace mmd::test {

ModelBuilder::ModelBuilder() : model_(std::make_shared<Model>()) {
  bone(vec3(0.0f));
}

std::int32_t ModelBuilder::bone(const vec3& rest) {
  Bone added;
  added.name = "bone" + std::to_string(model_->skeleton.bones.size());
  added.rest = rest;
  added.rotatable = added.movable = added.visible = added.operable = true;
  const auto index = static_cast<std::int32_t>(model_->skeleton.bones.size());
  model_->skeleton.bones.push_back(added);
  for (const auto kind : {EvaluationStep::Kind::local_transform, EvaluationStep::Kind::place_bone})
    model_->skeleton.steps.push_back({kind, index});
  return index;
}

std::uint32_t ModelBuilder::vertex(const vec3& position, const vec3& normal, const vec2& uv,
                                   const Weights& weights) {
  VertexStreams& v = model_->vertices;
  v.position.push_back(position);
  v.normal.push_back(normal);
  v.uv.push_back(uv);
  v.type.push_back(weights.type);
  v.bones.push_back(weights.bones);
  v.weights.push_back(weights.weights);
  v.edge_scale.push_back(1.0f);
  return static_cast<std::uint32_t>(v.size() - 1);
}

void ModelBuilder::sdef(const SdefConstants& constants) {
  model_->vertices.sdef.push_back(constants);
  model_->vertices.sdef_vertices.push_back(static_cast<std::uint32_t>(model_->vertices.size() - 1));
}

void ModelBuilder::weigh(const std::function<Weights(std::size_t, const vec3&)>& weights) {
  VertexStreams& v = model_->vertices;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Weights w = weights(i, v.position[i]);
    v.type[i] = w.type;
    v.bones[i] = w.bones;
    v.weights[i] = w.weights;
  }
}

void ModelBuilder::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (const std::uint32_t index : {a, b, c}) model_->indices.push_back(index);
}

void ModelBuilder::square(const vec3& centre, float half) {
  const vec3 normal(0.0f, 0.0f, 1.0f);
  const auto corner = [&](float x, float y) {
    return vertex(centre + vec3(x * half, y * half, 0.0f), normal, {x * 0.5f + 0.5f, 0.5f - y * 0.5f}, {});
  };
  const std::uint32_t a = corner(-1, -1), b = corner(1, -1), c = corner(1, 1), d = corner(-1, 1);
  triangle(a, b, c);
  triangle(a, c, d);
}

void ModelBuilder::ball(float radius) {
  constexpr std::uint32_t rings = 32, sectors = 64;
  const auto first = static_cast<std::uint32_t>(model_->vertices.size());
  for (std::uint32_t r = 0; r <= rings; ++r)
    for (std::uint32_t s = 0; s <= sectors; ++s) {
      const float theta = pi * static_cast<float>(r) / rings,
                  phi = 2.0f * pi * static_cast<float>(s) / sectors;
      const vec3 n(std::sin(theta) * std::sin(phi), std::cos(theta), std::sin(theta) * std::cos(phi));
      vertex(n * radius, n, vec2(0.0f), {});
    }
  for (std::uint32_t r = 0; r < rings; ++r)
    for (std::uint32_t s = 0; s < sectors; ++s) {
      const std::uint32_t a = first + r * (sectors + 1) + s, below = a + sectors + 1;
      triangle(a, below, below + 1);
      triangle(a, below + 1, a + 1);
    }
}

Material& ModelBuilder::material() {
  Material added;
  added.ambient = vec3(1.0f);
  for (const Material& m : model_->materials) added.first_index += m.index_count;
  added.index_count = static_cast<std::uint32_t>(model_->indices.size()) - added.first_index;
  model_->materials.push_back(added);
  return model_->materials.back();
}

std::shared_ptr<const Model> ModelBuilder::finish() {
  model_->index_names();
  return model_;
}

namespace {

void add_material(ModelBuilder& builder, const Look& look) {
  Material& m = builder.material();
  if (look) look(m);
  const auto textures = static_cast<std::size_t>(std::max({m.texture, m.sphere_texture, m.toon_texture}) + 1);
  auto& names = builder.model().textures;
  names.resize(std::max(names.size(), textures), "a.png");
}

}  // namespace

std::shared_ptr<const Model> squares_model(const std::vector<Square>& squares) {
  ModelBuilder builder;
  for (const Square& square : squares) {
    builder.square(square.centre, square.half);
    add_material(builder, square.look);
  }
  return builder.finish();
}

std::shared_ptr<const Model> square_model(const vec3& centre, float half, const Look& look) {
  return squares_model({{centre, half, look}});
}

std::shared_ptr<const Model> ball_model(float radius, const Look& look) {
  ModelBuilder builder;
  builder.ball(radius);
  add_material(builder, look);
  return builder.finish();
}

Image solid_image(int width, int height, std::array<std::uint8_t, 4> rgba) {
  Image image;
  image.width = width;
  image.height = height;
  image.has_alpha = rgba[3] != 255;
  for (int i = 0; i < width * height; ++i) image.rgba.insert(image.rgba.end(), rgba.begin(), rgba.end());
  return image;
}

Image corner_image() {
  constexpr int size = 16;
  Image image = solid_image(size, size, {255, 255, 255, 255});
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      std::uint8_t* p = image.rgba.data() + (y * size + x) * 4;
      const bool right = x >= size / 2, low = y >= size / 2;
      p[0] = right == low ? 255 : 0;
      p[1] = right ? 255 : 0;
      p[2] = low ? 255 : 0;
    }
  return image;
}

std::shared_ptr<const TextureSet> texture_set(std::vector<Image> images) {
  auto set = std::make_shared<TextureSet>();
  for (Image& image : images) set->push_back(std::make_shared<const Image>(std::move(image)));
  return set;
}

Pixel pixel(const Image& image, int x, int y) {
  const std::uint8_t* p = image.rgba.data() + (static_cast<std::ptrdiff_t>(y) * image.width + x) * 4;
  return {p[0], p[1], p[2], p[3]};
}

Pixel centre_pixel(const Image& image) {
  return pixel(image, image.width / 2, image.height / 2);
}

int covered_pixels(const Image& image) {
  int count = 0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) count += image.rgba[i] > 127 ? 1 : 0;
  return count;
}

int differing_values(const Image& a, const Image& b, int tolerance) {
  EXPECT_EQ(a.rgba.size(), b.rgba.size());
  int count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) count += std::abs(a.rgba[i] - b.rgba[i]) > tolerance;
  return count;
}

void expect_near(const Pixel& actual, const Pixel& expected, int tolerance) {
  for (std::size_t c = 0; c < 4; ++c)
    EXPECT_NEAR(actual[c], expected[c], tolerance) << ::testing::PrintToString(actual);
}

void expect_corners(const Image& image, int margin, int tolerance) {
  const int far = image.width - 1 - margin;
  expect_near(pixel(image, margin, margin), red, tolerance);
  expect_near(pixel(image, far, margin), green, tolerance);
  expect_near(pixel(image, margin, far), blue, tolerance);
  expect_near(pixel(image, far, far), white, tolerance);
}

RenderTest::RenderTest() {
  auto context = OffscreenContext::create();
  EXPECT_TRUE(context.has_value()) << (context ? "" : describe(context.error()));
  if (!context) return;
  context_ = std::move(*context);
  auto renderer = Renderer::create();
  EXPECT_TRUE(renderer.has_value()) << (renderer ? "" : describe(renderer.error()));
  if (renderer) renderer_ = std::move(*renderer);
  scene_.camera.eye = vec3(0.0f, 0.0f, 10.0f);
  scene_.camera.target = vec3(0.0f);
  scene_.camera.orthographic = true;
  scene_.camera.fov_degrees = 2.0f * std::atan(0.1f) * 180.0f / pi;
}

Actor& RenderTest::add(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures) {
  if (textures == nullptr) textures = std::make_shared<TextureSet>();
  scene_.actors.push_back(std::make_unique<Actor>(std::move(model), std::move(textures)));
  return *scene_.actors.back();
}

Actor& RenderTest::show_only(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures) {
  scene_.actors.clear();
  return add(std::move(model), std::move(textures));
}

Image RenderTest::render(int size, int samples) {
  auto image = renderer_->render(scene_, size, size, samples);
  EXPECT_TRUE(image.has_value()) << (image ? "" : describe(image.error()));
  return image ? std::move(*image) : solid_image(size, size, {});
}

SkinnedVertices RenderTest::read_back_skinning(const Actor& actor) {
  struct Pair {
    vec3 position, normal;
  };
  GpuModel& model = models_.get(actor.shared_model());
  model.update(actor, ++frame_, Posing::by_shader);
  const auto program = programs_.get(ProgramId::feedback, model.features());
  if (!program) {
    ADD_FAILURE() << describe(program.error());
    return {};
  }
  std::vector<Pair> pairs(actor.model().vertices.size());
  const std::size_t bytes = pairs.size() * sizeof(Pair);

  const auto buffer = gl::Buffer::create();
  glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer.id());
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id());
  glUseProgram((*program)->program.id());
  model.bind();
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginTransformFeedback(GL_POINTS);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(pairs.size()));
  glEndTransformFeedback();
  glDisable(GL_RASTERIZER_DISCARD);
  EXPECT_TRUE(gl::read_buffer(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, pairs.data()));
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
  leave_draw_state();

  SkinnedVertices out;
  for (const Pair& pair : pairs) {
    out.positions.push_back(pair.position);
    out.normals.push_back(pair.normal);
  }
  return out;
}

}  // namespace mmd::test
