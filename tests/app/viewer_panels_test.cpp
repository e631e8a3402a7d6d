// Panels that change the scene.
#include <imgui.h>

#include "app/panels/panels.h"
#include "app/stage/morph_list.h"
#include "tests/app/viewer_fixture.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ViewerPanels = ViewerFixture;

TEST_F(ViewerPanels, ADroppedPictureIsTheBackground) {
  start({model_name, pose_name});
  const std::string sky = to_utf8(folder.put("空.png", as_text(png_file({1, 1, {{0, 0, 255, 255}}}))));
  const auto without = pixels();
  drop({sky});
  const auto behind = [&] { return viewer->stage().arrangement().look.background_picture; };
  ASSERT_NE(behind(), nullptr);
  EXPECT_EQ(behind()->file, sky);
  const auto with = pixels();
  EXPECT_EQ(with[0], 0);
  EXPECT_EQ(with[2], 255);
  drop({to_utf8(folder.put("no.png", "nothing"))});
  EXPECT_EQ(behind()->file, sky) << "what cannot be loaded changes nothing";
  EXPECT_THAT(said(), HasSubstr("no.png"));
  ask({ActionId::undo});
  EXPECT_EQ(behind(), nullptr);
  EXPECT_EQ(pixels(), without);
  ask({ActionId::redo});
  EXPECT_EQ(pixels(), with);
  ask({ActionId::set_background_picture, std::string()});
  EXPECT_EQ(pixels(), without);
}

TEST_F(ViewerPanels, OpenWithoutAModel) {
  start({});
  for (const SDL_Keycode key : {SDLK_F9, SDLK_m, SDLK_t}) press(key);
  drop({model_name});
  drop({write_motion("dance.vmd", rising_arm())});
  EXPECT_EQ(viewer->scene().actors.size(), 1u);
  EXPECT_TRUE(viewer->panels().shown(Panel::motion));
}

TEST_F(ViewerPanels, AnOpenPanelTakesTheMouse) {
  start({model_name, pose_name});
  press(SDLK_F9);
  const vec3 eye = viewer->scene().camera.eye;
  viewer->handle(mouse_event(SDL_MOUSEMOTION, 300, 60));
  EXPECT_TRUE(viewer->wants_frame()) << "what is under the pointer is lit";
  drag_along(300, 320, 60);
  EXPECT_EQ(viewer->scene().camera.eye, eye);
  press(SDLK_F9);
  drag_along(300, 320, 60);
  EXPECT_NE(viewer->scene().camera.eye, eye);
}

TEST_F(ViewerPanels, LightStartsFromTheOptionsAndIsReset) {
  Options options;
  options.light.colour = vec3(0.25f, 0.5f, 0.75f);
  start({model_name, pose_name}, {}, options);
  EXPECT_EQ(viewer->scene().light.colour, vec3(0.25f, 0.5f, 0.75f));
  ask({ActionId::set_light, LightChoice()});
  const auto before = pixels();
  LightChoice chosen;
  chosen.direction = vec3(1, -1, 0);
  chosen.colour = vec3(1.0f, 0.5f, 0.0f);
  ask({ActionId::set_light, chosen});
  const Light& light = viewer->scene().light;
  EXPECT_NEAR(light.direction.x, std::sqrt(0.5f), 1e-5f);
  EXPECT_EQ(light.colour, vec3(1.0f, 0.5f, 0.0f));
  EXPECT_NE(pixels(), before);
  ask({ActionId::set_light, LightChoice()});
  EXPECT_EQ(pixels(), before);
}

TEST_F(ViewerPanels, ALightThatFollowsTheCameraKeepsItsSideInThePicture) {
  start({model_name});
  ask({ActionId::set_view, View::front});
  LightChoice chosen;
  chosen.direction = vec3(-0.8f, -0.7f, 0.8f);
  ask({ActionId::set_light, chosen});
  const Light fixed = viewer->scene().light;
  chosen.follows_camera = true;
  ask({ActionId::set_light, chosen});
  EXPECT_NEAR(glm::distance(viewer->scene().light.direction, fixed.direction), 0.0f, 1e-3f)
      << "from the front";
  const auto across = [&] {
    const mat4 view = view_matrix(viewer->scene().camera);
    return (view * vec4(viewer->scene().light.direction, 0.0f)).x;
  };
  const float before = across();
  ask({ActionId::set_view, View::left});
  EXPECT_NEAR(across(), before, 1e-3f);
  EXPECT_GT(glm::distance(viewer->scene().light.direction, fixed.direction), 0.5f);
}

class ViewerMorphs : public ViewerPanels {
 protected:
  ViewerMorphs() {
    pmx::File file = figure();
    const auto add = [&](const char* name, const char* english, std::uint8_t panel, float up) {
      pmx::Morph morph;
      morph.name = pmx::from_utf8(name, file.header.encoding);
      morph.name_english = pmx::from_utf8(english, file.header.encoding);
      morph.panel = panel;
      morph.offsets = std::vector<pmx::VertexOffset>{{0, vec3(0, up, 0)}};
      file.morphs.push_back(morph);
    };
    add("あ", "A", 3, 5.0f);
    add("笑い", "smile", 2, -5.0f);
    add("怒り", "Anger", 1, 1.0f);
    with_morphs = folder.path() / "morphs.pmx";
    write_model(with_morphs, file);
  }
  float weight(std::size_t morph) { return viewer->scene().actors.front()->pose.morph_weights[morph]; }
  void set(std::int32_t morph, float to) { ask({ActionId::set_morph, MorphWeight{morph, to}}); }
  std::filesystem::path with_morphs;
};

TEST_F(ViewerMorphs, AreSetAndResetToThePose) {
  start({to_utf8(with_morphs)}, {}, [] {
    Options options;
    options.morphs = {{"笑い", 0.5f}};
    return options;
  }());
  press(SDLK_m);
  const auto before = pixels();
  set(0, 1.0f);
  set(1, 0.0f);
  EXPECT_EQ(weight(0), 1.0f);
  EXPECT_EQ(weight(1), 0.0f);
  EXPECT_NE(pixels(), before);
  ask({ActionId::reset_morphs});
  EXPECT_EQ(weight(0), 0.0f);
  EXPECT_EQ(weight(1), 0.5f) << "from the command line";
  EXPECT_EQ(pixels(), before);
  set(0, 3.5f);
  ask({ActionId::reset_morph, std::int32_t{0}});
  EXPECT_EQ(weight(0), 0.0f);
  ask({ActionId::reset_morph, std::int32_t{1000}});
  EXPECT_EQ(weight(1), 0.5f);
  set(0, 0.75f);
  ask({ActionId::set_compared, to_utf8(folder.path() / "poses" / "pose1.vpd")});
  EXPECT_EQ(viewer->compare_panes().other()->scene().actors[0]->pose.morph_weights[0], 0.75f);
  EXPECT_THAT(morph_details(*viewer->stage().model(), 1),
              ElementsAre("笑い", "smile", "Vertex morph: 1 vertex"));
}

TEST_F(ViewerMorphs, ADoubleClickTypesAValue) {
  Options options;
  options.size = PictureSize{900, 600};
  start({to_utf8(with_morphs)}, {}, options);
  press(SDLK_m);
  // From below, the first control that takes text is the slider of the last morph.
  const int x = 60;
  int y = 400;
  for (; y > 60 && !ImGui::GetIO().WantTextInput; y -= 8) {
    point(x, y);
    for (const Uint8 clicks : {Uint8{1}, Uint8{2}})
      for (const Uint32 type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
        SDL_Event event = mouse_event(type, x, y);
        event.button.clicks = clicks;
        viewer->handle(event);
        settle();
      }
  }
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  for (const char c : std::string("1.8")) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  viewer->handle(mouse_event(SDL_MOUSEMOTION, x, y));
  settle();
  press(SDLK_RETURN);
  const auto& weights = first_actor().pose.morph_weights;
  EXPECT_THAT(std::vector<float>(weights.begin(), weights.end()), Contains(testing::FloatEq(1.8f)));
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
}

TEST_F(ViewerMorphs, FavouritesStayForTheNextWindow) {
  start({to_utf8(with_morphs)}, with_library());
  ask({ActionId::mark_morph, MorphMark{1, true}});
  press(SDLK_m);
  start({to_utf8(with_morphs)}, with_library());
  EXPECT_TRUE(is_favourite(viewer->library(), *viewer->stage().model(), 1));
  ask({ActionId::mark_morph, MorphMark{1, false}});
  EXPECT_FALSE(is_favourite(with_library().library, *viewer->stage().model(), 1));
}

TEST_F(ViewerMorphs, ExpressionsAreSavedAndLoaded) {
  ViewerSetup setup;
  setup.expressions = folder.path() / "expressions";
  start({to_utf8(with_morphs), pose_name}, std::move(setup));
  set(0, 0.75f);
  const auto smiling = pixels();
  ask({ActionId::save_expression, std::string("smile")});
  EXPECT_THAT(said(), HasSubstr("smile.vpd"));
  set(0, 0.0f);
  set(1, 1.0f);
  EXPECT_NE(pixels(), smiling);
  ask({ActionId::load_expression, to_utf8(folder.path() / "expressions" / "smile.vpd")});
  EXPECT_EQ(pixels(), smiling) << "the pose stays as it is";
  EXPECT_THAT(said(), HasSubstr("3 of 3 morphs"));
  ask({ActionId::load_expression, pose_name});
  EXPECT_THAT(said(), HasSubstr("no morphs"));
  EXPECT_EQ(pixels(), smiling);
}

}  // namespace
}  // namespace mmd::test
