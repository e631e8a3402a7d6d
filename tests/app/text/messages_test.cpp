#include "app/text/messages.h"

#include <gmock/gmock.h>

#include "app/text/language.h"

namespace mmd {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TEST(Messages, NameTheFileWithoutItsFolderAndGiveTheHint) {
  Diagnostic error = make_error("damaged", "load it down again");
  error.file = "/some/folder/モデル.pmx";
  const Messages lines = messages_for(error);
  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_EQ(lines[0].severity, Severity::error);
  EXPECT_THAT(lines[0].text, HasSubstr("モデル.pmx"));
  EXPECT_THAT(lines[0].text, Not(HasSubstr("folder")));
  EXPECT_THAT(lines[1].text, HasSubstr("load it down again"));
}

TEST(Messages, SayHowManyDoNotFit) {
  const Diagnostics many(40, make_warning("texture missing"));
  const Messages lines = messages_for(Message{Severity::note, "a.pmx"}, many);
  EXPECT_LT(lines.size(), 8u);
  EXPECT_EQ(lines.front().text, "a.pmx");
  EXPECT_THAT(lines.back().text, HasSubstr(std::to_string(40 - (lines.size() - 2))));
  EXPECT_THAT(messages_for(Message{Severity::note, "a.pmx"}, {}), SizeIs(1));
}

Language of(std::initializer_list<std::string_view> locales) {
  return language_of(std::span(locales.begin(), locales.size()));
}

TEST(Language, ComesFromTheFirstLocaleVariableThatIsSet) {
  EXPECT_EQ(of({"", "", "ja_JP.UTF-8"}), Language::japanese);
  EXPECT_EQ(of({"", "ja", "en_US.UTF-8"}), Language::japanese);
  EXPECT_EQ(of({"C", "ja_JP.UTF-8", "ja_JP.UTF-8"}), Language::english);
  EXPECT_EQ(of({}), Language::english);
  EXPECT_EQ(of({"", "", ""}), Language::english);
  EXPECT_EQ(of({"jam_JM"}), Language::english) << "Jamaican";
}

TEST(Toast, CountsCharactersAndPlaceholdersAsWritten) {
  EXPECT_EQ(character_count("Saved {}"), 8u);
  EXPECT_EQ(character_count("保存：{}"), 5u);
  EXPECT_EQ(max_toast_characters, 60u);
}

}  // namespace
}  // namespace mmd
