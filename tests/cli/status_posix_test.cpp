#include <filesystem>

#include <gmock/gmock.h>
#include <unistd.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

class StatusOfOutput : public ProgramTest {};

TEST_F(StatusOfOutput, IsOneOnAFullDisk) {
  Invocation full;
  full.output_file = "/dev/full";
  EXPECT_EQ(mmdview({"info", model}, full).status, 1);
}

TEST_F(StatusOfOutput, IsOneIfTheManifestOfABatchIsIncomplete) {
  const Outcome done = mmdview(
      {"batch", model, "--size", "16x16", "--no-physics", "-o", in_folder("out"), "--manifest", "/dev/full"});
  EXPECT_EQ(done.status, 1) << done.err;
  EXPECT_THAT(done.err, testing::HasSubstr("the manifest cannot be written"));
}

TEST_F(StatusOfOutput, LinksOfPagesAndSheetsAreFollowed) {
  for (const auto& [option, name] : {std::pair("--index", "i.html"), {"--sheet", "s.png"}}) {
    std::filesystem::create_symlink("/dev/full", folder.path() / name);
    const Outcome done = mmdview({"batch", model, "--size", "16x16", "--no-physics", "-o", in_folder("out"),
                                  "--force", option, in_folder(name)});
    EXPECT_NE(done.status, 0) << option;
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / name)) << option;
  }
}

TEST_F(StatusOfOutput, IsOneForReadOnlyFolders) {
  if (::geteuid() == 0) {
    // For the administrator every folder is writable; /proc is not, for anyone.
    expect_failure(mmdview({"shot", model, "-o", "/proc/out.png"}), 1);
    return;
  }
  const auto locked = folder.path() / "locked";
  std::filesystem::create_directory(locked);
  std::filesystem::permissions(locked,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  expect_failure(mmdview({"shot", model, "-o", to_utf8(locked / "out.png")}), 1);
  std::filesystem::permissions(locked, std::filesystem::perms::owner_all);
}

}  // namespace
}  // namespace mmd::test
