// Bones in a real window: tooltips and selection.
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerBones : public ViewerFixture {
 protected:
  void motion(const vec2& at) {
    viewer->handle(mouse_event(SDL_MOUSEMOTION, static_cast<int>(at.x), static_cast<int>(at.y)));
  }
  /// A click without drawing in between.
  void click(const vec2& at) {
    motion(at);
    for (const Uint32 type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP})
      viewer->handle(mouse_event(type, static_cast<int>(at.x), static_cast<int>(at.y)));
    settle();
  }
  std::int32_t selected() const { return viewer->scene().settings.highlight; }
};

TEST_F(ViewerBones, AClickSelectsTheBoneThereOrNone) {
  start({model_name, pose_name});
  press(SDLK_b);
  for (const std::int32_t bone : {0, 1, 2, 3}) {
    click(place(bone) + vec2(3.0f, -2.0f));
    EXPECT_EQ(selected(), bone);
  }
  EXPECT_THAT(said(), HasSubstr("Selected: 下"));
  const auto highlighted = pixels();
  click(vec2(5.0f, 60.0f));
  EXPECT_EQ(selected(), none);
  EXPECT_NE(pixels(), highlighted);
  const vec2 there = place(0);
  const int x = static_cast<int>(there.x), y = static_cast<int>(there.y);
  viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, x - 40, y));
  viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, x, y));
  settle();
  EXPECT_EQ(selected(), none) << "a drag is no click";
  press(SDLK_b);
  click(there);
  EXPECT_EQ(selected(), none) << "bones are hidden";
  press(SDLK_n);
  EXPECT_TRUE(viewer->scene().settings.skeleton) << "names show the bones";
  press(SDLK_n);
  EXPECT_FALSE(viewer->bone_picker().names_shown());
}

TEST_F(ViewerBones, DrawsOnlyForANewBoneUnderThePointer) {
  start({model_name, pose_name});
  press(SDLK_b);
  motion(vec2(5.0f, 60.0f));
  settle();
  motion(vec2(6.0f, 60.0f));
  EXPECT_FALSE(viewer->wants_frame());
  motion(place(2));
  EXPECT_TRUE(viewer->wants_frame());
  EXPECT_THAT(viewer->bone_picker().hovered(), ElementsAre(2));
  settle();
  motion(place(2) + vec2(1.0f, 0.0f));
  EXPECT_FALSE(viewer->wants_frame());
  motion(vec2(5.0f, 60.0f));
  EXPECT_THAT(viewer->bone_picker().hovered(), IsEmpty());
}

TEST_F(ViewerBones, NamesTheRigidBodyUnderThePointer) {
  pmx::File file = figure();
  pmx::RigidBody body;
  body.bone = 0;
  body.size = vec3(0.8f);
  body.position = file.bones[0].position;
  file.rigid_bodies = {body, body};
  file.rigid_bodies[1].position.z -= 3.0f;  // nearer to the camera in front
  write_model(model, file);
  start({model_name});
  press(SDLK_b);
  const vec2 there = place(0);
  press(SDLK_b);
  motion(there);
  EXPECT_THAT(viewer->bone_picker().hovered_bodies(), IsEmpty());
  const auto before = pixels();
  press(SDLK_j);
  motion(there);
  EXPECT_THAT(viewer->bone_picker().hovered_bodies(), ElementsAre(1, 0));
  EXPECT_NE(pixels(), before);
  motion(vec2(5.0f, 60.0f));
  EXPECT_THAT(viewer->bone_picker().hovered_bodies(), IsEmpty());
  press(SDLK_b);
  motion(there);
  EXPECT_THAT(viewer->bone_picker().hovered(), ElementsAre(0));
  EXPECT_THAT(viewer->bone_picker().hovered_bodies(), IsEmpty()) << "the bone comes first";
}

TEST_F(ViewerBones, RepeatedClicksSelectBonesAtOnePlaceInTurn) {
  pmx::File file = figure();
  file.bones.push_back(file.bones[0]);
  file.bones.back().name = pmx::from_utf8("腕", file.header.encoding);  // the same name, too
  write_model(model, file);
  start({model_name});
  press(SDLK_b);
  const vec2 there = place(0);
  click(there);
  EXPECT_EQ(selected(), 6) << "the one that is drawn over the other";
  click(there);
  EXPECT_EQ(selected(), 0);
  click(there);
  EXPECT_EQ(selected(), 6);
}

TEST_F(ViewerBones, AClickBesideTheLastOneTakesTheNearestBone) {
  pmx::File file = figure();
  file.bones.push_back(file.bones[0]);
  write_model(model, file);
  start({model_name});
  press(SDLK_b);
  const vec2 there = place(0);
  click(there);
  ASSERT_EQ(selected(), 6);
  click(place(2));
  ASSERT_EQ(selected(), 2);
  click(there);
  EXPECT_EQ(selected(), 6);
  viewer->perform({ActionId::select_bone, std::int32_t{0}});
  click(there + vec2(6.0f, 0.0f));
  EXPECT_EQ(selected(), 6) << "another place than before";
}

TEST_F(ViewerBones, TheSelectionStaysForTheNextPoseOnly) {
  start({model_name, pose_name});
  press(SDLK_b);
  click(place(2));
  press(SDLK_RIGHT);
  EXPECT_EQ(selected(), 2);
  press(SDLK_c);
  click(place(3, 1));
  EXPECT_EQ(selected(), 3);
  EXPECT_GT(place(3, 1).x, 160.0f) << "the right side of a comparison";
  drop({write_other()});
  EXPECT_EQ(selected(), none);
}

TEST_F(ViewerBones, ShowsTheWeightsOfTheSelectedBone) {
  Options options;
  options.look.shading = Shading::weights;
  start({model_name, pose_name}, {}, options);
  EXPECT_THAT(said(), HasSubstr("--highlight BONE"));
  press(SDLK_b);
  click(place(0));
  press(SDLK_b);
  const auto of_the_arm = pixels();
  press(SDLK_b);
  click(place(3));
  press(SDLK_b);
  EXPECT_NE(pixels(), of_the_arm);
}

}  // namespace
}  // namespace mmd::test
