#include "commands/batch/batch_overview.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// What the page's script reads.
nlohmann::json pictures_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"pictures\">";
  const std::size_t from = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(IndexPage, EscapesNames) {
  const std::string name = "</script><b a=\"'&amp;\\\n\u2028</SCRIPT>座り.png";
  IndexEntry entry;
  entry.path = entry.name = entry.error = name;
  entry.warnings = {name};
  const std::string page = index_page({entry});
  EXPECT_THAT(page, Not(HasSubstr("<b a")));
  EXPECT_THAT(page, HasSubstr("座り")) << "for whoever searches in the file";
  const auto pictures = pictures_of(page);
  ASSERT_EQ(pictures.size(), 1u);
  EXPECT_EQ(pictures[0]["name"], name);
  EXPECT_EQ(pictures[0]["error"], name);
  EXPECT_EQ(pictures[0]["warnings"][0], name);
}

TEST(IndexPage, IsUtf8ForAnyName) {
  IndexEntry entry;
  entry.name = "a\xff\xc3.png";
  entry.path = "x/a\xff.png";
  const std::string page = index_page({entry});
  EXPECT_TRUE(is_utf8(page));
  EXPECT_EQ(pictures_of(page)[0]["link"], "x/a%FF.png");
  EXPECT_EQ(pictures_of(page)[0]["name"], "a\uFFFD\uFFFD.png");
}

TEST(IndexPage, LinksAreRelativeForAnyName) {
  EXPECT_EQ(link_to("../girl-1/a_b~.png"), "../girl-1/a_b~.png");
  EXPECT_EQ(link_to("javascript:alert(1)"), "javascript%3Aalert%281%29");
  EXPECT_EQ(link_to("100%25 #?\"<'>\n.png"), "100%2525%20%23%3F%22%3C%27%3E%0A.png");
  EXPECT_EQ(link_to("座"), "%E5%BA%A7");
}

TEST(IndexPage, MissingPicturesHaveNoLink) {
  IndexEntry entry;
  entry.path = entry.name = "a.png";
  entry.is_there = false;
  EXPECT_FALSE(pictures_of(index_page({entry}))[0].contains("link"));
  EXPECT_EQ(pictures_of(index_page({entry}))[0]["missing"], true);
  EXPECT_TRUE(pictures_of(index_page({})).empty());
}

}  // namespace
}  // namespace mmd
