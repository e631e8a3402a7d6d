#include "assets/name_lookup.h"

#include <utility>

#include <gmock/gmock.h>

#include "base/text.h"

namespace mmd {
namespace {

using testing::ElementsAre;

std::string path_of(std::string_view base, std::string_view windows_path) {
  const auto components = path_components(base, windows_path);
  return components ? join_components(*components) : "(none)";
}

TEST(PathComponents, NormalisePathsWithinTheSet) {
  EXPECT_EQ(path_of("", "tex\\a.png"), "tex/a.png");
  EXPECT_EQ(path_of("", ".\\tex//sub\\./a.png"), "tex/sub/a.png");
  EXPECT_EQ(path_of("models/x", "tex\\a.png"), "models/x/tex/a.png");
  EXPECT_EQ(path_of("models/x", "..\\shared\\a.png"), "models/shared/a.png");
  EXPECT_EQ(path_of("models/x", "..\\..\\a.png"), "a.png");
  EXPECT_EQ(path_of("models/x", "..\\..\\..\\a.png"), "(none)");
  EXPECT_EQ(path_of("", "a\\..\\..\\a.png"), "(none)");
  for (const std::string_view path : {"", "C:\\a.png", "c:a.png", ".", "\\"})
    EXPECT_EQ(path_of("", path), "(none)") << path;
  EXPECT_EQ(path_of("x", "\\tex\\a.png"), "x/tex/a.png");
  EXPECT_EQ(path_of("x", "/tex/a.png"), "x/tex/a.png");
}

TEST(LeadsOut, DetectsPathsOutsideTheSet) {
  EXPECT_TRUE(leads_out("x", "..\\..\\tex\\a.png"));
  EXPECT_TRUE(leads_out("", "a/../../b.png"));
  EXPECT_FALSE(leads_out("x", "..\\tex\\a.png"));
  EXPECT_FALSE(leads_out("x", "a.png"));
}

TEST(NameKey, DropsTrailingBlanksAndUnifiesCp932Variants) {
  EXPECT_EQ(name_key("a.png "), name_key("a.png"));
  EXPECT_EQ(name_key("tex. ."), name_key("TEX"));
  EXPECT_NE(name_key(" a.png"), name_key("a.png"));
  const char* const pairs[][2] = {{"～", "〜"}, {"－", "−"}, {"∥", "‖"}, {"￠", "¢"},
                                  {"￡", "£"},  {"￢", "¬"}, {"―", "—"}};
  for (const auto& [one, other] : pairs) EXPECT_EQ(name_key(one), name_key(other)) << one;
}

TEST(PathComponents, EndsAtTheFirstNul) {
  EXPECT_EQ(path_of("", std::string_view("a.png\0junk", 10)), "a.png");
}

TEST(Listing, PutsTheExactNameFirst) {
  const Listing listing(
      {{"a.png", false, {}}, {"A.PNG", false, {}}, {"A.png", false, {}}, {"b.png", false, {}}});
  std::vector<std::string> found;
  for (const auto* entry : listing.find("a.png", name_key("a.png"), false)) found.push_back(entry->name);
  EXPECT_THAT(found, ElementsAre("a.png", "A.PNG", "A.png"));
}

TEST(Listing, DistinguishesFoldersAndFiles) {
  const Listing listing({{"tex", false, {}}, {"Tex", true, {}}});
  ASSERT_EQ(listing.find("TEX", name_key("TEX"), true).size(), 1u);
  EXPECT_EQ(listing.find("TEX", name_key("TEX"), true).front()->name, "Tex");
  ASSERT_EQ(listing.find("TEX", name_key("TEX"), false).size(), 1u);
  EXPECT_EQ(listing.find("TEX", name_key("TEX"), false).front()->name, "tex");
}

/// 4096 folders whose names differ only in case, all with the same files. Counts the folders that were
/// listed.
class ManyCases {
 public:
  explicit ManyCases(std::vector<Listing::Entry> files)
      : files_(std::make_shared<Listing>(std::move(files))) {
    std::vector<Listing::Entry> folders;
    for (unsigned i = 0; i < 4096; ++i) {
      std::string name = "abcdefghijkl";
      for (unsigned bit = 0; bit < name.size(); ++bit)
        if ((i >> bit & 1) != 0) name[bit] = static_cast<char>(name[bit] - 'a' + 'A');
      folders.push_back({name, true, {}});
    }
    root_ = std::make_shared<Listing>(std::move(folders));
  }
  std::optional<std::string> find(const std::vector<std::string>& components) {
    return find_file(components, [this](const std::string& folder) {
      ++listed;
      return folder.empty() ? root_ : files_;
    });
  }
  int listed = 0;

 private:
  std::shared_ptr<const Listing> root_, files_;
};

TEST(FindFile, LimitsTheSearchOfFoldersThatDifferInCase) {
  ManyCases cases({{"there.png", false, {}}});
  EXPECT_EQ(cases.find({"Abcdefghijkl", "THERE.png"}), "Abcdefghijkl/there.png");
  cases.listed = 0;
  EXPECT_EQ(cases.find({"abcdefghijkL", "missing.png"}), std::nullopt);
  EXPECT_GT(cases.listed, 10);
  EXPECT_LT(cases.listed, 1000);
}

TEST(NameKey, ReadsInvalidUtf8AsCp932) {
  const std::string name = "\u30bd\u9854.png";  // the first character's second byte is a backslash in CP932
  const auto cp932 = cp932_from_utf8(name);
  ASSERT_TRUE(cp932);
  EXPECT_NE(*cp932, name);
  EXPECT_EQ(name_key(*cp932), name_key(name));
}

TEST(HasExtension, IgnoresCase) {
  EXPECT_TRUE(has_extension("a.PMX", ".pmx"));
  EXPECT_TRUE(has_extension("a.pmx", ".PMX"));
  EXPECT_FALSE(has_extension("a.pmx.txt", ".pmx"));
}

TEST(DecodeNames, RecognisesUtf8Cp932GbkAndBig5) {
  EXPECT_THAT(decode_names({"a.pmx", "初音ミク.pmx", ""}), ElementsAre("a.pmx", "初音ミク.pmx", ""));
  for (const char* name : {"初音ミク.pmx", "表情.png", "ﾓﾃﾞﾙ/ﾃｸｽﾁｬ.bmp", "体①.tga", "髙橋.pmx", "ソ/ポ.bmp"})
    EXPECT_THAT(decode_names({*cp932_from_utf8(name), "a.txt"}), ElementsAre(name, "a.txt"));
  // These bytes come from other programs: base/ cannot encode them.
  EXPECT_THAT(decode_names({"\xb3\xf5\xd2\xf4\xc4\xa3\xd0\xcd.pmx"}), ElementsAre("初音模型.pmx"));
  EXPECT_THAT(decode_names({"\xcc\xf9\xcd\xbc/\xc1\xb3.png", "\xc4\xa3\xd0\xcd/\xcd\xb7\xb7\xa2.png"}),
              ElementsAre("贴图/脸.png", "模型/头发.png"));
  EXPECT_THAT(decode_names({"\xbc\xd2\xab\xac/\xa4\xd1\xa4\xe5.png", "\xc0\x59\xbe\x76.png"}),
              ElementsAre("模型/天文.png", "頭髮.png"));
}

TEST(DecodeNames, GuessesFromAllNamesOfAnArchive) {
  // Alone, these katakana could be the hanzi 用拶.
  EXPECT_THAT(decode_names({*cp932_from_utf8("ﾓﾃﾞﾙ.png"), *cp932_from_utf8("初音ミク.pmx")}),
              ElementsAre("ﾓﾃﾞﾙ.png", "初音ミク.pmx"));
}

TEST(DecodeNames, RestoresBackslashesThatBecameSlashes) {
  EXPECT_THAT(decode_names({"tex/\x83/\x8a\xe7.png"}), ElementsAre("tex/ソ顔.png"));
}

TEST(DecodeNames, KeepsReadablePartsOfOtherNames) {
  EXPECT_THAT(decode_names({"a\xff\xff\x80.png"}), ElementsAre(testing::HasSubstr(".png")));
  EXPECT_TRUE(is_utf8(decode_names({"a\xff\xff\x80.png"})[0]));
}

}  // namespace
}  // namespace mmd
