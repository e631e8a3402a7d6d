#include "assets/name_lookup.h"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace mmd {
namespace {

using testing::ElementsAre;

std::string path_of(std::string_view base, std::string_view windows_path) {
  const auto components = path_components(base, windows_path);
  return components ? join_components(*components) : "(none)";
}

TEST(PathComponents, TakesBothSeparatorsAndDropsDots) {
  EXPECT_EQ(path_of("", "tex\\a.png"), "tex/a.png");
  EXPECT_EQ(path_of("", ".\\tex//sub\\./a.png"), "tex/sub/a.png");
  EXPECT_EQ(path_of("models/x", "tex\\a.png"), "models/x/tex/a.png");
}

TEST(PathComponents, GoesUpWithinTheSetButNotOutOfIt) {
  EXPECT_EQ(path_of("models/x", "..\\shared\\a.png"), "models/shared/a.png");
  EXPECT_EQ(path_of("models/x", "..\\..\\a.png"), "a.png");
  EXPECT_EQ(path_of("models/x", "..\\..\\..\\a.png"), "(none)");
  EXPECT_EQ(path_of("", "a\\..\\..\\a.png"), "(none)");
}

TEST(PathComponents, RefusesPathsWithADriveAndEmptyOnes) {
  for (const std::string_view path : {"", "C:\\a.png", "c:a.png", ".", "\\"})
    EXPECT_EQ(path_of("", path), "(none)") << path;
}

TEST(PathComponents, TakesASeparatorInFrontForTheModelsFolder) {
  EXPECT_EQ(path_of("x", "\\tex\\a.png"), "x/tex/a.png");
  EXPECT_EQ(path_of("x", "/tex/a.png"), "x/tex/a.png");
}

TEST(LeadsOut, IsWhetherThePathClimbsOutOfTheSet) {
  EXPECT_TRUE(leads_out("x", "..\\..\\tex\\a.png"));
  EXPECT_TRUE(leads_out("", "a/../../b.png"));
  EXPECT_FALSE(leads_out("x", "..\\tex\\a.png"));
  EXPECT_FALSE(leads_out("x", "a.png"));
}

TEST(NameKey, DropsBlanksAndDotsAtTheEndAsWindowsDoes) {
  EXPECT_EQ(name_key("a.png "), name_key("a.png"));
  EXPECT_EQ(name_key("tex. ."), name_key("TEX"));
  EXPECT_NE(name_key(" a.png"), name_key("a.png"));
}

TEST(NameKey, IsTheSameForCharactersThatShareACodeInCp932) {
  const char* const pairs[][2] = {{"～", "〜"}, {"－", "−"}, {"∥", "‖"}, {"￠", "¢"},
                                  {"￡", "£"},  {"￢", "¬"}, {"―", "—"}};
  for (const auto& [one, other] : pairs) EXPECT_EQ(name_key(one), name_key(other)) << one;
}

TEST(PathComponents, EndsAtTheFirstNul) {
  EXPECT_EQ(path_of("", std::string_view("a.png\0junk", 10)), "a.png");
}

TEST(Listing, PutsTheExactNameFirstAndTheRestInOrder) {
  const Listing listing(
      {{"a.png", false, {}}, {"A.PNG", false, {}}, {"A.png", false, {}}, {"b.png", false, {}}});
  std::vector<std::string> found;
  for (const auto* entry : listing.find("a.png", name_key("a.png"), false)) found.push_back(entry->name);
  EXPECT_THAT(found, ElementsAre("a.png", "A.PNG", "A.png"));
}

TEST(Listing, TellsFoldersFromFiles) {
  const Listing listing({{"tex", false, {}}, {"Tex", true, {}}});
  ASSERT_EQ(listing.find("TEX", name_key("TEX"), true).size(), 1u);
  EXPECT_EQ(listing.find("TEX", name_key("TEX"), true).front()->name, "Tex");
  ASSERT_EQ(listing.find("TEX", name_key("TEX"), false).size(), 1u);
  EXPECT_EQ(listing.find("TEX", name_key("TEX"), false).front()->name, "tex");
}

/// "tex", "teX", … as often as there are cases, with the same listing each; tells how many were looked into.
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

TEST(FindFile, TriesFoldersThatDifferInCaseButNotThousands) {
  ManyCases cases({{"there.png", false, {}}});
  EXPECT_EQ(cases.find({"Abcdefghijkl", "THERE.png"}), "Abcdefghijkl/there.png");
  cases.listed = 0;
  EXPECT_EQ(cases.find({"abcdefghijkL", "missing.png"}), std::nullopt);
  EXPECT_GT(cases.listed, 10);
  EXPECT_LT(cases.listed, 1000);
}

TEST(NameKey, TakesWhatIsNotUtf8ForCp932) {
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

}  // namespace
}  // namespace mmd
