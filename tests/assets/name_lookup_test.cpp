#include "assets/name_lookup.h"

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

TEST(PathComponents, RefusesAbsoluteAndEmptyPaths) {
  for (const std::string_view path :
       {"", "/etc/passwd", "\\a.png", "\\\\server\\a.png", "C:\\a.png", "c:a.png", ".", "\\"})
    EXPECT_EQ(path_of("", path), "(none)") << path;
}

TEST(PathComponents, EndsAtTheFirstNul) {
  EXPECT_EQ(path_of("", std::string_view("a.png\0junk", 10)), "a.png");
}

TEST(Listing, PutsTheExactNameFirstAndTheRestInOrder) {
  const Listing listing(
      {{"a.png", false, {}}, {"A.PNG", false, {}}, {"A.png", false, {}}, {"b.png", false, {}}});
  std::vector<std::string> found;
  for (const auto* entry : listing.find("a.png", false)) found.push_back(entry->name);
  EXPECT_THAT(found, ElementsAre("a.png", "A.PNG", "A.png"));
}

TEST(Listing, TellsFoldersFromFiles) {
  const Listing listing({{"tex", false, {}}, {"Tex", true, {}}});
  ASSERT_EQ(listing.find("TEX", true).size(), 1u);
  EXPECT_EQ(listing.find("TEX", true).front()->name, "Tex");
  ASSERT_EQ(listing.find("TEX", false).size(), 1u);
  EXPECT_EQ(listing.find("TEX", false).front()->name, "tex");
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
