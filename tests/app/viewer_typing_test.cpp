// Typing into fields of a real window, with all events of a picture at once as on a slow machine.
#include <imgui.h>
#include <imgui_internal.h>  // the active field

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerTyping : public ViewerFixture {
 protected:
  ViewerTyping() : ViewerFixture(PictureSize{900, 600}) {}
  void SetUp() override {
    ViewerFixture::SetUp();
    pmx::File file = figure();
    for (pmx::Bone& bone : file.bones) bone.flags &= static_cast<std::uint16_t>(~pmx::bone_movable);
    write_model(model, file);
    start({model_name});
  }

  using Events = std::vector<SDL_Event>;
  static Events click(const vec2& at, Uint8 clicks) {
    Events out;
    for (const Uint32 type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
      out.push_back(mouse_event(type, static_cast<int>(at.x), static_cast<int>(at.y)));
      out.back().button.clicks = clicks;
    }
    return out;
  }
  static Events tap(SDL_Keycode key, Uint16 held = KMOD_NONE) {
    Events out{key_event(key), key_event(key)};
    out.back().type = SDL_KEYUP;
    out.back().key.state = SDL_RELEASED;
    for (SDL_Event& event : out) event.key.keysym.mod = held;
    return out;
  }
  static Events text(const std::string& characters) {
    Events out;
    for (const char c : characters) {
      const Events key = tap(c);
      SDL_Event typed{};
      typed.type = SDL_TEXTINPUT;
      typed.text.text[0] = c;
      out.insert(out.end(), {key.front(), typed, key.back()});
    }
    return out;
  }
  /// All events come within one picture.
  void feed(std::initializer_list<Events> parts) {
    for (const Events& events : parts)
      for (SDL_Event event : events) SDL_PushEvent(&event);
    viewer->run_once(0);
    settle();
  }
  static bool is_typing() { return ImGui::GetIO().WantTextInput; }

  /// The lowest place at the left side where a double click starts to type. Nothing is drawn for the probes.
  vec2 lowest_field() {
    point(60, 590);
    for (int y = 590; y > 60; y -= 6) {
      viewer->handle(mouse_event(SDL_MOUSEMOTION, 60, y));
      for (const Uint8 clicks : {Uint8{1}, Uint8{2}})
        for (const SDL_Event& event : click({60, y}, clicks)) viewer->handle(event);
      const ImGuiContext& context = *ImGui::GetCurrentContext();
      if (context.ActiveId == 0 || context.ActiveId != context.InputTextState.ID) continue;
      settle();
      feed({tap(SDLK_ESCAPE)});
      EXPECT_FALSE(is_typing());
      return {60, y};
    }
    ADD_FAILURE() << "no field";
    return {};
  }
  /// The field for X of the rotation of selected bones. No bone moves, so it is the lowest one.
  vec2 rotation_field(const std::vector<std::int32_t>& bones) {
    press(SDLK_F3);
    ask({ActionId::select_bones, bones});
    return lowest_field();
  }
  /// Degrees by which a bone is rotated about X.
  double degrees(std::size_t bone) const {
    const quat& q = first_actor().pose.rotation[bone];
    return std::abs(2.0 * std::atan2(q.x, q.w)) * 180.0 / pi;
  }
  /// Steps that can be undone.
  std::size_t steps() const { return history().position(); }
};

TEST_F(ViewerTyping, ANumberWithinOnePictureIsOneStep) {
  const vec2 field = rotation_field({0});
  const vec3 eye = viewer->scene().camera.eye;
  std::size_t typed = 0;
  for (const char* number : {"45", "30", "5", "12.5", "60"}) {
    SCOPED_TRACE(number);
    feed({click(field, 1), click(field, 2), text(number), tap(SDLK_RETURN)});
    EXPECT_NEAR(degrees(0), std::atof(number), 1e-3);
    EXPECT_EQ(steps(), ++typed);
    EXPECT_FALSE(is_typing());
  }
  EXPECT_EQ(viewer->scene().camera.eye, eye) << "digits are no keys of the camera";
  EXPECT_EQ(recorded_of(ActionId::open_at_cursor), 0u);
  press(SDLK_z, Held::control);
  EXPECT_NEAR(degrees(0), 12.5, 1e-3) << "no digits in between";
}

TEST_F(ViewerTyping, KeysAfterEnterAreKeysAgain) {
  const vec2 field = rotation_field({0});
  const vec3 eye = viewer->scene().camera.eye;
  feed({click(field, 1), click(field, 2), text("45"), tap(SDLK_RETURN), tap(SDLK_4)});
  EXPECT_NEAR(degrees(0), 45.0, 1e-3);
  EXPECT_NE(viewer->scene().camera.eye, eye);
}

TEST_F(ViewerTyping, ShortTapsOfOneKeyCountEachTime) {
  const vec2 field = rotation_field({0});
  feed({click(field, 1), click(field, 2), text("1234"), tap(SDLK_BACKSPACE), tap(SDLK_BACKSPACE), text("5"),
        tap(SDLK_BACKSPACE), tap(SDLK_KP_ENTER)});
  EXPECT_NEAR(degrees(0), 12.0, 1e-3);
  feed({click(field, 1), click(field, 2), text("9"), tap(SDLK_a, KMOD_LCTRL), text("7"), tap(SDLK_RETURN)});
  EXPECT_NEAR(degrees(0), 7.0, 1e-3) << "Ctrl+A selects everything";
}

TEST_F(ViewerTyping, ADoubleClickIsMeasuredByTheTimesOfItsEvents) {
  const vec2 field = rotation_field({0});
  feed({click(field, 1), click(field, 1)});
  EXPECT_FALSE(is_typing()) << "two slow clicks in one picture";
  feed({click(field, 1)});
  feed({click(field, 2)});
  EXPECT_TRUE(is_typing()) << "two quick ones in two pictures";
}

TEST_F(ViewerTyping, ANumberCountsWhenItsFieldIsLeft) {
  const vec2 field = rotation_field({0});
  feed({click(field, 1), click(field, 2), text("20")});
  EXPECT_EQ(steps(), 0u) << "not yet";
  EXPECT_NEAR(degrees(0), 0.0, 1e-3);
  feed({tap(SDLK_TAB)});
  EXPECT_NEAR(degrees(0), 20.0, 1e-3);
  EXPECT_EQ(steps(), 1u);
  feed({tap(SDLK_ESCAPE)});
  EXPECT_EQ(steps(), 1u);
  point(60, static_cast<int>(field.y));
  feed({click(field, 1), click(field, 2), text("40")});
  point(450, 300);
  feed({click({450, 300}, 1)});
  EXPECT_NEAR(degrees(0), 40.0, 1e-3) << "a click elsewhere";
  EXPECT_EQ(steps(), 2u);
  point(60, static_cast<int>(field.y));
  feed({click(field, 1), click(field, 2), text("70"), tap(SDLK_ESCAPE)});
  EXPECT_NEAR(degrees(0), 40.0, 1e-3) << "Escape takes it back";
  feed({click(field, 1), click(field, 2), tap(SDLK_RETURN)});
  EXPECT_EQ(steps(), 2u) << "nothing was typed";
}

TEST_F(ViewerTyping, AFieldTurnsAllSelectedBones) {
  const double radians = 10.0 * pi / 180.0;
  const auto turn = [](std::int32_t bone, double angle) {
    const auto half = static_cast<float>(0.5 * angle);
    return edit::Command(edit::RotateBone{bone, quat(std::cos(half), std::sin(half), 0.0f, 0.0f)});
  };
  const vec2 field = rotation_field({1, 3, 0});
  const auto signed_degrees = [&](std::size_t bone) {
    const quat& q = first_actor().pose.rotation[bone];
    return 2.0 * std::atan2(q.x, q.w) * 180.0 / pi;
  };
  ask({ActionId::edit_pose, turn(1, radians)});
  feed({click(field, 1), click(field, 2), text("30"), tap(SDLK_RETURN)});
  EXPECT_NEAR(degrees(0), 30.0, 1e-3);
  EXPECT_NEAR(signed_degrees(1), 10.0 + signed_degrees(0), 1e-3) << "by as much";
  EXPECT_NEAR(signed_degrees(3), signed_degrees(0), 1e-3);
  EXPECT_EQ(steps(), 2u);
}

TEST_F(ViewerTyping, DraggingAFieldIsOneStepForAllSelectedBones) {
  const vec2 field = rotation_field({1, 0});
  const int x = static_cast<int>(field.x), y = static_cast<int>(field.y);
  Events drag{click(field, 1).front()};
  for (const int dx : {10, 20, 30}) drag.push_back(mouse_event(SDL_MOUSEMOTION, x + dx, y, 10));
  drag.push_back(mouse_event(SDL_MOUSEBUTTONUP, x + 30, y));
  point(x, y);
  feed({drag});
  EXPECT_GT(degrees(0), 1.0);
  EXPECT_NEAR(degrees(1), degrees(0), 1e-3);
  EXPECT_EQ(steps(), 1u);
  press(SDLK_z, Held::control);
  EXPECT_NEAR(degrees(1), 0.0, 1e-3);
}

TEST_F(ViewerTyping, TextForTheActionFinderIsNoKey) {
  const bool append = viewer->stage().arrangement().evaluation.append;
  feed({tap(SDLK_p, KMOD_LCTRL), text("camera"), tap(SDLK_BACKSPACE)});
  EXPECT_EQ(viewer->parts().panels.palette.search, "camer");
  EXPECT_EQ(viewer->stage().arrangement().evaluation.append, append);
}

TEST_F(ViewerTyping, AMorphTypedIntoItsRowIsOneStep) {
  pmx::File file = figure();
  pmx::Morph morph;
  morph.name = pmx::from_utf8("あ", file.header.encoding);
  morph.panel = 3;
  morph.offsets = std::vector<pmx::VertexOffset>{{0, vec3(0, 1, 0)}};
  file.morphs = {morph};
  drop({write_other(file)});
  press(SDLK_m);
  const vec2 row = lowest_field();
  const auto weight = [&] { return first_actor().pose.morph_weights[0]; };
  const std::size_t before = steps();
  EXPECT_EQ(weight(), 0.0f) << "the clicks alone change nothing";
  feed({click(row, 1), click(row, 2), text("0.75"), tap(SDLK_RETURN)});
  EXPECT_FLOAT_EQ(weight(), 0.75f);
  EXPECT_EQ(steps(), before + 1);
  feed({click(row, 1), click(row, 2), text("0.25")});
  EXPECT_FLOAT_EQ(weight(), 0.75f);
  feed({tap(SDLK_TAB)});
  EXPECT_FLOAT_EQ(weight(), 0.25f) << "its field was left";
  EXPECT_EQ(steps(), before + 2);
}

}  // namespace
}  // namespace mmd::test
