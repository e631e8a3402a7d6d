// Dragging parts of the body, pins and symmetry in a real window.
#include "tests/app/viewer_edit_fixture.h"
#include "tests/support/body.h"

namespace mmd::test {
namespace {

class ViewerLimbs : public ViewerEdit {
 protected:
  void start_with_body() {
    begin({write_other(body(), "body.pmx")});
    press(SDLK_q);
  }
  std::int32_t bone(const char* name) const { return first_actor().model().find_bone(name); }
  vec3 joint(const char* name) const { return translation_of(first_actor().bone_in_scene(bone(name))); }
  /// The point of the window at a joint.
  vec2 seen(const vec3& at) { return place(at, first_actor()); }
  const quat& turned(const char* name) const {
    return shown().rotation[static_cast<std::size_t>(bone(name))];
  }
};

TEST_F(ViewerLimbs, DraggingTheSurfaceOfAHandMovesTheArmAsOneStep) {
  start_with_body();
  const vec2 from = seen(vec3(5.3f, 11.7f, 0.0f)), to = from + vec2(20.0f, -60.0f);
  const vec2 wrist = seen(joint("左手首"));
  drag(from, to);
  EXPECT_LT(glm::distance(seen(joint("左手首")), wrist + (to - from)), 1.5f);
  EXPECT_NE(turned("左ひじ"), identity_rotation());
  EXPECT_EQ(history().size(), 1u);
  EXPECT_EQ(viewer->bone_picker().selection().active(), bone("左手首"));
  press(SDLK_z, Held::control);
  EXPECT_EQ(turned("左腕"), identity_rotation());
}

TEST_F(ViewerLimbs, DraggingTheMarkOfAFootMovesItsGoal) {
  start_with_body();
  press(SDLK_b);
  const vec2 from = place(bone("左足首"));
  drag(from, from + vec2(10.0f, -40.0f));
  EXPECT_GT(shown().translation[static_cast<std::size_t>(bone("左足ＩＫ"))].y, 0.5f);
}

TEST_F(ViewerLimbs, ADraggedHandStaysInFrontOfTheBody) {
  start_with_body();
  const vec2 from = seen(vec3(5.3f, 11.7f, 0.0f));
  drag(from, seen(vec3(0.3f, 17.4f, 0.0f)));
  EXPECT_NEAR(joint("左手首").z, 0.4f, 0.1f) << "before the face";
  EXPECT_LT(std::abs(joint("左手首").x), 1.5f);
}

TEST_F(ViewerLimbs, EscapeCancelsADragOfALimb) {
  start_with_body();
  const vec2 from = seen(vec3(5.3f, 11.7f, 0.0f));
  mouse(SDL_MOUSEBUTTONDOWN, from);
  mouse(SDL_MOUSEMOTION, from + vec2(0.0f, -60.0f));
  EXPECT_NE(turned("左腕"), identity_rotation());
  press(SDLK_ESCAPE);
  EXPECT_EQ(turned("左腕"), identity_rotation());
  mouse(SDL_MOUSEBUTTONUP, from);
  EXPECT_EQ(history().size(), 0u);
}

TEST_F(ViewerLimbs, ADragFromTheBackgroundMovesNothingOfTheBody) {
  start_with_body();
  ask({ActionId::mouse_mmd});
  press(SDLK_b);
  const Room& room = viewer->screen().room();
  drag(vec2(room.left + 3.0f, room.top + 3.0f), vec2(room.right - 3.0f, room.bottom - 3.0f));
  EXPECT_EQ(history().size(), 0u);
  EXPECT_GT(viewer->bone_picker().selection().bones().size(), 5u) << "a box";
}

TEST_F(ViewerLimbs, OnlyTheSelectToolDragsLimbs) {
  start_with_body();
  press(SDLK_q);
  const vec2 from = seen(vec3(5.3f, 11.7f, 0.0f));
  drag(from, from + vec2(0.0f, -40.0f));
  EXPECT_EQ(history().size(), 0u);
}

TEST_F(ViewerLimbs, APinnedHandStaysWhileTheBodyMoves) {
  start_with_body();
  ask({ActionId::select_bone, bone("右中指１")});
  press(SDLK_u);
  EXPECT_THAT(viewer->stage().figure()->pins, ElementsAre(bone("右手首")));
  EXPECT_EQ(history().size(), 0u) << "no step";
  const vec3 before = joint("右手首");
  const auto lower = [&](float by) {
    ask({ActionId::edit_pose, edit::Command(edit::MoveBone{bone("センター"), vec3(0.3f, by, 0.0f)})});
  };
  lower(-0.5f);
  EXPECT_LT(glm::distance(joint("右手首"), before), 1e-3f);
  press(SDLK_u);
  EXPECT_THAT(viewer->stage().figure()->pins, IsEmpty());
  lower(-1.5f);
  EXPECT_GT(glm::distance(joint("右手首"), before), 0.5f);
}

TEST_F(ViewerLimbs, SymmetryMakesADragOnBothSides) {
  start_with_body();
  ask({ActionId::toggle_symmetry});
  const vec2 from = seen(vec3(5.3f, 11.7f, 0.0f));
  drag(from, from + vec2(10.0f, -60.0f));
  const vec3 left = joint("左手首"), right = joint("右手首");
  EXPECT_GT(left.y, 12.5f);
  EXPECT_LT(glm::distance(left, vec3(-right.x, right.y, right.z)), 1e-3f);
  EXPECT_EQ(history().size(), 1u);
}

TEST_F(ViewerLimbs, CopyingGoesToOrFromTheOtherSide) {
  start_with_body();
  const quat left = glm::angleAxis(0.4f, vec3(0, 0, 1)), mirrored(left.w, left.x, -left.y, -left.z);
  ask({ActionId::edit_pose, edit::Command(edit::RotateBone{bone("左腕"), left})});
  ask({ActionId::select_bone, bone("左腕")});
  ask({ActionId::copy_to_other_side});
  EXPECT_LT(glm::length(turned("左腕") - left), 1e-6f);
  EXPECT_LT(glm::length(turned("右腕") - mirrored), 1e-6f);
  ask({ActionId::edit_pose, edit::Command(edit::RotateBone{bone("右腕"), identity_rotation()})});
  ask({ActionId::mirror_selected});
  EXPECT_LT(glm::length(turned("左腕") - identity_rotation()), 1e-6f) << "from the other side";
  ask({ActionId::edit_pose, edit::Command(edit::RotateBone{bone("左腕"), left})});
  ask({ActionId::select_bones, std::vector<std::int32_t>{bone("右腕"), bone("頭"), bone("左腕")}});
  ask({ActionId::copy_to_other_side});
  EXPECT_LT(glm::length(turned("左腕") - left), 1e-6f) << "of both sides the active bone's";
  EXPECT_LT(glm::length(turned("右腕") - mirrored), 1e-6f);
}

}  // namespace
}  // namespace mmd::test
