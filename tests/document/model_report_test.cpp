#include "document/model_report.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ModelReportTest : public testing::Test {
 protected:
  /// The figure with one of these textures on each of its materials.
  LoadedFigure with_textures(const std::vector<std::string>& textures) {
    pmx::File file = test::figure();
    for (std::size_t i = 0; i < textures.size(); ++i) {
      file.textures.push_back(pmx::from_utf8(textures[i], file.header.encoding));
      if (i < file.materials.size()) file.materials[i].texture = static_cast<std::int32_t>(i);
    }
    test::write_model(model, file);
    auto loaded = load_document({to_utf8(model)}, {}, true);
    EXPECT_TRUE(loaded);
    return loaded ? std::move(*loaded) : LoadedFigure();
  }
  static std::vector<std::string> rules(const ModelReport& report) {
    std::vector<std::string> out;
    for (const Finding& f : report.findings) out.emplace_back(f.rule);
    return out;
  }

  test::TemporaryFolder folder;
  const std::filesystem::path model = folder.path() / "figure.pmx";
  const std::atomic<bool> wanted = true;
};

TEST_F(ModelReportTest, ListsTexturesAndTheirFaults) {
  const std::string red(as_text(test::png_file({1, 1, {{255, 0, 0, 255}}})));
  folder.put("tex/Red.PNG", red);
  folder.put("blue.png", red);
  folder.put("broken.png", "no picture");
  const LoadedFigure document = with_textures({"tex\\red.png", "blue.png", "broken.png", "gone.png"});
  const ModelReport report = report_on(document, wanted);
  ASSERT_EQ(report.textures.size(), 4u);
  EXPECT_THAT(report.textures[0].path, HasSubstr("tex/Red.PNG"));
  EXPECT_TRUE(report.textures[0].other_name);
  EXPECT_EQ(report.textures[0].bytes, red.size());
  EXPECT_EQ(report.textures[0].use.first, 0);
  EXPECT_FALSE(report.textures[1].other_name);
  EXPECT_THAT(report.textures[1].fault, IsEmpty());
  EXPECT_THAT(report.textures[2].fault, HasSubstr("broken.png"));
  EXPECT_THAT(report.textures[3].path, IsEmpty());
  EXPECT_EQ(report.textures[3].use.count, 0u);
  EXPECT_FALSE(report.problem);
  EXPECT_THAT(rules(report), testing::Contains("texture-missing"));
  EXPECT_THAT(rules(report), testing::Contains("texture-unused"));
  EXPECT_TRUE(std::is_sorted(report.findings.begin(), report.findings.end(),
                             [](const Finding& a, const Finding& b) { return a.severity > b.severity; }));
}

TEST_F(ModelReportTest, AcceptsTheToonTexturesOfMikuMikuDance) {
  const ModelReport report = report_on(with_textures({"toon01.bmp"}), wanted);
  EXPECT_TRUE(report.textures[0].brought_by_mmd);
  EXPECT_THAT(report.textures[0].fault, IsEmpty());
}

TEST_F(ModelReportTest, ListsTexturesThoughTheModelFileIsGone) {
  const LoadedFigure document = with_textures({"gone.png"});
  std::filesystem::remove(model);
  const ModelReport report = report_on(document, wanted);
  ASSERT_TRUE(report.problem);
  EXPECT_THAT(report.problem->file, HasSubstr("figure.pmx"));
  EXPECT_EQ(report.textures.size(), 1u);
}

TEST_F(ModelReportTest, DecodesNoTexturesWhenUnwanted) {
  const LoadedFigure document = with_textures({"broken.png"});
  folder.put("broken.png", "no picture");
  EXPECT_THAT(report_on(document, false).textures[0].fault, IsEmpty());
  EXPECT_THAT(report_on(document, wanted).textures[0].fault, HasSubstr("broken.png"));
}

}  // namespace
}  // namespace mmd
