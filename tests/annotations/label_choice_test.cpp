#include "annotations/label_choice.h"

#include <gmock/gmock.h>

#include "annotations/depth_label.h"

namespace mmd {
namespace {

TEST(LabelChoice, TakesWordsInAnyOrderAndAllThatTheProgramWasBuiltWith) {
  EXPECT_EQ(parse_labels("bones,camera").value(), parse_labels("camera,bones,bones").value());
  EXPECT_TRUE(parse_labels("bones").value().has(Label::bones));
  EXPECT_FALSE(parse_labels("bones").value().has(Label::camera));
  const LabelChoice all = parse_labels("all").value();
  for (const LabelName& n : label_names()) {
    EXPECT_EQ(all.has(n.label), n.label != Label::depth_exr || has_depth_exr()) << n.name;
    EXPECT_TRUE(parse_labels(n.name).value().has(n.label)) << n.name;
  }
}

TEST(LabelChoice, AnUnknownWordIsAnErrorThatNamesTheWords) {
  for (const char* list : {"", "bone", "camera,", ",camera", "camera, bones", "ALL"}) {
    const auto choice = parse_labels(list);
    ASSERT_FALSE(choice) << list;
    for (const LabelName& n : label_names())
      EXPECT_THAT(choice.error().what, ::testing::HasSubstr(std::string(n.name)));
  }
}

}  // namespace
}  // namespace mmd
