#include "session/session.h"

#include <gtest/gtest.h>

#include "mmdview.hpp"
#include "tests/assets/temporary_folder.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// A root with a body that hangs below it.
std::shared_ptr<const LoadedFigure> figure() {
  test::FileBuilder file;
  file.bone("root", -1, {0, 10, 0});
  file.bone("swing", 0, {0, 9, 0});
  file.file.rigid_bodies = {test::ball(0, 0, {0, 10, 0}), test::ball(1, 1, {3, 9, 0})};
  file.file.joints = {test::joint(0, 1, {0, 9, 0}, 1.0f)};
  LoadedFigure out;
  out.loaded.model = file.model();
  out.loaded.textures = std::make_shared<const TextureSet>();
  out.pose = Pose(out.model());
  return std::make_shared<const LoadedFigure>(std::move(out));
}

Arrangement arranged(std::vector<std::shared_ptr<const LoadedFigure>> all) {
  Arrangement out;
  for (auto& one : all) {
    Figure& figure = out.figures.emplace_back();
    figure.number = out.figures.size();
    figure.loaded = std::move(one);
  }
  return out;
}

std::shared_ptr<const LoadedFigure> moved(const LoadedFigure& figure, const vec3& by) {
  LoadedFigure out = figure;
  out.pose.translation[0] = by;
  return std::make_shared<const LoadedFigure>(std::move(out));
}

TEST(Session, ModelsThatStayKeepTheirActors) {
  const auto a = figure(), b = figure();
  Session session(arranged({a, b}));
  const Actor* const of_b = session.scene().actors[1].get();
  session.set(arranged({b}));
  ASSERT_EQ(session.scene().actors.size(), 1u);
  EXPECT_EQ(session.scene().actors[0].get(), of_b);
  EXPECT_TRUE(session.scene().attachments.empty());
}

TEST(Session, ShowsAnotherPoseWithoutTheBodiesOfTheOneBefore) {
  const auto a = figure();
  Arrangement arrangement = arranged({a});
  arrangement.physics.on = true;
  Session session(arrangement), other(arrangement);
  session.show(0.0);
  Arrangement next = arrangement;
  next.physics.on = false;
  next.figures[0].loaded = moved(*a, {5, 0, 0});
  session.set(next);
  session.show(0.0);
  other.set(next);
  other.show(0.0);
  EXPECT_TRUE(session.scene().actors[0]->driven.empty());
  EXPECT_EQ(session.scene().actors[0]->bones().position(1), other.scene().actors[0]->bones().position(1));
}

TEST(Session, AnotherCameraLeavesTheBodiesWhereTheyAre) {
  Arrangement arrangement = arranged({figure()});
  arrangement.physics.on = true;
  Session session(arrangement);
  session.show(0.0);
  const ScenePhysics* const bodies = session.physics();
  arrangement.camera.view = View::left;
  session.set(arrangement);
  EXPECT_EQ(session.physics(), bodies);
  arrangement.evaluation.ik = false;
  session.set(arrangement);
  EXPECT_EQ(session.physics(), nullptr) << "the pose is another one";
}

/// The figure of a PMX as a file gives it.
AttachedModel attached(test::FileBuilder& file) {
  AttachedModel out;
  out.loaded.model = file.model();
  out.loaded.textures = std::make_shared<const TextureSet>();
  return out;
}

TEST(Session, AnAttachedModelFollowsItsBoneAndTheSwitches) {
  test::FileBuilder lever;
  lever.bone("lever");
  lever.bone("user");
  lever.append(1, 0, 1.0f);
  lever.square({2, 0, 0}, 1, 1);
  lever.material();
  AttachedModel on = attached(lever);
  on.place.position = {0, 1, 0};
  on.place.bone = "root";
  const auto a = figure();
  Arrangement arrangement = arranged({moved(*a, {0, 0, 2})});
  arrangement.figures.push_back(attached_figure(on, 2, 1));
  arrangement.figures.push_back(attached_figure(attached(lever), 3, 1));
  auto turned = std::make_shared<Pose>(*on.loaded.model);
  turned->rotation[0] = glm::angleAxis(pi, vec3(0, 0, 1));
  arrangement.figures[1].edited = turned;
  Session session(arrangement);
  session.show(0.0);
  const auto centre = [&](std::size_t i) { return session.scene().actors[i]->posed_bounds().centre(); };
  EXPECT_LT(glm::distance(centre(1), vec3(-2, 11, 2)), 1e-4f);
  EXPECT_EQ(centre(2), vec3(2, 0, 0)) << "it has no bone and stands in the scene";
  arrangement.evaluation.append = false;
  session.set(arrangement);
  session.show(0.0);
  EXPECT_LT(glm::distance(centre(1), vec3(2, 11, 2)), 1e-4f);
}

TEST(Session, AWindowEvaluatesOnlyWhatChanges) {
  const auto a = figure(), b = figure();
  Arrangement arrangement = arranged({a, b});
  for (Figure& figure : arrangement.figures)
    figure.edited = std::make_shared<const Pose>(figure.loaded->pose);
  Session session(arrangement);
  const auto version = [&](std::size_t i) { return session.scene().actors[i]->pose_version(); };
  session.show_live({}, Pace::stay);
  EXPECT_EQ(session.bones_placed(), a->model().bone_count());
  const std::uint64_t first = version(0), second = version(1);
  auto edited = std::make_shared<Pose>(a->model());
  edited->translation[1] = {1, 0, 0};
  arrangement.figures[0].edited = edited;
  session.set(arrangement, Bodies::go_on);
  session.show_live({}, Pace::stay);
  EXPECT_NE(version(0), first);
  EXPECT_EQ(version(1), second);
  EXPECT_EQ(session.bones_placed(), 1u) << "its parent has not moved";
  EXPECT_EQ(session.scene().actors[0]->bones().position(1), vec3(1, 9, 0));
}

TEST(Session, AnEditedPoseStandsInPlaceOfTheLoadedOne) {
  const auto a = figure();
  Arrangement arrangement = arranged({moved(*a, {5, 0, 0})});
  Session session(arrangement);
  session.show(0.0);
  const Actor& actor = *session.scene().actors[0];
  EXPECT_EQ(actor.bones().position(0), vec3(5, 10, 0));
  Pose edited(a->model());
  edited.translation[0] = {0, 1, 0};
  arrangement.figures[0].edited = std::make_shared<const Pose>(edited);
  session.set(arrangement);
  session.show(0.0);
  EXPECT_EQ(actor.bones().position(0), vec3(0, 11, 0));
  arrangement.figures[0].shows = Shows::rest;
  session.set(arrangement);
  session.show(0.0);
  EXPECT_EQ(actor.bones().position(0), vec3(0, 10, 0));
  arrangement.figures[0].edited = nullptr;
  arrangement.figures[0].shows.reset();
  session.set(arrangement);
  session.show(0.0);
  EXPECT_EQ(actor.bones().position(0), vec3(5, 10, 0));
}

TEST(Session, BodiesGoOnIfTheCallerSaysSo) {
  const auto a = figure();
  Arrangement arrangement = arranged({a});
  arrangement.physics.on = true;
  Session session(arrangement);
  session.show(0.0);
  const ScenePhysics* const bodies = session.physics();
  Pose edited(a->model());
  edited.translation[0] = {0, 1, 0};
  arrangement.figures[0].edited = std::make_shared<const Pose>(edited);
  session.set(arrangement, Bodies::go_on);
  EXPECT_EQ(session.physics(), bodies);
  session.show(0.0);
  EXPECT_EQ(session.scene().actors[0]->bones().position(0), vec3(0, 11, 0));
  arrangement.physics.on = false;
  session.set(arrangement, Bodies::go_on);
  session.show(0.0);
  EXPECT_EQ(session.physics(), nullptr);
  EXPECT_TRUE(session.scene().actors[0]->driven.empty());
}

TEST(Session, KeepsACameraOfTheUsersUntilItIsAimed) {
  Session session(arranged({figure()}));
  session.show(0.0);
  Camera camera;
  camera.eye = {1, 2, 3};
  session.set_camera(camera);
  session.show(1.0);
  EXPECT_EQ(session.scene().camera.eye, camera.eye);
  session.aim(1.0f);
  EXPECT_NE(session.scene().camera.eye, camera.eye);
}

TEST(Session, TexturesThatCameLaterStayWhenAFigureComesBack) {
  const auto a = figure(), b = figure();
  Session session(arranged({a, b}));
  DecodedTextures decoded;
  decoded.textures = std::make_shared<const TextureSet>(1);
  session.set_textures(b->loaded.model, decoded);
  session.set(arranged({a}));
  session.set(arranged({a, b}));
  EXPECT_EQ(session.scene().actors[1]->shared_textures(), decoded.textures);
}

TEST(Session, AFigureHangsOnItsCarrierWhateverTheirOrder) {
  const auto a = figure(), b = figure();
  Arrangement arrangement = arranged({moved(*a, {1, 2, 3}), b});
  arrangement.figures[1].place.carrier = 1;
  arrangement.figures[1].place.bone = "root";
  Session session(arrangement);
  session.show(0.0);
  EXPECT_EQ(session.scene().actors[1]->placement().translation,
            session.scene().actors[0]->bones().position(0));
}

TEST(Session, AimFitsBothSessionsAndLeavesTheirActors) {
  const auto a = figure();
  Arrangement other = arranged({moved(*a, {50, 0, 0})});
  Session first(arranged({a})), second(other);
  first.show(0.0);
  second.show(0.0);
  first.aim(1.0f, Framing::still, &second);
  ASSERT_EQ(first.scene().actors.size(), 1u);
  ASSERT_EQ(second.scene().actors.size(), 1u);
  EXPECT_EQ(first.scene().camera.eye, second.scene().camera.eye);
}

TEST(PosedScene, PlacesModelsThatHangOnOneAnother) {
  test::TemporaryFolder folder;
  test::FileBuilder file;
  file.bone("root", -1, {0, 10, 0});
  const auto model = folder.put("m.pmx", as_text(file.bytes()));
  const auto pose = folder.put("p.vpd",
                               "Vocaloid Pose Data file\n\nx.osm;\n1;\n\n"
                               "Bone0{root\n 0,1,2;\n 0,0,0,1;\n}\n");
  auto scene = PosedScene::load({model, pose, model});
  ASSERT_TRUE(scene) << describe(scene.error());
  ASSERT_EQ(scene->size(), 2u);
  EXPECT_EQ(translation_of(scene->palette(0)[0]), vec3(0, 1, -2)) << "right-handed";
  EXPECT_EQ(translation_of(scene->palette(1)[0]), vec3(0));
  ScenePlace on_root;
  on_root.position = {5, 0, 0};
  on_root.carrier = 1;
  on_root.bone = "root";
  scene->place(1, on_root);
  scene->show();
  EXPECT_EQ(scene->placement(1).translation, vec3(5, 11, -2));
  Pose raised(scene->model(0));
  raised.translation[0] = {0, 3, 0};
  scene->pose(0, raised);
  scene->show();
  EXPECT_EQ(scene->placement(1).translation, vec3(5, 13, 0));
  EXPECT_FALSE(PosedScene::load({pose})) << "no model";
}

}  // namespace
}  // namespace mmd
