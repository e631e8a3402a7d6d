// The Model panel in a real window.
#include <imgui.h>

#include "app/panels/panels.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ModelPanelTest : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    write_with_comment(model, "改変可");
  }
  static void write_with_comment(const std::filesystem::path& file, const char* comment) {
    pmx::File figure = test::figure();
    figure.comment = pmx::from_utf8(comment, figure.header.encoding);
    write_model(file, figure);
  }
  void find_out() {
    while (viewer->inspection().busy()) viewer->run_once();
    settle();
  }
  bool is_open() const { return viewer->panels().shown(Panel::model); }
  bool asks() const { return viewer->panels().model_panel.asks; }
};

TEST_F(ModelPanelTest, OffersTheTermsOfANewModelUntilTheyAreConfirmed) {
  start({model_name}, with_library());
  EXPECT_TRUE(asks());
  EXPECT_FALSE(is_open()) << "the terms wait in one line above the picture";
  press(SDLK_F2);
  press(SDLK_F2);
  start({model_name}, with_library());
  EXPECT_TRUE(asks()) << "nobody confirmed";
  ask({ActionId::confirm_terms});
  EXPECT_FALSE(asks());
  start({model_name}, with_library());
  EXPECT_FALSE(asks());
  write_with_comment(model, "改変不可");
  start({model_name}, with_library());
  EXPECT_TRUE(asks()) << "other bytes are another model";
}

TEST_F(ModelPanelTest, ShowsNoTermsForTheSampleOrWithoutAComment) {
  ViewerSetup with_sample = with_library();
  with_sample.sample = {model_name};
  start({}, std::move(with_sample));
  EXPECT_FALSE(asks());
  const TemporaryFolder other;
  write_with_comment(other.path() / "silent.pmx", "");
  drop({to_utf8(other.path() / "silent.pmx")});
  EXPECT_FALSE(asks());
}

TEST_F(ModelPanelTest, HidesMaterialsInPictures) {
  start({model_name});
  const auto whole = pixels();
  ask({ActionId::hide_materials, std::vector<std::int32_t>{7, 0, 0}});
  EXPECT_THAT(viewer->stage().figure()->hidden_materials, ElementsAre(0));
  EXPECT_NE(pixels(), whole);
  ask({ActionId::hide_materials, std::vector<std::int32_t>()});
  EXPECT_EQ(pixels(), whole);
  ask({ActionId::hide_materials, std::vector<std::int32_t>{0}});
  drop({write_other()});
  EXPECT_THAT(viewer->stage().figure()->hidden_materials, IsEmpty());
}

TEST_F(ModelPanelTest, ACheckBoxHidesItsMaterial) {
  Options options;
  options.size = PictureSize{1200, 600};
  start({model_name}, with_library(), options);
  press(SDLK_F2);
  find_out();
  recorded.clear();
  // The first check box is somewhere below the counts; a column of clicks finds it.
  for (int y = 100; y < 590 && recorded.empty(); y += 12) click_panel(22, y);
  ASSERT_THAT(recorded, Contains(Field(&Action::id, ActionId::hide_materials)));
  EXPECT_EQ(viewer->stage().figure()->hidden_materials.size(), 1u);
}

TEST_F(ModelPanelTest, SurvivesThousandsOfMaterialsAndOddNames) {
  pmx::File file = figure();
  const pmx::Material first = file.materials.front();
  for (int i = 0; i < 10000; ++i) {
    pmx::Material material = first;
    material.index_count = 0;
    material.name = pmx::from_utf8(std::string("m\n\x1b##") + std::to_string(i), file.header.encoding);
    file.materials.push_back(material);
  }
  file.name = pmx::from_utf8("a\nb\x07%s", file.header.encoding);
  write_model(model, file);
  start({model_name}, with_library());
  press(SDLK_F2);
  find_out();
  EXPECT_TRUE(is_open());
  EXPECT_NE(viewer->inspection().report(*viewer->stage().model()), nullptr);
}

}  // namespace
}  // namespace mmd::test
