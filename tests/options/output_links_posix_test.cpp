// What a command does with symbolic links in the place of its outputs.

#include <filesystem>

#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "options/output_file.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

class LinkedOutputs : public testing::Test {
 protected:
  LinkedOutputs() { options.output = to_utf8(folder.path() / "o.png"); }
  std::string content(const fs::path& path) const { return std::string(as_text(read_file(path).value())); }

  test::TemporaryFolder folder, home;
  Options options{Command::shot};
  const std::string picture = std::string("\x89PNG\r\n\x1a\n") + "new";
};

TEST_F(LinkedOutputs, LinksMadeAfterTheCheckAreNotFollowed) {
  const fs::path victim = home.put("victim.png", picture);
  options.labels.add(Label::camera);
  const std::pair<int, std::vector<const char*>> cases[] = {{0, {"o.png", "o.camera.json", "o_1.png"}},
                                                            {2, {"o_000.png", "o_001.camera.json"}}};
  for (const auto& [turntable, names] : cases) {
    options.turntable = turntable;
    const auto outputs = CheckedOutputs::check(options, Written::by_name);
    ASSERT_TRUE(outputs);
    for (const char* name : names) {
      const fs::path path = folder.path() / name;
      fs::create_symlink(victim, path);
      static_cast<void>(outputs->check_inputs(options, {}));  // it does not make the link known
      ASSERT_TRUE(outputs->write(to_utf8(path), as_byte_span("bytes"))) << name;
      EXPECT_FALSE(fs::is_symlink(path)) << name;
      EXPECT_EQ(content(path), "bytes");
      EXPECT_EQ(content(victim), picture) << name;
      fs::remove(path);
    }
  }
}

TEST_F(LinkedOutputs, ALinkOfTheUserIsFollowed) {
  const fs::path real = home.put("real.bin", picture);
  fs::create_symlink(real, folder.path() / "o.png");
  const auto outputs = CheckedOutputs::check(options, Written::by_name);
  ASSERT_TRUE(outputs);
  ASSERT_TRUE(outputs->write(options.output, as_byte_span("bytes")));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "o.png"));
  EXPECT_EQ(content(real), "bytes");
}

}  // namespace
}  // namespace mmd
