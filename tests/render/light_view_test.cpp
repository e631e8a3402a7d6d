#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "render/shadow_map.h"

namespace mmd {
namespace {

LightView fit_light(const Bounds& bounds, const mat4& view_projection, const vec3& direction, int size) {
  return plan_shadows({&bounds, 1}, bounds, view_projection, direction, size).maps.front();
}
/// Around the whole box.
LightView fit_light(const Bounds& bounds, const vec3& direction, int size) {
  return plan_shadows({}, bounds, mat4(1.0f), direction, size).maps.front();
}
const vec3 slanting = glm::normalize(vec3(-0.5f, -1.0f, -0.5f));
mat4 seen_from(const vec3& eye, const vec3& target, const Bounds& bounds, float aspect = 1.0f) {
  Camera camera;
  camera.eye = eye;
  camera.target = target;
  return projection_matrix(camera, aspect, bounds) * view_matrix(camera);
}

/// Whether the light map contains the point, at least `margin` from its borders along U and V.
bool holds(const LightView& view, const vec3& place, float margin = 0.0f) {
  const vec4 uvd = view.to_texture() * vec4(place, 1.0f);
  const vec3 low(margin, margin, 0.0f), high = 1.0f - low;
  return uvd.w == 1.0f && glm::all(glm::greaterThan(vec3(uvd), low)) &&
         glm::all(glm::lessThan(vec3(uvd), high));
}

TEST(FitLight, ContainsEveryCornerInsideTheMargin) {
  const Bounds bounds{vec3(-3.0f, 0.0f, -1.0f), vec3(4.0f, 20.0f, 2.0f)};
  for (const vec3& direction : {vec3(-0.5f, -1.0f, -0.5f), vec3(0.0f, -1.0f, 0.0f), vec3(1.0f, 0.0f, 0.0f),
                                vec3(0.3f, 0.8f, -0.2f)}) {
    const LightView view = fit_light(bounds, direction, 1024);
    for (int corner = 0; corner < 8; ++corner) {
      const vec3 p((corner & 1) != 0 ? 4.0f : -3.0f, (corner & 2) != 0 ? 20.0f : 0.0f,
                   (corner & 4) != 0 ? 2.0f : -1.0f);
      EXPECT_TRUE(holds(view, p, 2.0f / 1024.0f)) << corner;
    }
  }
}

TEST(FitLight, MovesInWholeTexels) {
  const Bounds bounds{vec3(-1.0f), vec3(1.0f)};
  const LightView still = fit_light(bounds, slanting, 512);
  for (const float step : {0.001f, 0.0123f, 0.3f}) {
    const vec3 by(step, -step, 0.5f * step);
    const LightView moved = fit_light({bounds.min + by, bounds.max + by}, slanting, 512);
    EXPECT_FLOAT_EQ(moved.texel, still.texel);
    const vec4 a = still.to_texture() * vec4(0, 0, 0, 1), b = moved.to_texture() * vec4(0, 0, 0, 1);
    for (int c = 0; c < 2; ++c) {
      const float texels = (b[c] - a[c]) * 512.0f;
      EXPECT_NEAR(texels, std::round(texels), 2e-3f);
    }
  }
}

TEST(FitLight, CloseViewsGetSmallTexels) {
  const Bounds bounds{vec3(-3.0f, 0.0f, -1.0f), vec3(3.0f, 20.0f, 1.0f)};
  const mat4 view_projection = seen_from({0.0f, 18.0f, 8.0f}, {0.0f, 18.0f, 0.0f}, bounds);
  const LightView whole = fit_light(bounds, slanting, 1024);
  const LightView close = fit_light(bounds, view_projection, slanting, 1024);
  EXPECT_LT(close.texel, whole.texel * 0.5f);
  for (int column = 0; column < 4; ++column)  // objects out of sight cast shadows too
    EXPECT_FLOAT_EQ(close.to_clip[column][2], whole.to_clip[column][2]);
  int seen = 0;
  for (float x = -3.0f; x <= 3.0f; x += 0.25f)
    for (float y = 0.0f; y <= 20.0f; y += 0.25f)
      for (const float z : {-1.0f, 0.0f, 1.0f}) {
        const vec4 clip = view_projection * vec4(x, y, z, 1.0f);
        if (std::abs(clip.x) > clip.w || std::abs(clip.y) > clip.w) continue;
        ++seen;
        ASSERT_TRUE(holds(close, vec3(x, y, z))) << x << ' ' << y << ' ' << z;
      }
  EXPECT_GT(seen, 100);
}

TEST(FitLight, ViewsFromWithinTheSceneAreCovered) {
  const Bounds stage{vec3(-60.0f, 0.0f, -60.0f), vec3(60.0f, 50.0f, 60.0f)};
  const vec3 eye(2.0f, 18.0f, 8.0f), target(0.0f, 18.0f, 0.0f);
  const LightView view = fit_light(stage, seen_from(eye, target, stage, 1.5f), slanting, 1024);
  for (const float share : {0.05f, 0.5f, 1.0f, 1.5f})
    EXPECT_TRUE(holds(view, eye + share * (target - eye))) << share;
}

TEST(FitLight, ViewsPastTheSceneCoverAllOfIt) {
  const Bounds bounds{vec3(-1.0f), vec3(1.0f)};
  const mat4 view_projection = seen_from({0.0f, 50.0f, 10.0f}, {0.0f, 50.0f, 0.0f}, bounds);
  const vec3 direction(0.0f, -1.0f, 0.0f);
  EXPECT_FLOAT_EQ(fit_light(bounds, view_projection, direction, 512).texel,
                  fit_light(bounds, direction, 512).texel);
}

TEST(FitLight, ObjectsOutOfSightDoNotEnlargeTexels) {
  const Bounds near{vec3(-3.0f, 0.0f, -1.0f), vec3(3.0f, 20.0f, 1.0f)};
  const Bounds aside{vec3(-90.0f, 0.0f, -90.0f), vec3(-30.0f, 120.0f, -70.0f)};
  const Bounds all{glm::min(near.min, aside.min), glm::max(near.max, aside.max)};
  const mat4 view_projection = seen_from({0.0f, 15.0f, 20.0f}, {0.0f, 15.0f, 0.0f}, all);
  const Bounds both[] = {near, aside};
  const ShadowPlan plan = plan_shadows(both, all, view_projection, slanting, 1024);
  ASSERT_EQ(plan.maps.size(), 1u);
  EXPECT_FLOAT_EQ(plan.maps[0].texel, fit_light(near, view_projection, slanting, 1024).texel);
  for (int column = 0; column < 4; ++column)  // it may still cast a shadow
    EXPECT_FLOAT_EQ(plan.maps[0].to_clip[column][2], fit_light(all, slanting, 1024).to_clip[column][2]);
}

class PlanShadows : public testing::Test {
 protected:
  ShadowPlan plan(const std::vector<Bounds>& boxes) {
    Bounds all = boxes.front();
    for (const Bounds& b : boxes) all = {glm::min(all.min, b.min), glm::max(all.max, b.max)};
    const mat4 view_projection = seen_from({0.0f, 10.0f, 45.0f}, {0.0f, 10.0f, 0.0f}, all);
    return plan_shadows(boxes, all, view_projection, slanting, 1024);
  }
  static Bounds figure_at(float x) { return {vec3(x - 3.0f, 0.0f, -1.0f), vec3(x + 3.0f, 20.0f, 1.0f)}; }
};

TEST_F(PlanShadows, NeighboursAndSmallObjectsShareOneMap) {
  const ShadowPlan both = plan({figure_at(-4.0f), figure_at(4.0f)});
  EXPECT_EQ(both.maps.size(), 1u);
  EXPECT_EQ(both.map_of, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(plan({figure_at(0.0f), {vec3(1.0f, 14.0f, 1.0f), vec3(1.5f, 16.0f, 1.5f)}}).maps.size(), 1u);
}

TEST_F(PlanShadows, FiguresOnAStageKeepSmallTexels) {
  const Bounds stage{vec3(-100.0f, -1.0f, -100.0f), vec3(100.0f, 60.0f, 40.0f)};
  const float alone = plan({figure_at(0.0f)}).maps[0].texel;
  const ShadowPlan before = plan({figure_at(0.0f), stage}), after = plan({stage, figure_at(0.0f)});
  ASSERT_EQ(before.maps.size(), 2u);
  ASSERT_EQ(after.maps.size(), 2u);
  EXPECT_FLOAT_EQ(before.maps[before.map_of[0]].texel, alone);
  EXPECT_FLOAT_EQ(after.maps[after.map_of[1]].texel, alone);
  EXPECT_GT(before.maps[before.map_of[1]].texel, 2.0f * alone);
}

TEST_F(PlanShadows, LimitsTheNumberOfMaps) {
  std::vector<Bounds> boxes;
  for (int i = 0; i < 20; ++i) {
    const float size = 0.01f * std::exp2(static_cast<float>(i));
    boxes.push_back({vec3(-size), vec3(size)});
  }
  const ShadowPlan all = plan(boxes);
  EXPECT_EQ(all.maps.size(), 4u);
  for (const std::size_t map : all.map_of) EXPECT_LT(map, all.maps.size());
}

TEST_F(PlanShadows, MapsAreFinerForClosePartsAndLargePictures) {
  const Bounds figure = figure_at(0.0f);
  const auto size = [&](const vec3& eye, int width, int height, bool supersampled = false) {
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    const mat4 view_projection = seen_from(eye, {0.0f, eye.y, 0.0f}, figure, aspect);
    return shadow_map_size({&figure, 1}, view_projection, width, height, supersampled);
  };
  const vec3 whole(0.0f, 10.0f, 45.0f), face(0.0f, 18.0f, 8.0f), within(0.0f, 10.0f, 0.5f);
  struct Case {
    vec3 eye;
    int width, height, size;
    bool supersampled = false;  // several samples per pixel compensate larger texels
  };
  const Case cases[] = {
      {whole, 256, 256, 1024},       {whole, 257, 256, 2048},      {face, 128, 128, 1024},
      {face, 129, 128, 2048},        {whole, 1024, 1024, 2048},    {whole, 1025, 600, 4096},
      {whole, 600, 1025, 4096},      {face, 512, 512, 2048},       {face, 513, 512, 4096},
      {within, 600, 600, 4096},      {whole, 256, 256, 512, true}, {whole, 512, 512, 1024, true},
      {whole, 513, 512, 2048, true}, {face, 256, 256, 2048, true}};
  for (const Case& c : cases)
    EXPECT_EQ(size(c.eye, c.width, c.height, c.supersampled), c.size) << c.eye.z << ' ' << c.width;
}

TEST(FinestLine, IsThatOfTheNearestVisiblePoint) {
  Camera camera;
  camera.target = vec3(0.0f);
  camera.eye = vec3(0.0f, 0.0f, 10.0f);
  camera.fov_degrees = 90.0f;
  const Bounds box{vec3(-1.0f), vec3(1.0f)};
  const mat4 view_projection = projection_matrix(camera, 1.0f, box) * view_matrix(camera);
  EXPECT_NEAR(finest_line(box, view_projection, 100), 0.18f, 1e-5f)
      << "at distance 1 the image is 2 units high; the point is at distance 9";
  EXPECT_NEAR(finest_line({vec3(-1.0f, -1.0f, -5.0f), vec3(1.0f, 1.0f, 5.0f)}, view_projection, 100), 0.1f,
              1e-5f);
  EXPECT_EQ(finest_line({vec3(-1.0f, -1.0f, 5.0f), vec3(1.0f, 1.0f, 15.0f)}, view_projection, 100), 0.0f)
      << "the eye is inside";
}

TEST(FitLight, StaysFiniteForAPoint) {
  const LightView view = fit_light({vec3(2.0f), vec3(2.0f)}, vec3(0.0f, -1.0f, 0.0f), 512);
  const vec4 uvd = view.to_texture() * vec4(2.0f, 2.0f, 2.0f, 1.0f);
  EXPECT_TRUE(is_finite(uvd));
  EXPECT_GT(view.texel, 0.0f);
}

}  // namespace
}  // namespace mmd
