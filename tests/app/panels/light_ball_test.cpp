#include <gmock/gmock.h>

#include "app/panels/scene_panel.h"

namespace mmd {
namespace {

void expect_near(const vec3& a, const vec3& b) {
  EXPECT_LT(glm::distance(a, b), 1e-4f) << a.x << ' ' << a.y << ' ' << a.z;
}

Camera looking(const vec3& eye, const vec3& target) {
  Camera out;
  out.eye = eye;
  out.target = target;
  return out;
}
const Camera aslant = looking(vec3(20.0f, 30.0f, 25.0f), vec3(1.0f, 10.0f, -2.0f));

TEST(LightBall, TheMiddleIsTowardsTheViewer) {
  const Camera front;  // looks along -Z
  expect_near(light_on_ball(front, vec2(0.0f)), vec3(0.0f, 0.0f, 1.0f));
  expect_near(light_on_ball(front, vec2(0.5f, 0.0f)), vec3(1.0f, 0.0f, 0.0f));
  expect_near(light_on_ball(front, vec2(0.0f, 0.5f)), vec3(0.0f, 1.0f, 0.0f));
  expect_near(light_on_ball(front, vec2(-1.0f, 0.0f)), vec3(0.0f, 0.0f, -1.0f));
  expect_near(light_on_ball(front, vec2(0.0f, 7.0f)), vec3(0.0f, 0.0f, -1.0f));
  expect_near(light_on_ball(aslant, vec2(0.0f)), glm::normalize(aslant.eye - aslant.target));
}

TEST(LightBall, ADirectionHasItsPlaceForEveryCamera) {
  const vec3 to_eye = aslant.eye - aslant.target;
  EXPECT_LT(glm::length(place_on_ball(aslant, to_eye)), 1e-3f);
  EXPECT_NEAR(glm::length(place_on_ball(aslant, -to_eye)), 1.0f, 1e-3f);
  Camera rolled = aslant, above = aslant;
  rolled.up = vec3(1.0f, 0.2f, 0.0f);
  above.eye = above.target + vec3(0.0f, 40.0f, 0.0f);
  for (const Camera& camera : {Camera(), aslant, rolled, above})
    for (float x = -0.6f; x < 0.7f; x += 0.3f)
      for (float y = -0.65f; y < 0.7f; y += 0.3f) {
        const vec2 place(x, y);
        EXPECT_LT(glm::distance(place_on_ball(camera, 3.0f * light_on_ball(camera, place)), place), 1e-4f)
            << x << ' ' << y;
      }
}

}  // namespace
}  // namespace mmd
