
#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using test::TemporaryFolder;

TEST(ArchivePath, DividesBehindTheFirstFileAtEitherSlash) {
  const TemporaryFolder folder;
  const std::string zip = to_utf8(folder.put("下/a b.zip", "anything"));
  for (const char* rest : {"/m.pmx", "\\m.pmx", "/モデル/m.pmx", "/モデル\\m.pmx", "//m.pmx"}) {
    const auto path = archive_path(zip + rest);
    ASSERT_TRUE(path) << rest;
    EXPECT_EQ(path->archive, zip);
    EXPECT_EQ(path->member, std::string(rest).substr(std::string(rest).find_first_not_of("/\\")));
  }
}

TEST(ArchivePath, WhatIsOnDiskOrLeadsIntoNoFileIsNone) {
  const TemporaryFolder folder;
  const std::string zip = to_utf8(folder.put("a.zip", "anything"));
  const std::string root = to_utf8(folder.path());
  const std::string odd = to_utf8(folder.put("a.zip\\m.pmx", "a file of that name"));
  for (const std::string& name : {zip, root, root + "/", root + "/missing.pmx", root + "/missing/m.pmx",
                                  zip + "/", odd, std::string(), std::string("-"), std::string("/")})
    EXPECT_FALSE(archive_path(name)) << name;
}

TEST(FolderOnDisk, IsTheArchivesForWhatIsInOne) {
  const TemporaryFolder folder;
  const std::string zip = to_utf8(folder.put("a.zip", "anything"));
  EXPECT_EQ(folder_on_disk(zip), folder.path());
  EXPECT_EQ(folder_on_disk(zip + "/poses/p.vpd"), folder.path());
  EXPECT_EQ(folder_on_disk("p.vpd"), std::filesystem::path());
}

}  // namespace
}  // namespace mmd
