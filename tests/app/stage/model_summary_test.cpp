#include "app/stage/model_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/text/ui_strings.h"
#include "document/loader.h"
#include "tests/app/background_news.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Two materials, one with a texture, and a body on the second bone.
struct Doll : FileBuilder {
  Doll() {
    bone("センター");
    bone("頭", 0, {0, 5, 0});
    square({0, 0, 0}, 1, 0);
    pmx::Material& skin = material("肌");
    skin.name_english = text("Skin");
    square({0, 5, 0}, 1, 1);
    material("髪Ａ").texture = texture("tex\\hair.png");
    pmx::RigidBody body;
    body.bone = 1;
    body.size = vec3(1.0f);
    file.rigid_bodies.push_back(body);
  }
};

TEST(ModelSummary, CountsWhatTheModelHolds) {
  std::vector<std::size_t> counts;
  for (const CountOf& row : counts_of(*Doll().model())) counts.push_back(row.count);
  EXPECT_THAT(counts, ElementsAre(8, 4, 2, 2, 0, 1, 0));
}

TEST(ModelSummary, ShowsTermsOfTheLanguageFirst) {
  Model model;
  model.comment = "改変可";
  model.comment_english = "You may change it";
  EXPECT_THAT(terms_of(model, Language::japanese), ElementsAre("改変可", "You may change it"));
  EXPECT_THAT(terms_of(model, Language::english), ElementsAre("You may change it", "改変可"));
  model.comment_english = model.comment;
  EXPECT_THAT(terms_of(model, Language::english), ElementsAre("改変可"));
  model.comment = model.comment_english = " \r\n";
  EXPECT_THAT(terms_of(model, Language::english), IsEmpty());
}

TEST(ModelSummary, FindsMaterialsInAnyCaseAndWidth) {
  const auto model = Doll().model();
  EXPECT_THAT(materials_found(*model, ""), ElementsAre(0, 1));
  EXPECT_THAT(materials_found(*model, "SKIN"), ElementsAre(0));
  EXPECT_THAT(materials_found(*model, "髪a"), ElementsAre(1));
  EXPECT_THAT(materials_found(*model, "帽子"), IsEmpty());
}

TEST(ModelSummary, KeepsHiddenMaterialsInOrder) {
  std::vector<std::int32_t> hidden;
  for (const std::int32_t m : {3, 1, 3, 2}) hidden = with_material(std::move(hidden), m, false);
  EXPECT_THAT(hidden, ElementsAre(1, 2, 3));
  hidden = with_material(std::move(hidden), 2, true);
  EXPECT_THAT(with_material(hidden, 7, true), ElementsAre(1, 3));
  const auto model = Doll().model();
  EXPECT_THAT(all_but(*model, 1), ElementsAre(0));
  EXPECT_THAT(in_model({5, 1, -1, 0, 1}, *model), ElementsAre(0, 1));
}

TEST(ModelSummary, ASwatchHasTheOpaqueColourOfTheTexture) {
  Image image;
  image.width = image.height = 16;
  image.rgba.resize(16 * 16 * 4);
  for (std::size_t i = 0; i < 256; ++i) {
    const bool opaque = i % 16 < 8;
    image.rgba[4 * i] = opaque ? 255 : 0;
    image.rgba[4 * i + 1] = opaque ? 0 : 255;
    image.rgba[4 * i + 2] = 0;
    image.rgba[4 * i + 3] = opaque ? 255 : 0;
  }
  Material material;
  material.diffuse = vec4(0.5f, 1.0f, 2.0f, 0.0f);
  EXPECT_EQ(swatch_of(material, nullptr), vec4(0.5f, 1.0f, 1.0f, 1.0f));
  EXPECT_EQ(swatch_of(material, &image), vec4(0.5f, 0.0f, 0.0f, 1.0f));
}

TEST(ModelSummary, AFindingHasItsBoneOrMaterial) {
  const auto model = Doll().model();
  const auto target = [&](std::string_view section, std::size_t element) {
    Finding finding;
    finding.section = section;
    finding.element = element;
    const FindingTarget t = target_of(finding, *model);
    return std::pair(t.bone, t.material);
  };
  EXPECT_EQ(target("bones", 1), std::pair(1, none));
  EXPECT_EQ(target("rigid bodies", 0), std::pair(1, none));
  EXPECT_EQ(target("materials", 1), std::pair(none, 1));
  EXPECT_EQ(target("textures", 0), std::pair(none, 1));
  for (const char* section : {"bones", "rigid bodies", "materials", "textures", "vertices"})
    EXPECT_EQ(target(section, 99), std::pair(none, none)) << section;
  EXPECT_EQ(target_of(Finding(), *model).bone, none);
}

TEST(ModelSummary, AFindingNamesItsPlace) {
  Finding finding;
  finding.section = "bones";
  finding.element = 3;
  finding.name = "左ひ\nざ";
  finding.what = "turns";
  finding.count = 5;
  EXPECT_THAT(finding_text(finding, Language::japanese), HasSubstr("ボーン 3 (左ひ ざ): turns"));
  EXPECT_THAT(finding_text(finding, Language::english), HasSubstr("4"));
}

TEST(ModelSummary, ATextureHasItsSizeOrFault) {
  TextureReport texture;
  texture.path = "tex/Hair.png";
  texture.bytes = 1234567;
  texture.use.count = 1;
  Image image;
  image.width = image.height = 2;
  const auto text = [&] { return state_of(texture, &image, Language::english); };
  EXPECT_EQ(text().text, "2 × 2, 1.2 MB");
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(1000), "1.0 KB");
  EXPECT_EQ(size_text(123456789012), "123.5 GB");
  EXPECT_FALSE(text().fault);
  texture.other_name = true;
  EXPECT_THAT(text().text, HasSubstr("tex/Hair.png"));
  texture.fault = "damaged";
  EXPECT_EQ(text().text, "damaged");
  EXPECT_TRUE(text().fault);
  texture.path.clear();
  EXPECT_EQ(text().text, ui_strings::texture_missing.english);
  texture.use.count = 0;
  EXPECT_FALSE(text().fault) << "nobody misses it";
  texture.brought_by_mmd = true;
  EXPECT_EQ(text().text, ui_strings::texture_of_mmd.english);
}

class InspectionTest : public testing::Test {
 protected:
  std::shared_ptr<const LoadedFigure> loaded(const char* name) {
    const auto file = folder.path() / name;
    test::write_model(file, test::figure());
    LoadRequest request;
    request.files = {to_utf8(file)};
    auto out = load_files(request, {});
    EXPECT_TRUE(out);
    return out ? std::make_shared<const LoadedFigure>(std::move(out->document)) : nullptr;
  }

  test::TemporaryFolder folder;
  test::BackgroundNews news;
  Inspection inspection{news.teller()};
};

TEST_F(InspectionTest, ReportsTheLastRequestedModel) {
  const auto first = loaded("a.pmx"), second = loaded("b.pmx");
  inspection.begin(first);
  EXPECT_EQ(inspection.report(first->model()), nullptr);
  inspection.begin(second);
  news.wait_for(inspection);
  EXPECT_EQ(inspection.report(first->model()), nullptr);
  ASSERT_NE(inspection.report(second->model()), nullptr);
  EXPECT_FALSE(inspection.report(second->model())->problem);
  inspection.begin(second);
  EXPECT_FALSE(inspection.busy()) << "it is known";
}

TEST_F(InspectionTest, InspectsAgainAfterForget) {
  const auto document = loaded("a.pmx");
  inspection.begin(document);
  news.wait_for(inspection);
  inspection.forget();
  EXPECT_EQ(inspection.report(document->model()), nullptr);
  inspection.begin(document);
  EXPECT_TRUE(inspection.busy());
  news.wait_for(inspection);
  EXPECT_NE(inspection.report(document->model()), nullptr);
  inspection.begin(loaded("b.pmx"));
  inspection.begin(document);
  news.wait_for(inspection);
  EXPECT_NE(inspection.report(document->model()), nullptr) << "asked for again meanwhile";
}

}  // namespace
}  // namespace mmd
