#include "options/name_template.h"

#include <filesystem>

#include <gmock/gmock.h>

#include "assets/file_set.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;

NameParts parts() {
  return {"figure", "models", "peace", "set/one", "front", 12.0, 7};
}

std::string filled(const std::string& text, const NameParts& with = parts()) {
  const auto names = NameTemplate::parse(text);
  return names ? names->fill(with) : "error: " + names.error().what;
}

TEST(NameTemplate, ReplacesFieldsInBraces) {
  EXPECT_EQ(filled("{model}/{pose}_{view}.png"), "figure/peace_front.png");
  EXPECT_EQ(filled("{model_folder}-{folder}/{pose}.png"), "models-set/one/peace.png");
  EXPECT_EQ(filled("{index:04}_{frame:05}.png"), "0007_00012.png");
  EXPECT_EQ(filled("{frame}.png"), "12.png");
  EXPECT_EQ(filled("plain.png"), "plain.png");
  NameParts at = parts();
  at.frame = 12.5;
  EXPECT_EQ(filled("{frame:05}.png", at), "00012.5.png");
}

TEST(NameTemplate, FoldersKeepSlashesButNeverLeaveTheOutput) {
  struct Case {
    const char *folder, *text, *expected;
  };
  const Case cases[] = {{"", "{model}/{folder}/{pose}.png", "figure/peace.png"},
                        {"", ".{folder}./{pose}.png", "%2E./peace.png"},
                        {"", "a/.{folder}/{pose}.png", "a/peace.png"},
                        {"/a\nb//../c", "{folder}/x.png", "a%0Ab/%2E./c/x.png"}};
  for (const Case& c : cases) {
    NameParts with = parts();
    with.folder = c.folder;
    EXPECT_EQ(filled(c.text, with), c.expected) << c.text;
  }
}

TEST(NameTemplate, EncodesForbiddenBytes) {
  EXPECT_EQ(safe_name("a/b\\c"), "a%2Fb%5Cc");
  EXPECT_EQ(safe_name("line\nbreak\x7F"), "line%0Abreak%7F");
  EXPECT_EQ(safe_name("\x83\x7C\xFF"), "%83|%FF") << "bytes that are not UTF-8";
  EXPECT_EQ(safe_name("\xC2\x85"), "%C2%85") << "a control character of the second row";
  EXPECT_EQ(safe_name("ポーズ 1 100%"), "ポーズ 1 100%");
  EXPECT_EQ(safe_name(".."), "%2E.") << "no way out of the folder, and not hidden";
  EXPECT_EQ(safe_name("e\xCC\x81"), "e\xCC\x81");
}

TEST(NameTemplate, FindsTheModelFolderForRelativePaths) {
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_EQ(model_folder_of("girl.pmx"), to_utf8(here.filename()));
  EXPECT_EQ(model_folder_of("./girl.pmx"), to_utf8(here.filename()));
  EXPECT_EQ(model_folder_of("dolls/girl.pmx"), "dolls");
  EXPECT_EQ(model_folder_of("../girl.pmx"), to_utf8(here.parent_path().filename()));
}

TEST(NameTemplate, ExplainsErrors) {
  const std::pair<const char*, const char*> wrong[] = {{"{pose", "has no }"},
                                                       {"{poses}.png", "unknown field {poses}"},
                                                       {"{pose:05}.png", "not a number"},
                                                       {"{frame:x}.png", "width"},
                                                       {"../{pose}.png", "leaves the output folder"},
                                                       {"/{pose}.png", "leaves the output folder"},
                                                       {"a/../b.png", "leaves the output folder"}};
  for (const auto& [text, words] : wrong) EXPECT_THAT(filled(text), HasSubstr(words)) << text;
}

TEST(NameTemplate, KnowsItsFields) {
  const auto names = NameTemplate::parse("{model}/{pose}.png");
  ASSERT_TRUE(names);
  EXPECT_TRUE(names->has(NameField::model));
  EXPECT_FALSE(names->has(NameField::view));
}

}  // namespace
}  // namespace mmd
