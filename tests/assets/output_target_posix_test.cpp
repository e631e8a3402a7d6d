// What another program puts into an output's place between the check and the writing.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "assets/file_set.h"
#include "assets/output_target.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class OutputTargets : public testing::Test {
 protected:
  std::string content(const fs::path& path) const {
    const auto bytes = read_file(path);
    return bytes ? std::string(as_text(*bytes)) : "";
  }
  Result<void> write(const OutputTarget& target) const {
    const OutputBytes output{target, as_byte_span("new")};
    return write_files({&output, 1}, Lasting::no);
  }

  test::TemporaryFolder folder, home;
  const fs::path path = folder.path() / "out.png", victim = home.put("victim.png", "precious");
};

TEST_F(OutputTargets, FollowsALinkThatWasThereAtTheCheck) {
  fs::create_symlink(victim, path);
  ASSERT_TRUE(write(*find_target(path)));
  EXPECT_TRUE(fs::is_symlink(path));
  EXPECT_EQ(content(victim), "new");
}

TEST_F(OutputTargets, ReplacesALinkMadeAfterTheCheck) {
  for (const fs::path& to : {victim, home.path() / "missing.png"}) {
    const auto target = find_target(path);
    fs::remove(path);
    fs::create_symlink(to, path);
    ASSERT_TRUE(write(*target));
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path)));
    EXPECT_EQ(content(path), "new");
  }
  EXPECT_EQ(content(victim), "precious");
  EXPECT_THAT(home.names(), ElementsAre("victim.png"));
}

TEST_F(OutputTargets, ReplacesALinkMadeInPlaceOfAFile) {
  folder.put("out.png", "old");
  const auto target = find_target(path);
  fs::remove(path);
  fs::create_symlink(victim, path);
  fs::permissions(victim, fs::perms::owner_all | fs::perms::others_write);
  ASSERT_TRUE(write(*target));
  EXPECT_EQ(content(victim), "precious");
  EXPECT_EQ(fs::status(path).permissions() & fs::perms::others_write, fs::perms::none)
      << "the file does not take the mode of the link's target";
}

TEST_F(OutputTargets, FollowsALinkOnlyToTheFileThatItNamedAtTheCheck) {
  const fs::path own = folder.put("real.png", "old");
  fs::create_symlink(own, path);
  const auto target = find_target(path);
  fs::remove(path);
  fs::create_symlink(victim, path);  // the user's link has been turned
  ASSERT_TRUE(write(*target));
  EXPECT_EQ(content(own), "new");
  fs::remove(own);
  fs::create_symlink(victim, own);  // its target has become a link
  ASSERT_TRUE(write(*target));
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(own)));
  EXPECT_EQ(content(victim), "precious");
}

TEST_F(OutputTargets, ReplacesAPipeMadeAfterTheCheck) {
  const auto target = find_target(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  ASSERT_TRUE(write(*target));
  EXPECT_EQ(content(path), "new");
}

TEST_F(OutputTargets, WritesToADeviceOnlyWhileItIsOne) {
  fs::create_symlink("/dev/null", path);
  const auto target = find_target(path);
  ASSERT_TRUE(write(*target));
  EXPECT_TRUE(fs::is_symlink(path));
  fs::remove(path);
  fs::create_symlink(victim, path);
  EXPECT_FALSE(write(*target));
  EXPECT_EQ(content(victim), "precious");
}

TEST_F(OutputTargets, FailureLeavesNoneOfSeveralFiles) {
  const fs::path other = folder.path() / "other.png", later = folder.path() / "missing" / "out.png";
  const OutputBytes in_a_missing_folder[] = {{own_target(path), as_byte_span("new")},
                                             {own_target(later), as_byte_span("new")}};
  EXPECT_FALSE(write_files(in_a_missing_folder, Lasting::no));
  EXPECT_TRUE(folder.names().empty());
  fs::create_symlink("/dev/full", later.parent_path());
  const OutputBytes to_a_full_device[] = {{own_target(path), as_byte_span("new")},
                                          {*find_target(later.parent_path()), as_byte_span("new")}};
  const auto written = write_files(to_a_full_device, Lasting::no);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().hint, HasSubstr("free some space"));
  EXPECT_THAT(folder.names(), ElementsAre("missing"));
  folder.put("other.png", "old");
  const OutputBytes all[] = {{own_target(path), as_byte_span("new")},
                             {own_target(other), as_byte_span("new")}};
  ASSERT_TRUE(write_files(all, Lasting::no));
  EXPECT_EQ(content(path) + content(other), "newnew");
}

}  // namespace
}  // namespace mmd
