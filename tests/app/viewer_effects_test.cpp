#include <cstdlib>

#include "app/stage/own_effects.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class OwnEffectsInTheWindow : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    ViewerSetup setup;
    setup.effects = folder.path() / "effects";
    start({model_name}, std::move(setup));
    viewer->perform({ActionId::show_panel, static_cast<std::int32_t>(Panel::look)});
  }
  void use(const Effects& effects) {
    RenderSettings look = viewer->stage().arrangement().look;
    look.effects = effects;
    ask({ActionId::set_look, look});
  }
  std::vector<OwnEffects> own() const { return own_effects_in(folder.path() / "effects"); }
};

TEST_F(OwnEffectsInTheWindow, AreSavedUnderANameAndListed) {
  const Effects soft = effect_presets()[2].effects;
  use(soft);
  ask({ActionId::save_effects, std::string("夕方")});
  ask({ActionId::save_effects, std::string("夕方")});
  ASSERT_THAT(own(), SizeIs(2)) << "nothing is overwritten";
  EXPECT_EQ(own().front().name, "夕方");
  EXPECT_EQ(own().front().effects.glow, soft.glow);
  EXPECT_THAT(viewer->parts().panels.effects.own, SizeIs(2));
  ask({ActionId::save_effects, std::string(" / ")});
  EXPECT_THAT(own(), SizeIs(3)) << "as _";
  ask({ActionId::save_effects, std::string()});
  EXPECT_THAT(said(), HasSubstr("need a name"));
}

TEST_F(OwnEffectsInTheWindow, GoToTheTrash) {
  setenv("XDG_DATA_HOME", (folder.path() / "data").c_str(), 1);
  use(effect_presets()[1].effects);
  ask({ActionId::save_effects, std::string("mine")});
  const std::string file = own().front().file;
  ask({ActionId::remove_effects, model_name});
  EXPECT_TRUE(std::filesystem::exists(model)) << "only own effects are removed";
  ask({ActionId::remove_effects, file});
  EXPECT_THAT(own(), IsEmpty());
  EXPECT_THAT(viewer->parts().panels.effects.own, IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "data" / "Trash" / "files" / "mine.json"));
  EXPECT_TRUE(viewer->stage().arrangement().look.effects.any()) << "those that are shown stay";
  unsetenv("XDG_DATA_HOME");
}

TEST_F(OwnEffectsInTheWindow, BrokenFilesAreLeftOut) {
  folder.put("effects/broken.json", "{\"glow\": 1}");
  folder.put("effects/note.txt", "{}");
  folder.put("effects/good.json", "{\"glow\": \"1\"}");
  ASSERT_THAT(own(), SizeIs(1));
  EXPECT_EQ(own().front().name, "good");
}

}  // namespace
}  // namespace mmd::test
