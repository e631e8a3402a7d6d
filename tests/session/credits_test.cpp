#include "session/credits.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Figure figure_of(test::FileBuilder& builder, const std::string& file) {
  LoadedFigure loaded;
  loaded.model_file = file;
  loaded.loaded.model = builder.model();
  Figure out;
  out.loaded = std::make_shared<const LoadedFigure>(std::move(loaded));
  return out;
}

TEST(Credits, NameTheMakersThatCommentsName) {
  test::FileBuilder builder;
  builder.bone("頭");
  builder.file.name = builder.text("初音");
  builder.file.comment =
      builder.text("とても長い説明\r\n------\r\nモデル製作：甲\r\n改造は自由です\r\n(C) 乙");
  builder.file.comment_english = builder.text("A model.\r\nCreated by Ko.");
  Arrangement arrangement;
  arrangement.figures.push_back(figure_of(builder, "a/m.pmx"));
  EXPECT_EQ(credits_text(arrangement, CreditsLanguage::japanese),
            "モデル：初音（モデル製作：甲 / (C) 乙）\n");
  EXPECT_THAT(credits_text(arrangement, CreditsLanguage::english), HasSubstr("(Created by Ko.)"));
}

TEST(Credits, TellModelsPropsAndStagesApart) {
  test::FileBuilder model, prop;
  model.bone("頭");
  prop.bone("マイク");
  Arrangement arrangement;
  arrangement.figures = {figure_of(model, "m.pmx"), figure_of(prop, "microphone.pmx"),
                         figure_of(prop, "cup.pmx")};
  arrangement.figures[1].attached = true;
  const std::string text = credits_text(arrangement, CreditsLanguage::english);
  EXPECT_THAT(text, HasSubstr("Model: "));
  EXPECT_THAT(text, HasSubstr("Prop: "));
  EXPECT_THAT(text, Not(HasSubstr("Stage: ")));
}

TEST(Credits, NameTheOpenedPoseOfAnEditedFigure) {
  test::FileBuilder model;
  model.bone("頭");
  Arrangement arrangement;
  Figure& figure = arrangement.figures.emplace_back(figure_of(model, "m.pmx"));
  figure.edited = std::make_shared<const Pose>();
  EXPECT_THAT(credits_text(arrangement), Not(HasSubstr("Pose: ")));
  figure.origin = std::make_shared<PoseOrigin>(PoseOrigin{"poses/wave.vpd", "wave", nullptr});
  EXPECT_THAT(credits_text(arrangement), HasSubstr("Pose: wave.vpd\n"));
  EXPECT_THAT(credits_text(arrangement), HasSubstr("ポーズ：wave.vpd\n"));
}

}  // namespace
}  // namespace mmd
