#include "app/stage/element_names.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::ElementsAre;

struct Named {
  std::string name, name_english;
};

TEST(ElementNames, EnglishNamesThatTellNothingAreLeftOut) {
  EXPECT_THAT(english_names(std::vector<Named>{{"頭", "head"}, {"首", ""}, {"髪", " \t"}, {"Skin", "Skin"}}),
              ElementsAre("head", "", "", ""));
  // All are alike, or most.
  EXPECT_THAT(english_names(std::vector<Named>{{"頭", "en"}, {"首", "en"}, {"髪", "en"}}),
              ElementsAre("", "", ""));
  EXPECT_THAT(english_names(std::vector<Named>{{"頭", "en"}, {"首", "neck"}, {"髪", "en"}}),
              ElementsAre("", "neck", ""));
  // Without a Japanese name anything is better than nothing.
  EXPECT_THAT(english_names(std::vector<Named>{{"", "en"}, {"首", "en"}}), ElementsAre("en", ""));
  EXPECT_THAT(english_names(std::vector<Named>{}), ElementsAre());
}

TEST(ElementNames, OfOneElementAreThoseOfTheList) {
  const std::vector<Named> all{{"頭", "head"}, {"首", "en"}, {"髪", "en"}, {"", "en"}, {"a", "a"}, {"b", ""}};
  const std::vector<std::string_view> names = english_names(all);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(english_name(all, i), names[i]) << i;
}

TEST(ElementNames, AreShownInBothLanguagesWhereTheyDiffer) {
  EXPECT_EQ(shown_name("肌", "skin", Language::english), "肌  skin");
  EXPECT_EQ(shown_name("肌", "skin", Language::japanese), "肌");
  EXPECT_EQ(shown_name("肌", "", Language::english), "肌");
  EXPECT_EQ(shown_name("", "skin", Language::english), "skin");
  EXPECT_EQ(shown_name(" ", "skin", Language::japanese), "skin");
  EXPECT_EQ(shown_name("skin", "skin", Language::english), "skin");
  EXPECT_EQ(shown_name("a\nb\x1b[31m", "c\nd", Language::english).find_first_of("\n\x1b"), std::string::npos);
}

}  // namespace
}  // namespace mmd
