// Several models in a real window.
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerFigures : public ViewerFixture {
 protected:
  ViewerFigures() : ViewerFixture(PictureSize{640, 480}, true) {}
  const Actor& actor(std::size_t index) const {
    return *viewer->scene().actors[viewer->stage().actor_of(*figures()[index])];
  }
  std::size_t active() const {
    for (std::size_t i = 0; i < figures().size(); ++i)
      if (figures()[i] == viewer->stage().figure()) return i;
    return figures().size();
  }
  /// Position of a figure's bone in the window.
  vec2 joint(std::size_t index, std::int32_t bone) {
    const Room& room = viewer->screen().room();
    for (const BonePlace& p : bone_places(actor(index), viewer->scene(), viewer->screen().panes()[0],
                                          viewer->screen().pixels_per_point()))
      if (p.bone == bone) return p.at + vec2(room.left, room.top);
    ADD_FAILURE() << bone << " is not seen";
    return {};
  }

  /// Position of the handle at a figure's feet in the window.
  vec2 disc(std::size_t index) { return place(position_of(*figures()[index]), actor(index)); }
  /// Presses the button at `at` and moves the pointer by these distances.
  void drag_from(const vec2& at, std::initializer_list<vec2> moves) {
    mouse(SDL_MOUSEMOTION, at);
    mouse(SDL_MOUSEBUTTONDOWN, at);
    for (const vec2& by : moves) mouse(SDL_MOUSEMOTION, at + by);
  }
  /// Two figures; the second is active, and its disc can be dragged.
  void begin_two() {
    begin({model_name, model_name});
    ask({ActionId::toggle_figures_panel});
    activate(1);
    ask({ActionId::set_view, View::three_quarter});
  }
};

TEST_F(ViewerFigures, TwoModelsOfTheCommandLineStandSideBySideInTheirPoses) {
  begin({model_name, pose_name, model_name});
  EXPECT_THAT(said(), HasSubstr("pose2.vpd on 積み木.pmx, 積み木.pmx"));
  ASSERT_THAT(figures(), SizeIs(2));
  EXPECT_EQ(active(), 0u);
  EXPECT_FALSE(history().can_undo()) << "nothing was done yet";
  EXPECT_NE(actor(0).pose.rotation, actor(1).pose.rotation);
  EXPECT_LT(actor(0).placement().translation.x, actor(1).placement().translation.x);
  const auto before = pixels();
  activate(1);
  EXPECT_EQ(active(), 1u);
  rotate(0, 0.7f);
  EXPECT_NE(pixels(), before);
  EXPECT_THAT(viewer->title(), HasSubstr("*"));
  drop({pose_name});
  EXPECT_THAT(said(), HasSubstr("pose2.vpd on 積み木.pmx"));
  begin({model_name});
  drop({pose_name});
  EXPECT_THAT(said(), Not(HasSubstr("積み木"))) << "the only model is not named";
}

TEST_F(ViewerFigures, AddingIsUndoneAndTheLastModelCannotBeRemoved) {
  begin({model_name});
  open(model_name);
  EXPECT_THAT(figures(), SizeIs(1)) << "an opened model replaces the active one";
  ask({ActionId::toggle_beside});
  open(model_name);
  ASSERT_THAT(figures(), SizeIs(2));
  EXPECT_EQ(active(), 1u);
  open(pose_name);
  EXPECT_NE(actor(1).pose.rotation, actor(0).pose.rotation) << "a pose is for the active model";
  ask({ActionId::undo});
  press(SDLK_F8);
  EXPECT_EQ(active(), 0u);
  ask({ActionId::undo});
  EXPECT_THAT(figures(), SizeIs(1));
  ask({ActionId::remove_figure});
  EXPECT_THAT(said(), HasSubstr("only model cannot be removed"));
}

TEST_F(ViewerFigures, ClickingALockedModelDoesNothing) {
  begin({model_name, model_name});
  ask({ActionId::next_bones});
  ScenePlace place = figures()[1]->place;
  place.locked = true;
  ask({ActionId::put_figure, FigurePut{1, place}});
  click(joint(1, 0));
  EXPECT_EQ(active(), 0u);
  place.locked = false;
  ask({ActionId::put_figure, FigurePut{1, place}});
  click(joint(1, 0));
  EXPECT_EQ(active(), 1u);
}

TEST_F(ViewerFigures, ClickingAnotherModelMakesItActive) {
  begin({model_name, model_name});
  press(SDLK_b);
  click(joint(1, 0));
  EXPECT_EQ(active(), 1u);
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0));
  click(joint(0, 0));
  EXPECT_EQ(active(), 0u);
  ask({ActionId::select_bone, none});
  auto look = viewer->stage().arrangement().look;
  look.skeleton = false;
  ask({ActionId::set_look, look});
  const Bounds box = actor(1).posed_bounds();
  const Room& room = viewer->screen().room();
  bool hit = false;
  for (int i = 1; i < 10 && !hit; ++i) {  // some of it is empty
    const vec3 at = glm::mix(box.min, box.max, vec3(0.5f, static_cast<float>(i) / 10.0f, 0.5f));
    click(place(at, actor(1)));
    hit = active() == 1;
  }
  EXPECT_TRUE(hit);
  click(vec2(room.left + 3.0f, room.top + 3.0f));
  EXPECT_EQ(active(), 1u) << "nobody is there";
}

TEST_F(ViewerFigures, MovingUsesMikuMikuDanceSpaceAndHidingIsSeen) {
  begin({model_name, model_name});
  const auto before = pixels();
  ask({ActionId::place_figure, FigurePlace{1, vec3(20.0f, 0.0f, 3.0f)}});
  EXPECT_EQ(actor(1).placement().translation, vec3(20.0f, 0.0f, -3.0f));
  const auto moved = pixels();
  EXPECT_NE(moved, before);
  ask({ActionId::toggle_figure, std::int32_t{0}});
  EXPECT_NE(pixels(), moved);
}

TEST_F(ViewerFigures, DraggingTheDiscMovesTheModelOnTheGroundInOneStep) {
  begin_two();
  const std::size_t steps = history().size();
  const vec3 before = position_of(*figures()[1]);
  const vec2 at = disc(1);
  drag_from(at, {vec2(10.0f, 6.0f), vec2(20.0f, 12.0f)});
  mouse(SDL_MOUSEBUTTONUP, at + vec2(20.0f, 12.0f));
  const vec3 after = position_of(*figures()[1]);
  EXPECT_NE(after, before);
  EXPECT_EQ(after.y, before.y);
  EXPECT_EQ(history().size(), steps + 1);
}

TEST_F(ViewerFigures, EscapeCancelsADragOfTheDiscAndOtherKeysDoNothing) {
  begin_two();
  rotate(0, 0.4f);
  ask({ActionId::undo});
  const std::size_t steps = history().size();
  const vec3 before = position_of(*figures()[1]), other = position_of(*figures()[0]);
  const vec2 at = disc(1);
  drag_from(at, {vec2(20.0f, 12.0f)});
  press(SDLK_F8);
  EXPECT_EQ(active(), 1u);
  mouse(SDL_MOUSEMOTION, at + vec2(30.0f, 12.0f));
  EXPECT_NE(position_of(*figures()[1]), before);
  EXPECT_EQ(position_of(*figures()[0]), other);
  press(SDLK_ESCAPE);
  for (const float x : {40.0f, 50.0f}) mouse(SDL_MOUSEMOTION, at + vec2(x, 12.0f));
  mouse(SDL_MOUSEBUTTONUP, at + vec2(50.0f, 12.0f));
  EXPECT_EQ(position_of(*figures()[1]), before);
  EXPECT_EQ(history().size(), steps);
  EXPECT_TRUE(history().can_redo());
  EXPECT_TRUE(viewer->panels().shown(Panel::figures));
}

TEST_F(ViewerFigures, OnlyAModelWithAMotionHasAFrameToCopy) {
  begin({model_name, write_motion("dance.vmd", rising_arm()), model_name});
  ASSERT_THAT(figures(), SizeIs(2));
  activate(1);
  ASSERT_FALSE(viewer->stage().figure()->moves());
  ASSERT_TRUE(viewer->stage().has_motion()) << "the other one's";
  ask({ActionId::take_frame});
  EXPECT_THAT(said(), HasSubstr("No motion loaded for this model"));
  EXPECT_FALSE(history().can_undo());
  open(pose_name);
  EXPECT_THAT(said(), Not(HasSubstr("motion"))) << "the other one's goes on";
  ask({ActionId::undo});
  activate(0);
  ask({ActionId::take_frame});
  EXPECT_THAT(said(), HasSubstr("dance.vmd 0"));
  EXPECT_TRUE(history().can_undo());
}

TEST_F(ViewerFigures, ReloadingAnotherModelKeepsTheSelection) {
  begin({model_name, write_other()});
  ask({ActionId::select_bone, std::int32_t{1}});
  pmx::File file = figure();
  file.bones[0].name = pmx::from_utf8("別", file.header.encoding);
  write_other(file);
  run_until([&] { return figures()[1]->model().skeleton.bones[0].name == "別"; });
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(1));
}

TEST_F(ViewerFigures, NeverOverwritesAFileOfAnotherModel) {
  const std::filesystem::path mine = folder.path() / "poses" / "mine.vpd";
  begin({model_name, pose_name, write_other()});
  rotate(0, 0.4f);
  ask({ActionId::save_pose_as, std::string("mine")});
  ASSERT_TRUE(std::filesystem::exists(mine));
  const auto saved = read_file(mine);
  ASSERT_TRUE(saved);
  activate(1);
  rotate(0, 0.9f);
  for (const std::string& name : {to_utf8(mine), pose_name}) {
    ask({ActionId::save_pose_as, name});
    EXPECT_THAT(said(), HasSubstr("of another")) << name;
  }
  EXPECT_EQ(read_file(mine).value(), *saved);
  EXPECT_THAT(viewer->title(), HasSubstr("*"));
}

}  // namespace
}  // namespace mmd::test
