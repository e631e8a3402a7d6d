// Motions in a real window, with a clock set by the tests.
#include <imgui.h>
#include <imgui_internal.h>  // where the box is

#include "render/context.h"
#include "tests/app/viewer_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

class ViewerMotion : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    vmd::File dance = rising_arm();
    dance.bones.push_back(bone_key("ＩＫ", 0, vec3(1.5f, 2.0f, 0.0f)));
    dance.properties.resize(2);
    dance.properties[1].frame = 30;
    for (std::size_t i = 0; i < 2; ++i)
      dance.properties[i].ik.push_back({ik_name(), static_cast<std::uint8_t>(i == 0 ? 1 : 0)});
    write_motion("dance.vmd", dance);

    vmd::File camera = vmd::empty_file("");
    camera.cameras.resize(2);
    for (vmd::CameraKey& key : camera.cameras) {
      key.distance = -40.0f;
      key.target = vec3(0.0f, 8.0f, 0.0f);
      key.fov_degrees = 30;
      for (std::size_t i = 0; i < 24; ++i) key.interpolation[i] = i % 2 == 0 ? 20 : 107;
    }
    camera.cameras[1].frame = 90;
    camera.cameras[1].target.y = 17.0f;
    camera.lights.resize(1);
    camera.lights[0].colour = vec3(1.0f, 0.0f, 0.0f);
    camera.lights[0].direction = vec3(0.0f, -1.0f, 0.0f);
    write_motion("camera.vmd", camera);
  }

  static vmd::Name<20> ik_name() {
    const auto name = bone_key("ＩＫ", 0).name;
    return vmd::name_from<20>(vmd::bytes_of(name));
  }
  /// Number of the driver's renderbuffers.
  static int renderbuffers() {
    using IsOne = unsigned char (*)(unsigned);
    const auto is_one = reinterpret_cast<IsOne>(SDL_GL_GetProcAddress("glIsRenderbuffer"));
    int count = 0;
    for (unsigned name = 1; name < 1000; ++name) count += is_one(name) != 0 ? 1 : 0;
    return count;
  }
  float arm_height() const { return first_actor().pose.translation[0].y; }
  double frame() const { return viewer->playback().frame(); }

  const std::string motion_name = to_utf8(folder.path() / "dance.vmd"),
                    camera_name = to_utf8(folder.path() / "camera.vmd");
};

TEST_F(ViewerMotion, SpacePlaysInRealTimeAndPauses) {
  begin({model_name, motion_name});
  EXPECT_THAT(said(), HasSubstr("Press Space"));
  EXPECT_FALSE(viewer->playback().playing());
  const auto first = pixels();
  press(SDLK_SPACE);
  pass(1.0);
  EXPECT_NEAR(frame(), 30.0, 1e-6);
  EXPECT_NEAR(arm_height(), 3.0f, 1e-3f);
  EXPECT_NE(pixels(), first);
  press(SDLK_SPACE);
  pass(0.5);
  EXPECT_NEAR(frame(), 30.0, 1e-6);
  EXPECT_THAT(viewer->title(), HasSubstr("dance.vmd, frame 30"));
  press(SDLK_SPACE);
  drop({write_other()});
  EXPECT_THAT(viewer->title(), HasSubstr("dance.vmd"));
  EXPECT_TRUE(viewer->playback().playing()) << "a new model keeps the motion";
  EXPECT_NEAR(frame(), 30.0, 1e-6);
}

TEST_F(ViewerMotion, DrawsContinuouslyOnlyDuringPlayback) {
  begin({model_name, motion_name});
  EXPECT_FALSE(viewer->wants_frame());
  press(SDLK_SPACE);
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t drawn = viewer->frames_drawn();
    viewer->run_once();
    EXPECT_GT(viewer->frames_drawn(), drawn);
  }
  pass(10.0);  // past the end
  EXPECT_EQ(frame(), 60.0);
  EXPECT_FALSE(viewer->playback().playing());
  EXPECT_THAT(viewer->title(), HasSubstr("frame 60"));
  const std::uint64_t drawn = viewer->frames_drawn();
  viewer->run_once(0);
  EXPECT_EQ(viewer->frames_drawn(), drawn);
}

/// Buffers of a large picture need much memory.
TEST_F(ViewerMotion, FreesTheBuffersOfASavedPicture) {
  begin({model_name});
  for (int i = 0; i < 4; ++i) pass(30.0);
  const int of_the_window = renderbuffers();
  const auto first = pixels();
  ASSERT_GT(renderbuffers(), of_the_window);
  viewer->perform({ActionId::toggle_edges});
  for (int i = 0; i < 4; ++i) pass(30.0);
  EXPECT_EQ(renderbuffers(), of_the_window);
  viewer->perform({ActionId::toggle_edges});
  EXPECT_EQ(pixels(), first) << "the next one has its own";
}

TEST_F(ViewerMotion, ThePlaybackBoxDoesNotCoverTheModel) {
  Options options;
  options.size = PictureSize{800, 600};
  begin({model_name, motion_name}, options);
  press(SDLK_m);
  const ImGuiWindow* box = ImGui::FindWindowByName("##playback");
  ASSERT_NE(box, nullptr);
  const Room& room = viewer->screen().room();
  EXPECT_LT(box->Pos.x + box->Size.x, room.middle().x - 0.1f * room.width());
}

TEST_F(ViewerMotion, ShowsTheKeyHintForSomeSeconds) {
  begin({model_name});
  EXPECT_TRUE(viewer->panels().key_hint.runs());
  pass(2.0);
  EXPECT_TRUE(viewer->panels().key_hint.runs());
  const std::uint64_t drawn = viewer->frames_drawn();
  pass(20.0);
  EXPECT_FALSE(viewer->panels().key_hint.runs());
  EXPECT_GT(viewer->frames_drawn(), drawn) << "it is gone from the window too";
  drop({model_name});
  EXPECT_FALSE(viewer->panels().key_hint.runs());
  begin({model_name});
  press(SDLK_h);
  EXPECT_FALSE(viewer->panels().key_hint.runs()) << "the keys were seen";
}

TEST_F(ViewerMotion, RedrawsAtFullQualityAtRest) {
  begin({model_name, motion_name});
  EXPECT_EQ(viewer->moving(), draws_on_cpu()) << "a model is seen soon";
  const std::uint64_t coarse = viewer->screen().pictures_drawn();
  pass(1.0);
  EXPECT_FALSE(viewer->moving());
  EXPECT_EQ(viewer->screen().pictures_drawn() > coarse, draws_on_cpu());
  viewer->handle(wheel_event());
  EXPECT_EQ(viewer->moving(), draws_on_cpu());
  settle();
  const std::uint64_t drawn = viewer->frames_drawn();
  pass(1.0);
  EXPECT_FALSE(viewer->moving());
  EXPECT_EQ(viewer->frames_drawn() > drawn, draws_on_cpu());
  press(SDLK_SPACE);
  EXPECT_TRUE(viewer->moving());
  press(SDLK_SPACE);
  EXPECT_FALSE(viewer->moving());
}

TEST_F(ViewerMotion, KeysStepAndGoToTheEnds) {
  begin({model_name, motion_name});
  press(SDLK_PAGEDOWN);
  press(SDLK_PAGEDOWN);
  EXPECT_EQ(frame(), 2.0);
  EXPECT_GT(arm_height(), 0.0f);
  EXPECT_THAT(said(), HasSubstr("Frame 2 of 60"));
  EXPECT_THAT(first_actor().switches.ik_chains, ElementsAre(1));
  press(SDLK_PAGEUP);
  EXPECT_EQ(frame(), 1.0);
  EXPECT_THAT(viewer->title(), HasSubstr("frame 1"));
  press(SDLK_HOME);
  EXPECT_EQ(frame(), 0.0);
  EXPECT_EQ(arm_height(), 0.0f);
  press(SDLK_PAGEUP);
  EXPECT_EQ(frame(), 0.0);
  press(SDLK_l);
  press(SDLK_SPACE);
  press(SDLK_END);
  EXPECT_NEAR(arm_height(), 6.0f, 1e-3f);
  EXPECT_THAT(first_actor().switches.ik_chains, ElementsAre(0)) << "switched by the motion";
  pass(1.0);
  EXPECT_EQ(frame(), 60.0) << "it stays there";
  EXPECT_THAT(said(), HasSubstr("Frame 60 of 60"));
  drop({motion_name});
  EXPECT_TRUE(viewer->playback().repeats()) << "the next motion repeats too";
}

TEST_F(ViewerMotion, StartsAtTheFrameAndViewOfTheOptions) {
  Options options;
  options.frame = 20.5;
  options.camera.view = View::back;
  begin({model_name, motion_name, camera_name}, options);
  EXPECT_EQ(frame(), 20.5);
  EXPECT_NEAR(arm_height(), 2.05f, 1e-3f);
  EXPECT_LT(viewer->scene().camera.eye.z, 0.0f) << "the motion's camera is in front";
  drop({motion_name});
  EXPECT_EQ(frame(), 0.0) << "that was for the start";
}

TEST_F(ViewerMotion, OpeningAPoseRemovesTheMotion) {
  begin({model_name, motion_name});
  press(SDLK_SPACE);
  drop({pose_name});
  EXPECT_THAT(said(), HasSubstr("Motion removed"));
  EXPECT_THAT(viewer->title(), Not(HasSubstr("dance.vmd")));
  EXPECT_FALSE(viewer->playback().playing());
  EXPECT_TRUE(first_actor().switches.ik_chains.empty());
  press(SDLK_SPACE);
  EXPECT_THAT(said(), HasSubstr("No motion"));
}

TEST_F(ViewerMotion, FollowsTheMotionsCameraUntilItIsMoved) {
  begin({model_name, motion_name, camera_name});
  EXPECT_NEAR(viewer->scene().camera.target.y, 8.0f, 1e-3f);
  press(SDLK_SPACE);
  pass(1.0);
  EXPECT_NEAR(viewer->scene().camera.target.y, 11.0f, 1e-2f);
  press(SDLK_k);
  const Camera free = viewer->scene().camera;
  pass(0.5);
  EXPECT_EQ(viewer->scene().camera.target, free.target);
  press(SDLK_k);
  EXPECT_NEAR(viewer->scene().camera.target.y, 12.5f, 1e-2f);
  viewer->handle(wheel_event());
  const vec3 eye = viewer->scene().camera.eye;
  pass(0.5);
  EXPECT_EQ(viewer->scene().camera.eye, eye);
  press(SDLK_r);
  EXPECT_NEAR(viewer->scene().camera.target.y, 14.0f, 1e-2f);
}

TEST_F(ViewerMotion, ACameraMotionIsAddedToTheMotion) {
  begin({model_name, motion_name});
  press(SDLK_SPACE);
  pass(1.0);
  drop({camera_name});
  EXPECT_NEAR(frame(), 30.0, 1e-6);
  EXPECT_TRUE(viewer->playback().playing());
  EXPECT_NEAR(viewer->scene().camera.target.y, 11.0f, 1e-2f);
  EXPECT_EQ(viewer->scene().light.colour, vec3(1.0f, 0.0f, 0.0f));
  EXPECT_EQ(viewer->playback().last_frame(), 90u);
  pass(0.5);
  EXPECT_NEAR(arm_height(), 4.5f, 1e-3f);
  drop({pose_name});
  EXPECT_EQ(viewer->scene().light.colour, Light().colour);
}

TEST_F(ViewerMotion, GoingToAFrameEndsTheRestPose) {
  begin({model_name, motion_name});
  for (int i = 0; i < 4; ++i) press(SDLK_PAGEDOWN);
  press(SDLK_p);
  EXPECT_EQ(arm_height(), 0.0f);
  press(SDLK_PAGEDOWN);
  EXPECT_EQ(frame(), 5.0);
  EXPECT_NEAR(arm_height(), 0.5f, 1e-3f);
  press(SDLK_p);
  viewer->perform({ActionId::go_to_frame, 30.0});
  EXPECT_NEAR(arm_height(), 3.0f, 1e-3f);
  EXPECT_THAT(said(), HasSubstr("Frame 30 of 60"));
}

TEST_F(ViewerMotion, AnAttachedModelFollowsItsBone) {
  Options options;
  options.attachments = {{model_name + "@腕", vec3(0.0f), vec3(0.0f), 0.25f}};
  begin({model_name, motion_name}, options);
  const auto prop = [&]() -> const Actor& { return *viewer->scene().actors.at(1); };
  const auto follows = [&] {
    return glm::distance(prop().placement().translation, first_actor().bones().position(0)) < 1e-4f;
  };
  const float start_height = prop().placement().translation.y;
  EXPECT_TRUE(follows());
  press(SDLK_SPACE);
  pass(1.0);
  EXPECT_NEAR(prop().placement().translation.y, start_height + 3.0f, 1e-3f);
  EXPECT_TRUE(follows());
  drop({pose_name});
  EXPECT_TRUE(follows());
  EXPECT_NE(prop().placement().rotation, identity_rotation()) << "the pose turns the bone";
  press(SDLK_p);  // the rest pose
  EXPECT_TRUE(follows());
  EXPECT_EQ(prop().placement().rotation, identity_rotation());
}

TEST_F(ViewerMotion, AComparisonPlaysInBothStates) {
  begin({model_name, motion_name});
  while (viewer->compare_panes().mode() != CompareMode::heat) press(SDLK_c);
  ask({ActionId::set_compared, std::string("ik")});
  const SceneDifference& comparison = viewer->compare_panes().difference();
  const float at_start = comparison.largest;
  EXPECT_GT(at_start, 0.1f);
  press(SDLK_SPACE);
  pass(0.5);
  const Actor& first = first_actor();
  EXPECT_GT(first.pose.translation[0].y, 1.0f);
  EXPECT_EQ(viewer->compare_panes().other()->scene().actors[0]->pose.translation[0],
            first.pose.translation[0]);
  EXPECT_EQ(comparison.heat.actors[0]->pose.translation[0], first.pose.translation[0]);
  pass(0.6);  // from here on the motion switches the chain off, so that IK changes nothing
  EXPECT_LT(comparison.largest, 0.01f);
}

}  // namespace
}  // namespace mmd::test
