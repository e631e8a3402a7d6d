#pragma once

// A window in which a pose is worked on.

#include <cmath>

#include "app/stage/pose_file.h"
#include "edit/edit_state.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {

class ViewerEdit : public ViewerFixture {
 protected:
  ViewerEdit() : ViewerFixture(PictureSize{640, 480}, true) {}
  void held(SDL_Keycode key, Uint16 mod) {
    SDL_Event event = key_event(key);
    event.key.keysym.mod = mod;
    viewer->handle(event);
    settle();
  }
  void drag(const vec2& from, const vec2& to) {
    mouse(SDL_MOUSEMOTION, from);
    mouse(SDL_MOUSEBUTTONDOWN, from);
    mouse(SDL_MOUSEMOTION, glm::mix(from, to, 0.5f));
    mouse(SDL_MOUSEMOTION, to);
    mouse(SDL_MOUSEBUTTONUP, to);
  }
  const edit::Editor& editor() const { return viewer->stage().figure()->editor(); }
  const Pose& shown() const { return viewer->scene().actors.front()->pose; }
  static edit::RotateBone turn(std::int32_t bone, float radians) {
    return {bone, quat(std::cos(0.5f * radians), 0.0f, 0.0f, std::sin(0.5f * radians))};
  }
  void rotate(std::int32_t bone, float radians) {
    ask({ActionId::edit_pose, edit::Command(turn(bone, radians))});
  }
  /// Selects the first bone and has rings about the world's axes.
  void show_rings() {
    press(SDLK_b);
    click(place(0));
    press(SDLK_w);
    press(SDLK_w);
  }
  /// A point on the ring about the axis that looks at who looks (the rings' radius is 64 points).
  vec2 on_ring(std::int32_t bone, float degrees) {
    const float a = degrees * pi / 180.0f;
    return place(bone) + 64.0f * vec2(std::cos(a), -std::sin(a));
  }
};

}  // namespace mmd::test
