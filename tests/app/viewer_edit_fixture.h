#pragma once

// A window in which a pose is worked on.

#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/pose_file.h"
#include "edit/edit_state.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {

class ViewerEdit : public ViewerFixture {
 protected:
  void TearDown() override {
    SDL_SetModState(KMOD_NONE);
    std::filesystem::current_path("/");
  }
  void begin(const std::vector<std::string>& files) {
    ViewerSetup setup;
    setup.record = [this](const Action& action) { recorded.push_back(action); };
    start_anew(files, PictureSize{640, 480}, std::move(setup));
  }
  void ask(Action action) {
    viewer->perform(action);
    settle();
  }
  void held(SDL_Keycode key, Uint16 mod) {
    SDL_Event event = key_event(key);
    event.key.keysym.mod = mod;
    viewer->handle(event);
    settle();
  }
  void mouse(Uint32 type, const vec2& at) {
    viewer->handle(
        mouse_event(type, static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))));
    viewer->run_once(0);
    settle();
  }
  void click(const vec2& at) {
    mouse(SDL_MOUSEMOTION, at);
    mouse(SDL_MOUSEBUTTONDOWN, at);
    mouse(SDL_MOUSEBUTTONUP, at);
  }
  void drag(const vec2& from, const vec2& to) {
    mouse(SDL_MOUSEMOTION, from);
    mouse(SDL_MOUSEBUTTONDOWN, from);
    mouse(SDL_MOUSEMOTION, glm::mix(from, to, 0.5f));
    mouse(SDL_MOUSEMOTION, to);
    mouse(SDL_MOUSEBUTTONUP, to);
  }
  vec2 place(std::int32_t bone) {
    for (const BonePlace& p : viewer->screen().bone_places(viewer->screen().panes()[0]))
      if (p.bone == bone) return p.at;
    ADD_FAILURE() << bone << " is not seen";
    return {};
  }
  const edit::Editor& editor() const { return viewer->stage().figure()->editor(); }
  const Pose& shown() const { return viewer->scene().actors.front()->pose; }
  static edit::RotateBone turn(std::int32_t bone, float radians) {
    return {bone, quat(std::cos(0.5f * radians), 0.0f, 0.0f, std::sin(0.5f * radians))};
  }
  void rotate(std::int32_t bone, float radians) {
    ask({ActionId::edit_pose, edit::Command(turn(bone, radians))});
  }
  /// A point on the ring about the axis that looks at who looks (the rings' radius is 64 points).
  vec2 on_ring(std::int32_t bone, float degrees) {
    const float a = degrees * pi / 180.0f;
    return place(bone) + 64.0f * vec2(std::cos(a), -std::sin(a));
  }

  Actions recorded;
};

}  // namespace mmd::test
