#pragma once

// A window for editing a pose.

#include <cmath>

#include "app/stage/pose_file.h"
#include "edit/edit_state.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {

class ViewerEdit : public ViewerFixture {
 protected:
  ViewerEdit() : ViewerFixture(PictureSize{640, 480}, true) {}
  void drag(const vec2& from, const vec2& to) {
    mouse(SDL_MOUSEMOTION, from);
    mouse(SDL_MOUSEBUTTONDOWN, from);
    mouse(SDL_MOUSEMOTION, glm::mix(from, to, 0.5f));
    mouse(SDL_MOUSEMOTION, to);
    mouse(SDL_MOUSEBUTTONUP, to);
  }
  const Pose& shown() const { return first_actor().pose; }
  /// Selects the first bone and shows rings around the world's axes.
  void show_rings() {
    press(SDLK_b);
    click(place(0));
    press(SDLK_w);
    press(SDLK_w);
  }
  /// A point on the ring that faces the camera (its radius is 40 points: the bone has no length).
  vec2 on_ring(std::int32_t bone, float degrees) {
    const float a = degrees * pi / 180.0f;
    return place(bone) + 40.0f * vec2(std::cos(a), -std::sin(a));
  }
};

}  // namespace mmd::test
