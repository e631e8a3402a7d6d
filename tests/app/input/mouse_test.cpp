#include "app/input/mouse.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

constexpr int height = 500;

class CameraControlTest : public testing::Test {
 protected:
  bool button(int which, bool down) {
    SDL_Event event{};
    event.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    event.button.button = static_cast<Uint8>(which);
    return control.handle(event, camera, height);
  }
  bool move(int x, int y) {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.xrel = x;
    event.motion.yrel = y;
    return control.handle(event, camera, height);
  }
  bool wheel(float turned, Uint32 direction = SDL_MOUSEWHEEL_NORMAL) {
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.preciseY = turned;
    event.wheel.direction = direction;
    return control.handle(event, camera, height, pointer);
  }

  CameraControl control;
  Camera camera;
  vec2 pointer{0.0f};
  const Camera start = camera;
};

TEST_F(CameraControlTest, LeftDragOrbitsTheTarget) {
  button(SDL_BUTTON_LEFT, true);
  EXPECT_TRUE(move(50, 0));
  EXPECT_LT(camera.eye.x, start.eye.x) << "dragged to the right, the model turns with the pointer";
  EXPECT_EQ(camera.target, start.target);
  EXPECT_NEAR(camera.distance(), start.distance(), 1e-3f);
  EXPECT_TRUE(move(0, 50));
  EXPECT_GT(camera.eye.y, start.eye.y);
}

TEST_F(CameraControlTest, OtherButtonsAndShiftPan) {
  for (const int which : {SDL_BUTTON_MIDDLE, SDL_BUTTON_RIGHT}) {
    camera = start;
    button(which, true);
    EXPECT_TRUE(move(50, 50));
    button(which, false);
    EXPECT_LT(camera.target.x, start.target.x);
    EXPECT_GT(camera.target.y, start.target.y);
    EXPECT_NEAR(glm::length((camera.eye - camera.target) - (start.eye - start.target)), 0.0f, 1e-4f);
  }
  camera = start;
  SDL_SetModState(KMOD_LSHIFT);
  button(SDL_BUTTON_LEFT, true);
  SDL_SetModState(KMOD_NONE);
  move(50, 0);
  EXPECT_NE(camera.target, start.target) << "Shift and the left button";
}

TEST_F(CameraControlTest, ADragEndsWithItsOwnButton) {
  button(SDL_BUTTON_LEFT, true);
  button(SDL_BUTTON_RIGHT, true);
  button(SDL_BUTTON_RIGHT, false);
  EXPECT_TRUE(move(5, 0));
  button(SDL_BUTTON_LEFT, false);
  const vec3 eye = camera.eye;
  EXPECT_FALSE(move(5, 0));
  EXPECT_EQ(camera.eye, eye);
}

TEST_F(CameraControlTest, TheWheelZoomsAtThePointer) {
  pointer = {0.4f, 0.25f};
  wheel(3.0f);
  EXPECT_GT(camera.target.x, start.target.x);
  EXPECT_GT(camera.target.y, start.target.y);
  wheel(-3.0f);
  EXPECT_NEAR(glm::distance(camera.eye, start.eye), 0.0f, 1e-3f);
  EXPECT_TRUE(wheel(1.0f));
  EXPECT_LT(camera.distance(), start.distance());
  EXPECT_TRUE(wheel(1.0f, SDL_MOUSEWHEEL_FLIPPED));
  EXPECT_NEAR(camera.distance(), start.distance(), 1e-3f);
  EXPECT_FALSE(wheel(0.0f));
}

}  // namespace
}  // namespace mmd
