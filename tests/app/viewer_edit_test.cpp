// Editing a pose in a real window.
#include <cstdlib>

#include "app/stage/pose_file.h"
#include "edit/edit_state.h"
#include "tests/app/viewer_edit_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

TEST_F(ViewerEdit, BlendsAndTakesPartsOfAnotherPose) {
  constexpr std::size_t goal = 5;
  pmx::File named = figure();
  named.bones[0].name = pmx::from_utf8("上半身", named.header.encoding);
  write_model(model, named);
  vpd::File other = figure_pose(0.8f);
  other.bones[0].name = "上半身";
  write_pose(pose2, other);
  begin({model_name});
  const auto blend = [&](const std::string& file, float weight) {
    ask({ActionId::blend_with, BlendWith{file, weight}});
  };
  ask({ActionId::take_part, PartOfPose{pose_name, edit::BodyPart::upper_body}});
  EXPECT_NEAR(shown().rotation[0].w, std::cos(0.4f), 1e-6f);
  EXPECT_EQ(shown().translation[goal], vec3(0.0f)) << "is no part of the upper body";
  blend(pose_name, 0.5f);
  EXPECT_NEAR(shown().translation[goal].x, 0.75f, 1e-6f) << "half of the file's";
  EXPECT_NEAR(shown().rotation[0].w, std::cos(0.4f), 1e-6f);
  const std::size_t steps = history().size();
  ask({ActionId::take_part, PartOfPose{pose_name, edit::BodyPart::face}});
  EXPECT_THAT(said(), HasSubstr("lacks the standard bones of that part"));
  blend(to_utf8(folder.path() / "nowhere.vpd"), 1.0f);
  EXPECT_THAT(said(), HasSubstr("nowhere.vpd"));
  EXPECT_EQ(history().size(), steps);
  press(SDLK_z, Held::control);
  EXPECT_EQ(shown().translation[goal], vec3(0.0f));
}

TEST_F(ViewerEdit, KeepsAnEditedPoseExactlyThroughUndoAndSaving) {
  begin({model_name, pose_name});
  std::filesystem::current_path(folder.path());
  press(SDLK_b);
  click(place(0));
  ASSERT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0));
  const auto before = pixels();
  const Pose opened = shown();
  press(SDLK_w);  // the parent's axes,
  press(SDLK_w);  // the world's: a ring that faces the camera
  drag(on_ring(0, 40.0f), on_ring(0, 75.0f));
  EXPECT_EQ(history().size(), 1u) << "the drag; showing bones is no step";
  EXPECT_NE(shown().rotation[0], opened.rotation[0]);
  const Pose turned = shown();
  const auto after = pixels();
  EXPECT_NE(after, before);
  EXPECT_THAT(viewer->title(), HasSubstr("*"));
  press(SDLK_z, Held::control);
  EXPECT_EQ(shown().rotation, opened.rotation);
  EXPECT_EQ(pixels(), before);
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
  press(SDLK_y, Held::control);
  EXPECT_EQ(shown().rotation, turned.rotation);
  EXPECT_EQ(pixels(), after);
  ask({ActionId::save_pose_as, std::string("mine")});
  EXPECT_THAT(said(), HasSubstr("mine.vpd"));
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
  const auto saved = to_utf8(folder.path() / "poses" / "mine.vpd");
  begin({model_name, saved});
  EXPECT_EQ(shown().rotation, turned.rotation);
  EXPECT_EQ(shown().translation, turned.translation);
  EXPECT_EQ(shown().morph_weights, turned.morph_weights);
}

TEST_F(ViewerEdit, ADragSnapsTakesNumbersAndIsCancelled) {
  begin({model_name});
  show_rings();
  const auto angle = [&] { return 2.0f * std::atan2(shown().rotation[0].z, shown().rotation[0].w); };
  mouse(SDL_MOUSEMOTION, on_ring(0, 30.0f));
  mouse(SDL_MOUSEBUTTONDOWN, on_ring(0, 30.0f));
  SDL_SetModState(KMOD_LCTRL);
  mouse(SDL_MOUSEMOTION, on_ring(0, 50.0f));
  EXPECT_NEAR(angle(), 15.0f * pi / 180.0f, 1e-5f);
  SDL_SetModState(KMOD_LSHIFT);
  mouse(SDL_MOUSEMOTION, on_ring(0, 51.0f));
  EXPECT_NEAR(angle(), 20.0f * pi / 180.0f, 1e-5f) << "Shift: steps of 5 degrees";
  SDL_SetModState(KMOD_NONE);
  press(SDLK_4);
  press(SDLK_2);
  EXPECT_NEAR(angle(), 42.0f * pi / 180.0f, 1e-5f);
  press(SDLK_ESCAPE);
  EXPECT_EQ(angle(), 0.0f);
  mouse(SDL_MOUSEBUTTONUP, on_ring(0, 50.0f));
  EXPECT_EQ(history().size(), 0u);
  EXPECT_TRUE(viewer->running());
}

TEST_F(ViewerEdit, ADragEvaluatesOnlyDependentBones) {
  begin({model_name});
  const std::size_t all = viewer->stage().bones_placed();
  ask({ActionId::begin_gesture});
  rotate(1, 0.3f);
  EXPECT_GT(viewer->stage().bones_placed(), 0u);
  EXPECT_LT(viewer->stage().bones_placed(), all);
  const auto there = pixels();
  ask({ActionId::end_gesture});
  ask({ActionId::toggle_rest_pose});  // evaluates everything
  ask({ActionId::toggle_rest_pose});
  EXPECT_EQ(pixels(), there) << "the picture of a partial evaluation is that of a whole one";
}

TEST_F(ViewerEdit, UndoLeavesSwitchesAndCameraAsTheyAre) {
  begin({model_name, pose_name});
  const vec3 colour = viewer->scene().light.colour;
  LightChoice red;
  red.colour = vec3(1.0f, 0.0f, 0.0f);
  ask({ActionId::set_light, red});
  rotate(1, 0.5f);
  const Pose turned = shown();
  for (const SDL_Keycode key : {SDLK_e, SDLK_a, SDLK_i, SDLK_4}) press(key);
  EXPECT_EQ(history().size(), 2u) << "the light and the bone";
  const auto switches_are_off = [&] {
    const Arrangement& now = viewer->stage().arrangement();
    return !now.look.edge && !now.evaluation.append && !now.evaluation.ik;
  };
  press(SDLK_z, Held::control);
  EXPECT_NE(shown().rotation, turned.rotation);
  EXPECT_TRUE(switches_are_off());
  EXPECT_EQ(viewer->scene().light.colour, *red.colour);
  press(SDLK_z, Held::control);
  EXPECT_EQ(viewer->scene().light.colour, colour);
  EXPECT_TRUE(switches_are_off()) << "also where the step holds the settings of before";
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
  for (const SDL_Keycode key : {SDLK_e, SDLK_a, SDLK_i}) press(key);
  for (int i = 0; i < 2; ++i) press(SDLK_y, Held::control);
  EXPECT_EQ(shown().rotation, turned.rotation);
  EXPECT_TRUE(viewer->stage().arrangement().look.edge);
  EXPECT_TRUE(viewer->stage().arrangement().evaluation.ik);
}

TEST_F(ViewerEdit, ASwitchDuringADragStays) {
  begin({model_name, pose_name});
  ask({ActionId::begin_gesture});
  rotate(1, 0.3f);
  press(SDLK_e);
  rotate(1, 0.6f);
  EXPECT_FALSE(viewer->scene().settings.edge);
  ask({ActionId::end_gesture});
  EXPECT_FALSE(viewer->scene().settings.edge);
  EXPECT_EQ(history().size(), 1u);
  press(SDLK_z, Held::control);
  EXPECT_FALSE(viewer->scene().settings.edge);
}

TEST_F(ViewerEdit, CopyAndPasteGoThroughTheClipboard) {
  begin({model_name, pose_name});
  rotate(1, 0.7f);
  const Pose mine = shown();
  press(SDLK_c, Held::control);
  ask({ActionId::reset_pose});
  EXPECT_EQ(shown().rotation[1], identity_rotation());
  press(SDLK_v, Held::control);
  EXPECT_EQ(shown().rotation, mine.rotation);
  SDL_SetClipboardText("no pose at all");
  press(SDLK_v, Held::control);
  EXPECT_THAT(said(), HasSubstr("not a pose"));
  EXPECT_EQ(shown().rotation, mine.rotation);
}

/// The figure with an arm of each side: bones 0 右腕 and 1 左腕.
pmx::File two_armed_figure() {
  pmx::File out = figure();
  out.bones[0].name = pmx::from_utf8("右腕", out.header.encoding);
  out.bones[1].name = pmx::from_utf8("左腕", out.header.encoding);
  return out;
}

TEST_F(ViewerEdit, PasteMirroredPutsAnArmOnTheOtherSide) {
  write_model(model, two_armed_figure());
  begin({model_name});
  rotate(0, 0.7f);
  ask({ActionId::select_bone, std::int32_t{0}});
  press(SDLK_c, Held::control);
  press(SDLK_v, Held::control_shift);
  EXPECT_THAT(said(), HasSubstr("Pasted mirrored"));
  EXPECT_NEAR(shown().rotation[1].z, -shown().rotation[0].z, 1e-6f);
  EXPECT_NEAR(shown().rotation[0].w, std::cos(0.35f), 1e-6f) << "the copied side stays";
  press(SDLK_z, Held::control);
  EXPECT_EQ(shown().rotation[1], identity_rotation());
}

TEST_F(ViewerEdit, SelectsTheOtherSideAndTheDisplayFrame) {
  pmx::File file = two_armed_figure();
  pmx::DisplayFrame frame;
  frame.name = pmx::from_utf8("腕", file.header.encoding);
  for (const std::int32_t bone : {1, 0, 2}) frame.items.push_back({0, bone});
  file.display_frames.push_back(frame);
  write_model(model, file);
  begin({model_name});
  press(SDLK_d);
  EXPECT_THAT(said(), HasSubstr("No bone selected"));
  ask({ActionId::select_bone, std::int32_t{0}});
  press(SDLK_d);
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(1));
  press(SDLK_a, Held::control_shift);
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0, 2, 1)) << "the active bone stays";
  ask({ActionId::select_bone, std::int32_t{3}});
  press(SDLK_d);
  EXPECT_THAT(said(), HasSubstr("other side"));
}

TEST_F(ViewerEdit, SelectsBonesByBoxCtrlNameAndAll) {
  begin({model_name});
  press(SDLK_b);
  SDL_SetModState(KMOD_LSHIFT);
  drag(vec2(2.0f, 40.0f), vec2(637.0f, 477.0f));
  SDL_SetModState(KMOD_NONE);
  const std::size_t boxed = viewer->bone_picker().selection().bones().size();
  EXPECT_GT(boxed, 2u);
  click(place(0));
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0));
  SDL_SetModState(KMOD_LCTRL);
  click(place(2));
  SDL_SetModState(KMOD_NONE);
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0, 2));
  EXPECT_EQ(viewer->scene().settings.highlight, 2);
  ask({ActionId::select_matching, std::string("腕*")});
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0));
  ask({ActionId::select_matching, std::string("nobody")});
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0)) << "nothing is lost";
  press(SDLK_a, Held::control);
  EXPECT_GE(viewer->bone_picker().selection().bones().size(), boxed);
  ask({ActionId::select_bones, std::vector<std::int32_t>{0, 99, -1}});
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0)) << "a list for another model";
}

TEST_F(ViewerEdit, ResetsSelectedBonesAndGoesToSteps) {
  begin({model_name});
  rotate(0, 0.5f);
  rotate(1, 0.5f);
  press(SDLK_DELETE);
  EXPECT_THAT(said(), HasSubstr("No bone selected"));
  ask({ActionId::select_bone, std::int32_t{0}});
  press(SDLK_DELETE);
  EXPECT_EQ(shown().rotation[0], identity_rotation());
  EXPECT_NE(shown().rotation[1], identity_rotation());
  ask({ActionId::go_to_step, std::int32_t{0}});
  EXPECT_EQ(shown().rotation[1], identity_rotation());
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
  ask({ActionId::go_to_step, std::int32_t{7}});
  EXPECT_THAT(said(), HasSubstr("no step 7"));
}

TEST_F(ViewerEdit, OverwritesAnotherFileOnlyIfAskedTwice) {
  begin({model_name, pose_name});
  const auto other = folder.put("poses/other.vpd", "mine");
  rotate(0, 0.5f);
  ask({ActionId::save_pose_as, std::string("other")});
  EXPECT_THAT(said(), HasSubstr("other.vpd already exists"));
  EXPECT_EQ(as_text(*read_file(other)), "mine");
  ask({ActionId::save_pose_as, std::string("other")});
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
  EXPECT_NE(as_text(*read_file(other)), "mine");
  rotate(0, 0.6f);
  ask({ActionId::save_pose_as, std::string("other")});
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*"))) << "it is the pose's own by now";
}

TEST_F(ViewerEdit, APoseWithBonesThatTheModelLacksIsNotOverwritten) {
  const std::string text = "Vocaloid Pose Data file\n\nx.osm;\n1;\n\nBone0{tail\n  0,1,0;\n  0,0,0,1;\n}\n";
  const auto longer = folder.put("poses/longer.vpd", text);
  begin({model_name, to_utf8(longer)});
  rotate(0, 0.5f);
  ask({ActionId::save_pose});
  ask({ActionId::save_pose});
  EXPECT_EQ(as_text(*read_file(longer)), text);
  EXPECT_EQ(viewer->panels().tools.save_name, "longer 2.vpd") << "another name is asked for";
  for (int time = 0; time < 2; ++time) ask({ActionId::save_pose_as, std::string("longer")});
  EXPECT_EQ(as_text(*read_file(longer)), text);
  EXPECT_THAT(said(), HasSubstr("longer.vpd has bones or morphs that the model lacks"));
}

TEST_F(ViewerEdit, BonesThatOnlyAMotionNamesKeepNoPoseFromItsFile) {
  vmd::File motion = rising_arm();
  motion.bones.push_back(bone_key("tail", 0));
  begin({model_name, pose_name, write_motion("dance.vmd", motion)});
  ask({ActionId::toggle_motion});
  rotate(0, 0.5f);
  ask({ActionId::save_pose});
  ask({ActionId::save_pose});
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
  EXPECT_THAT(said(), HasSubstr("pose2.vpd"));
}

TEST_F(ViewerEdit, SavesNextToThePoseAndNeverOverTheModel) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  std::filesystem::current_path(folder.path());
  ask({ActionId::save_pose_as, model_name});
  EXPECT_TRUE(read_file(folder.path() / path_from_utf8("積み木.pmx.vpd"))) << "a pose has its own extension";
  rotate(0, 0.6f);
  ask({ActionId::save_pose_as, to_utf8(folder.path() / "poses" / "none" / "x.vpd")});
  EXPECT_THAT(viewer->title(), HasSubstr("*")) << "it could not be written";
  press(SDLK_s, Held::control_shift);
  EXPECT_FALSE(viewer->panels().tools.save_name.empty()) << "another name is asked for";
  ask({ActionId::save_pose});
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
}

TEST_F(ViewerEdit, EditingWhileAMotionPlaysEditsItsPose) {
  begin({model_name, write_motion("dance.vmd", rising_arm())});
  press(SDLK_SPACE);
  clock += 1.0;
  viewer->run_once(0);
  rotate(1, 0.5f);
  EXPECT_FALSE(viewer->playback().playing());
  EXPECT_NEAR(shown().translation[0].y, 3.0f, 1e-4f);
  EXPECT_EQ(viewer->stage().shows(), Shows::pose);
  press(SDLK_SPACE);
  EXPECT_EQ(viewer->stage().shows(), Shows::motion);
}

TEST_F(ViewerEdit, ReplayedActionsGiveTheSamePicture) {
  begin({model_name, pose_name});
  show_rings();
  drag(on_ring(0, 40.0f), on_ring(0, 75.0f));
  press(SDLK_m, Held::control);
  press(SDLK_e);
  press(SDLK_z, Held::control);
  const auto there = pixels();
  EXPECT_EQ(replayed({model_name, pose_name}), there);
}

TEST_F(ViewerEdit, ABrokenFileChangesNothing) {
  begin({model_name, pose_name});
  rotate(2, 0.5f);
  const auto picture = pixels();
  const std::string title = viewer->title();
  const auto before = viewer->stage().figure()->edited;
  const Bytes whole = pmx::write(figure()).value();
  const std::pair<const char*, std::string> broken[] = {
      {"a.pmx", "PMX garbage"},
      {"half.pmx", std::string(as_text(whole).substr(0, whole.size() / 2))},
      {"a.vpd", "Vocaloid Pose Data file\n\nm.osm;\n1;\n\nBone0{x\n0,y,0;\n"},
      {"a.vmd", "Vocaloid Motion Data 0002"},
      {"a.zip", "PK\x03\x04"},
      {"a.png", "\x89PNG\r\n\x1a\n"},
      {"a.txt", "hello"},
      {"empty.pmx", ""}};
  for (const auto& [name, bytes] : broken) {
    SCOPED_TRACE(name);
    reported.clear();
    drop({to_utf8(folder.put(name, bytes))});
    ASSERT_FALSE(viewer->messages().empty());
    EXPECT_THAT(reported, Contains(Field(&Diagnostic::severity, Severity::error)));
    EXPECT_EQ(viewer->messages().front().severity, Severity::error);
    EXPECT_THAT(said(), HasSubstr(name));
    EXPECT_TRUE(viewer->running());
    EXPECT_EQ(viewer->title(), title);
    EXPECT_EQ(viewer->stage().figure()->edited, before);
    EXPECT_TRUE(history().can_undo());
    EXPECT_EQ(pixels(), picture);
  }
}

}  // namespace
}  // namespace mmd::test
