#include "base/file_uri.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(FileUri, NamesAPathByItsBytes) {
  EXPECT_EQ(path_of_uri("file:///a/b.pmx"), "/a/b.pmx");
  EXPECT_EQ(path_of_uri("file://localhost/a%20b%23%3f.pmx"), "/a b#?.pmx");
  EXPECT_EQ(path_of_uri("file:///%e3%83%9F%E3%82%AF"), "/ミク");
  EXPECT_EQ(path_of_uri("file:///%83~%83N"), "/\x83~\x83N") << "Shift-JIS stays what it is";
  EXPECT_EQ(path_of_uri("file:///"), "/");
}

TEST(FileUri, WhatIsNoPathHereIsRefused) {
  for (const char* uri :
       {"", "file:", "file://", "file:/a", "file://server/a", "http://example.org/a", "smb://a/b", "/a",
        "file:///a%", "file:///a%2", "file:///a%zz", "file:///a%+1", "file:///a%00b"})
    EXPECT_FALSE(path_of_uri(uri)) << uri;
}

}  // namespace
}  // namespace mmd
