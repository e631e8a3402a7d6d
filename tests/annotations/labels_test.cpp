#include "annotations/labels.h"

#include <gmock/gmock.h>

#include "annotations/label_choice.h"
#include "tests/annotations/label_fixture.h"

namespace mmd {
namespace {

using Labels = test::LabelTest;

TEST_F(Labels, AreTheRequestedFiles) {
  test::ModelBuilder builder;
  add(builder.finish());
  const auto suffixes = [&](std::string_view choice) {
    std::vector<std::string> out;
    const auto files = label_files(look(choice), {"a.png"});
    EXPECT_TRUE(files.has_value());
    for (const LabelFile& file : files.value()) out.push_back(file.suffix);
    return out;
  };
  EXPECT_EQ(suffixes("camera"), (std::vector<std::string>{".camera.json"}));
  EXPECT_EQ(suffixes("rest,depth"), (std::vector<std::string>{".depth.png", ".rest.png", ".labels.json"}));
  EXPECT_EQ(suffixes("bones,camera"), (std::vector<std::string>{".camera.json", ".bones.json"}));
}

TEST_F(Labels, AreDeterministicAndIndependentOfTheScene) {
  add_figure("peace", 48, 48);
  const LabelSource source = look("all", 48, 48);
  const auto files = label_files(source, {"a.png"}).value();
  const LabelSource again = look("all", 48, 48);
  scene_.actors.clear();
  const auto later = label_files(again, {"a.png"}).value();
  ASSERT_EQ(files.size(), later.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(files[i].suffix, later[i].suffix);
    EXPECT_TRUE(files[i].bytes == later[i].bytes) << files[i].suffix;
  }
}

TEST(LabelPath, ReplacesTheExtension) {
  EXPECT_EQ(label_path("out/a.png", ".depth.png"), "out/a.depth.png");
  EXPECT_EQ(label_path("a.b.png", ".depth.png"), "a.b.depth.png");
  EXPECT_EQ(label_path("out.d/a", ".depth.png"), "out.d/a.depth.png");
  EXPECT_EQ(label_path("out/.png", ".depth.png"), "out/.png.depth.png");
}

TEST(LabelChoice, AcceptsWordsInAnyOrder) {
  EXPECT_EQ(parse_labels("bones,camera").value(), parse_labels("camera,bones,bones").value());
  EXPECT_TRUE(parse_labels("bones").value().has(Label::bones));
  EXPECT_FALSE(parse_labels("bones").value().has(Label::camera));
  const LabelChoice all = parse_labels("all").value();
  for (const LabelName& n : label_names()) {
    EXPECT_EQ(all.has(n.label), n.label != Label::depth_exr || has_depth_exr()) << n.name;
    EXPECT_TRUE(parse_labels(n.name).value().has(n.label)) << n.name;
  }
}

TEST(LabelChoice, RejectsUnknownWords) {
  for (const char* list : {"", "bone", "camera,", ",camera", "camera, bones", "ALL"}) {
    const auto choice = parse_labels(list);
    ASSERT_FALSE(choice) << list;
    for (const LabelName& n : label_names())
      EXPECT_THAT(choice.error().what, ::testing::HasSubstr(std::string(n.name)));
  }
}

}  // namespace
}  // namespace mmd
