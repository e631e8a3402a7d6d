#include "app/text/language.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

Language of(std::initializer_list<std::string_view> locales) {
  return language_of(std::span(locales.begin(), locales.size()));
}

TEST(Language, IsThatOfTheFirstLocaleThatIsSet) {
  EXPECT_EQ(of({"", "", "ja_JP.UTF-8"}), Language::japanese);
  EXPECT_EQ(of({"", "ja", "en_US.UTF-8"}), Language::japanese);
  EXPECT_EQ(of({"C", "ja_JP.UTF-8", "ja_JP.UTF-8"}), Language::english);
}

TEST(Language, IsEnglishWhereThereIsNothingElse) {
  EXPECT_EQ(of({}), Language::english);
  EXPECT_EQ(of({"", "", ""}), Language::english);
  EXPECT_EQ(of({"de_DE.UTF-8"}), Language::english);
  EXPECT_EQ(of({"jam_JM"}), Language::english) << "Jamaican";
}

}  // namespace
}  // namespace mmd
