// Several figures on the stage, without a window.
#include <gmock/gmock.h>

#include "app/stage/stage.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;

/// A document with a bone that can rotate and move.
LoadedFigure document(const std::string& name, float width = 1.0f) {
  test::FileBuilder b;
  b.bone("腕");
  b.bone("袖", 0);
  b.square({0, 10, 0}, width, 0);
  b.material();
  b.material();
  b.file.bones[0].flags |= pmx::bone_movable;
  LoadedFigure out;
  out.model_file = name + ".pmx";
  out.loaded.model = b.model();
  out.loaded.textures = std::make_shared<const TextureSet>();
  out.pose = Pose(*out.loaded.model);
  return out;
}

edit::Command lift(float by) {
  return edit::MoveBone{0, {0.0f, by, 0.0f}};
}

class TwoFigures : public testing::Test {
 protected:
  TwoFigures() {
    Loaded first;
    first.new_model = true;
    first.document = document("first");
    EXPECT_TRUE(stage.show(std::move(first)));
    EXPECT_TRUE(stage.find_named());
    stage.refresh();
    one = stage.figure()->number;
    stage.add(document("second"), true);
    stage.refresh();
    two = stage.figure()->number;
  }
  const Figure& figure(std::uint64_t number) const { return *stage.numbered(number); }
  const Actor& actor(std::uint64_t number) const {
    return *stage.scene().actors[stage.actor_of(figure(number))];
  }
  float height(std::uint64_t number) const { return actor(number).pose.translation[0].y; }
  void act_on(std::uint64_t number, float by) {
    stage.activate(number);
    ASSERT_TRUE(stage.edit(lift(by)));
    stage.refresh();
  }
  void undo(int steps = 1) {
    for (; steps > 0; --steps) stage.undo();
    stage.refresh();
  }
  void redo(int steps = 1) {
    for (; steps > 0; --steps) stage.redo();
    stage.refresh();
  }
  /// Drags a figure along X over these positions, at Z = 2.
  void drag(std::uint64_t number, std::initializer_list<float> places) {
    stage.begin_gesture();
    for (const float x : places) stage.place(number, {x, 0.0f, 2.0f});
  }
  std::vector<std::uint64_t> numbers() const {
    std::vector<std::uint64_t> out;
    for (const Figure* f : stage.figures()) out.push_back(f->number);
    return out;
  }

  Stage stage{Options()};
  std::uint64_t one = 0, two = 0;
};

TEST_F(TwoFigures, AnAddedFigureIsActiveAndStandsFree) {
  ASSERT_THAT(numbers(), ElementsAre(one, two));
  EXPECT_EQ(stage.figure()->number, two);
  EXPECT_EQ(stage.scene().actors.size(), 2u);
  EXPECT_EQ(stage.scene().subject, 1u);
  EXPECT_LT(actor(one).posed_bounds().max.x, actor(two).posed_bounds().min.x);
}

TEST_F(TwoFigures, UndoGoesThroughTheStepsOfAllFigures) {
  act_on(one, 3.0f);
  act_on(two, 5.0f);
  stage.note_saved("two.vpd");
  EXPECT_TRUE(is_saved(figure(two)) && !is_saved(figure(one)));
  act_on(one, 4.0f);
  undo();
  EXPECT_EQ(height(one), 3.0f);
  undo();
  EXPECT_EQ(height(two), 0.0f);
  EXPECT_EQ(stage.figure()->number, two) << "whose step it was";
  undo();
  EXPECT_EQ(height(one), 0.0f);
  undo();
  EXPECT_THAT(numbers(), ElementsAre(one)) << "adding is a step too";
  EXPECT_EQ(stage.scene().actors.size(), 1u);
  redo(4);
  EXPECT_THAT(numbers(), ElementsAre(one, two));
  EXPECT_EQ(height(one), 4.0f);
  EXPECT_EQ(height(two), 5.0f);
  EXPECT_FALSE(stage.history().can_redo());
}

TEST_F(TwoFigures, EditingAnotherFigureClearsRedo) {
  act_on(one, 3.0f);
  undo();
  act_on(two, 5.0f);
  EXPECT_FALSE(stage.history().can_redo());
  redo();
  EXPECT_EQ(height(one), 0.0f);
  act_on(one, 7.0f);
  undo(2);
  EXPECT_EQ(height(one), 0.0f);
  EXPECT_EQ(height(two), 0.0f);
}

TEST_F(TwoFigures, ARemovedFigureComesBackWithItsSteps) {
  act_on(one, 3.0f);
  stage.remove(one);
  stage.refresh();
  EXPECT_THAT(numbers(), ElementsAre(two));
  EXPECT_EQ(stage.figure()->number, two);
  stage.remove(two);
  EXPECT_THAT(numbers(), ElementsAre(two)) << "the only one stays";
  undo();
  EXPECT_THAT(numbers(), ElementsAre(one, two)) << "in its place";
  EXPECT_EQ(height(one), 3.0f);
  undo();
  EXPECT_EQ(height(one), 0.0f);
}

TEST_F(TwoFigures, MovingAndHidingAreSteps) {
  const std::size_t before = stage.history().size();
  stage.place(one, {1.0f, 0.0f, 2.0f});
  stage.refresh();
  EXPECT_EQ(actor(one).placement().translation, vec3(1.0f, 0.0f, 2.0f));
  drag(one, {2.0f, 3.0f});
  stage.end_gesture();
  EXPECT_EQ(stage.history().size(), before + 2);
  undo();
  EXPECT_EQ(position_of(figure(one)), vec3(1.0f, 0.0f, 2.0f));
  undo();
  EXPECT_EQ(position_of(figure(one)), vec3(0.0f));
  redo();
  EXPECT_EQ(actor(one).placement().translation, vec3(1.0f, 0.0f, 2.0f));
  const std::size_t size = stage.history().size();
  drag(one, {30.0f, 1.0f});
  stage.end_gesture();
  EXPECT_EQ(stage.history().size(), size) << "back where the drag began";
  stage.set_shown(one, false);
  stage.refresh();
  EXPECT_FALSE(actor(one).visible);
  EXPECT_TRUE(actor(two).visible);
  undo();
  EXPECT_TRUE(actor(one).visible);
}

TEST_F(TwoFigures, ADragIsOneStepOrNoneIfCancelled) {
  const auto expect_one = [&](float at) {
    drag(one, {at, at + 1.0f});
    stage.end_gesture();
    undo();
    EXPECT_EQ(position_of(figure(one)), vec3(1.0f, 0.0f, 2.0f)) << at;
  };
  stage.place(one, {1.0f, 0.0f, 2.0f});
  stage.place(one, {9.0f, 0.0f, 2.0f});
  undo();
  expect_one(2.0f);
  const std::size_t most = HistoryLimits().steps;
  while (stage.history().position() < most) stage.set_shown(two, !figure(two).visible);
  expect_one(4.0f);
  const std::size_t position = stage.history().position();
  drag(one, {6.0f, 7.0f});
  stage.cancel_gesture();
  EXPECT_EQ(position_of(figure(one)), vec3(1.0f, 0.0f, 2.0f));
  EXPECT_EQ(stage.history().position(), position);
  EXPECT_TRUE(stage.history().can_redo());
}

TEST_F(TwoFigures, AddingAModelEndsADrag) {
  stage.activate(one);
  const std::size_t size = stage.history().size();
  stage.begin_gesture();
  ASSERT_TRUE(stage.edit(lift(5.0f)));
  stage.add(document("third"), true);
  EXPECT_FALSE(stage.in_gesture());
  EXPECT_EQ(stage.history().size(), size + 2) << "the drag, and the third model";
  undo();
  EXPECT_EQ(numbers().size(), 2u);
  undo();
  EXPECT_EQ(height(one), 0.0f) << "what the list says is undone";
  EXPECT_EQ(stage.history().position(), size);
  stage.begin_gesture();
  ASSERT_TRUE(stage.edit(lift(5.0f)));
  stage.remove(one);
  undo(2);
  EXPECT_EQ(height(one), 0.0f);
}

TEST_F(TwoFigures, FiguresShareTheLookButNotHiddenMaterials) {
  stage.arrangement().look.edge = false;
  stage.arrangement().light.colour = vec3(1.0f, 0.0f, 0.0f);
  stage.arrangement().evaluation.ik = false;
  stage.hide_materials({1});
  stage.changed(Dirty::pose);
  stage.note_look("look");
  stage.refresh();
  EXPECT_THAT(actor(two).hidden_materials, ElementsAre(1));
  EXPECT_TRUE(actor(one).hidden_materials.empty());
  EXPECT_FALSE(actor(one).switches.ik);
  stage.activate(one);
  stage.refresh();
  EXPECT_FALSE(stage.arrangement().look.edge);
  EXPECT_TRUE(stage.figure()->hidden_materials.empty());
  undo();
  EXPECT_EQ(stage.arrangement().light.colour, std::nullopt);
  EXPECT_FALSE(stage.arrangement().look.edge) << "a switch is no step";
  EXPECT_THAT(actor(two).hidden_materials, ElementsAre(1));
}

TEST_F(TwoFigures, ReloadingHidesMaterialsByName) {
  const auto with_materials = [](std::uint64_t number, std::initializer_list<const char*> names) {
    test::FileBuilder b;
    b.bone("腕");
    for (const char* name : names) {
      b.square({0, 10, 0}, 1, 0);
      b.material(name);
    }
    b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
    Loaded out;
    out.figure = number;
    out.again = true;
    out.document.loaded.model = b.model();
    out.document.loaded.textures = std::make_shared<const TextureSet>();
    out.document.pose = Pose(*out.document.loaded.model);
    return out;
  };
  const auto hide = [&](std::vector<std::int32_t> materials) {
    stage.hide_materials(std::move(materials));
    stage.changed(Dirty::pose);
    stage.note_look("hidden");
    stage.refresh();
  };
  const std::size_t steps = stage.history().size();
  for (const std::uint64_t number : {one, two}) {
    ASSERT_TRUE(stage.show_again(with_materials(number, {"肌", "服", "髪", "服"})));
    stage.activate(number);
    hide({0, 2});
    hide({1, 2, 3});
  }
  for (const std::uint64_t number : {one, two})
    ASSERT_TRUE(stage.show_again(with_materials(number, {"髪", "靴", "服"})));
  stage.refresh();
  for (const std::uint64_t number : {two, one}) {
    EXPECT_THAT(actor(number).hidden_materials, ElementsAre(0, 2)) << number;
    stage.activate(number);
    EXPECT_EQ(stage.figure()->hidden_materials, actor(number).hidden_materials);
  }
  EXPECT_EQ(stage.history().size(), steps) << "hiding is no step";
}

TEST_F(TwoFigures, ReloadingCarriesEditsAndStepsOverByName) {
  const auto reordered = [&](std::initializer_list<const char*> bones) {
    test::FileBuilder b;
    for (const char* bone : bones) b.bone(bone);
    b.square({0, 10, 0}, 1, 0);
    b.material();
    Loaded out;
    out.figure = one;
    out.again = true;
    out.document.loaded.model = b.model();
    out.document.loaded.textures = std::make_shared<const TextureSet>();
    out.document.pose = Pose(*out.document.loaded.model);
    return out;
  };
  const auto height_of = [&](const char* bone) {
    const auto index = static_cast<std::size_t>(figure(one).model().find_bone(bone));
    return figure(one).edited->translation[index].y;
  };
  const std::size_t steps = stage.history().size();
  act_on(one, 3.0f);
  act_on(two, 5.0f);
  act_on(one, 4.0f);
  undo();
  const auto again = stage.show_again(reordered({"袖", "指", "腕"}));
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->lacking.bones.empty());
  EXPECT_EQ(height_of("腕"), 3.0f);
  redo();
  EXPECT_EQ(height_of("腕"), 4.0f);
  undo(3);
  EXPECT_EQ(height_of("腕"), 0.0f);
  redo(3);
  const auto without = stage.show_again(reordered({"袖"}));
  ASSERT_TRUE(without);
  EXPECT_THAT(without->lacking.bones, ElementsAre("腕"));
  EXPECT_EQ(stage.history().size(), steps + 1) << "steps without effect are dropped";
  undo();
  EXPECT_EQ(height(two), 0.0f);
}

TEST_F(TwoFigures, AFigureThatIsRemovedTwiceComesBackAsItWasTheSecondTime) {
  stage.remove(two);
  undo();
  stage.activate(two);
  stage.hide_materials({1});
  stage.remove(two);
  undo();
  EXPECT_THAT(figure(two).hidden_materials, ElementsAre(1));
}

TEST_F(TwoFigures, ReloadingTakesNoUnsavedPoseForASavedOne) {
  // As a restored backup is: the pose came with the files, and differs from its own file.
  Pose in_file(figure(one).model());
  in_file.translation[0].y = 3.0f;
  stage.note_origin(one, {"own.vpd", "own.vpd", std::make_shared<const Pose>(in_file), false});
  stage.activate(one);
  ASSERT_FALSE(is_saved(figure(one)));
  Loaded again;
  again.again = true;
  again.figure = one;
  again.document = document("first");
  ASSERT_TRUE(stage.show_again(std::move(again)));
  ASSERT_TRUE(stage.find_named());
  EXPECT_FALSE(is_saved(figure(one)));
}

TEST_F(TwoFigures, ARenamedPoseIsFollowedWhateverWayItsNameLedThere) {
  stage.note_origin(one, {"poses/../own.vpd", "own.vpd", figure(one).edited, false});
  stage.note_renamed("./own.vpd", "mine.vpd");
  EXPECT_EQ(figure(one).origin->file, "mine.vpd");
}

TEST_F(TwoFigures, AFigureComesBackWithItsTexturesAndHiddenMaterials) {
  stage.activate(two);
  stage.hide_materials({1});
  Loaded textures;
  textures.document.loaded = stage.document()->loaded;
  textures.document.loaded.textures = std::make_shared<const TextureSet>();
  const auto late = textures.document.loaded.textures;
  stage.remove(two);
  stage.show_textures(std::move(textures));
  undo();
  EXPECT_EQ(actor(two).shared_textures(), late);
  EXPECT_THAT(actor(two).hidden_materials, ElementsAre(1));
  undo();
  redo();
  EXPECT_EQ(actor(two).shared_textures(), late);
  EXPECT_THAT(actor(two).hidden_materials, ElementsAre(1)) << "though it was added without";
}

TEST_F(TwoFigures, OpeningReplacesTheActiveFigureOnly) {
  stage.place(two, {9.0f, 0.0f, 0.0f});
  act_on(one, 3.0f);
  stage.activate(two);
  Loaded other;
  other.new_model = true;
  other.figure = two;
  other.document = document("third");
  ASSERT_TRUE(stage.show(std::move(other)));
  stage.refresh();
  ASSERT_EQ(numbers().size(), 2u);
  EXPECT_EQ(stage.document()->model_file, "third.pmx");
  EXPECT_EQ(position_of(*stage.figure()).x, 9.0f);
  EXPECT_EQ(height(one), 3.0f);
  undo();
  EXPECT_EQ(height(one), 0.0f);
  EXPECT_FALSE(stage.history().can_undo()) << "the steps of the one that is gone went with it";
  stage.remove(two);
  Loaded late;
  late.figure = two;
  late.document = document("second");
  EXPECT_FALSE(stage.show(std::move(late))) << "its figure is gone";
}

}  // namespace
}  // namespace mmd
