#include "base/file_uri.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using ::testing::HasSubstr;

TEST(FileUri, DecodesPathsOfThisHost) {
  EXPECT_EQ(path_of_uri("file:///a/b.pmx"), "/a/b.pmx");
  EXPECT_EQ(path_of_uri("file://localhost/a%20b%23%3f.pmx"), "/a b#?.pmx");
  EXPECT_EQ(path_of_uri("file:///%e3%83%9F%E3%82%AF"), "/ミク");
  EXPECT_EQ(path_of_uri("file:///%83~%83N"), "/\x83~\x83N") << "Shift-JIS bytes are kept";
  EXPECT_EQ(path_of_uri("file:///"), "/");
  const std::string here = host_name();
  ASSERT_FALSE(here.empty());
  EXPECT_EQ(path_of_uri("file://" + here + "/a.pmx"), "/a.pmx");
  EXPECT_EQ(path_of_uri("file://LocalHost/a.pmx"), "/a.pmx") << "host names ignore case";
  EXPECT_FALSE(path_of_uri("file://" + here + "x/a.pmx"));
}

TEST(FileUri, AnyPathHasAUriThatLeadsBackToIt) {
  EXPECT_EQ(uri_of_path("/a b/ミク#1%.png"), "file:///a%20b/%E3%83%9F%E3%82%AF%231%25.png");
  EXPECT_EQ(path_of_uri(uri_of_path("/a b/ミク#1%?.png")), "/a b/ミク#1%?.png");
  EXPECT_EQ(uri_of_path("C:/a.png"), "file:///C:/a.png");
}

TEST(FileUri, RejectsOthersWithAReason) {
  EXPECT_THAT(path_of_uri("file://no.such.host/a").error().what,
              HasSubstr("another machine, \"no.such.host\""));
  EXPECT_THAT(path_of_uri("file:///a%zz").error().what, HasSubstr("hexadecimal"));
  EXPECT_THAT(path_of_uri("file://").error().what, HasSubstr("no path"));
  for (const char* uri : {"", "file:", "file:/a", "file://server/a", "http://example.org/a", "smb://a/b",
                          "/a", "file:///a%", "file:///a%2", "file:///a%+1", "file:///a%00b"})
    EXPECT_FALSE(path_of_uri(uri)) << uri;
}

}  // namespace
}  // namespace mmd
