#include "commands/batch/manifest.h"

#include <algorithm>
#include <thread>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ManifestLine line(const std::string& name) {
  ManifestLine out;
  out.name = name;
  out.key = "00ff";
  out.pose = "ポーズ\n\"1\".vpd";
  out.milliseconds = 12.34;
  return out;
}

class ManifestTest : public ::testing::Test {
 protected:
  std::string content() { return std::string(as_text(*read_file(path_from_utf8(file)))); }
  test::TemporaryFolder folder;
  const std::string file = to_utf8(folder.path() / "m.jsonl");
};

TEST_F(ManifestTest, LinesRoundTripWithoutLineBreaks) {
  ManifestLine failed = line("a/b.png");
  failed.status = ItemStatus::failed;
  failed.error = "bad\npose";
  failed.warnings = {"one", "two"};
  const std::string text = manifest_text(failed);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  const auto read = parse_manifest_line(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name, "a/b.png");
  EXPECT_EQ(read->status, ItemStatus::failed);
  EXPECT_EQ(read->pose, failed.pose);
  EXPECT_EQ(read->error, failed.error);
  EXPECT_THAT(read->warnings, ElementsAre("one", "two"));
  EXPECT_DOUBLE_EQ(read->milliseconds, 12.3);
  failed.error = "\xFF\xFE";
  EXPECT_TRUE(parse_manifest_line(manifest_text(failed))) << "bytes that are not UTF-8 do no harm";
  for (const char* bad :
       {"", "{}", "[1]", "{\"name\":\"x\"}", "{\"name\":\"x\",\"status\":\"no\"}", "{\"name\":"})
    EXPECT_FALSE(parse_manifest_line(bad)) << bad;
}

TEST_F(ManifestTest, AppendsAndRemovesATruncatedLastLine) {
  const std::string first = manifest_text(line("first.png"));
  folder.put("m.jsonl", first + first.substr(0, first.size() / 2));
  {
    const auto manifest = ManifestFile::open(file);
    ASSERT_TRUE(manifest);
    ASSERT_TRUE(manifest->add(line("second.png")));
  }
  EXPECT_EQ(content(), first + manifest_text(line("second.png")));
}

TEST_F(ManifestTest, FindsTruncatedLinesOfAnyLength) {
  const std::string first = manifest_text(line("first.png"));
  for (const std::size_t length : {1u, 4095u, 4096u, 4097u, 9000u}) {
    folder.put("m.jsonl", first + std::string(length, 'x'));
    ASSERT_TRUE(ManifestFile::open(file));
    EXPECT_EQ(content(), first) << length;
  }
  for (const std::size_t length : {1u, 5u, 9u, 30u, 5000u}) {
    folder.put("m.jsonl", manifest_text(line(std::string(9000, 'x'))).substr(0, length));
    ASSERT_TRUE(ManifestFile::open(file)) << length;
    EXPECT_EQ(content(), "") << "nothing but a cut line";
  }
}

TEST_F(ManifestTest, KeepsOtherFilesUnchanged) {
  for (const std::string& text : {std::string("x"), std::string(5000, 'x'), std::string("{\"fov\": 25}"),
                                  std::string("a list\nof lines\n"), std::string("\n"),
                                  "{\"fov\": 25}\n" + manifest_text(line("a.png"))}) {
    folder.put("m.jsonl", text);
    const auto opened = ManifestFile::open(file);
    ASSERT_FALSE(opened) << text;
    EXPECT_THAT(opened.error().what, HasSubstr("not a manifest"));
    EXPECT_EQ(content(), text);
  }
  const std::string first = manifest_text(line("first.png"));
  folder.put("m.jsonl", "{ " + first.substr(1) + "cut");
  ASSERT_TRUE(ManifestFile::open(file)) << "written by another program";
  EXPECT_EQ(content(), "{ " + first.substr(1));
}

TEST_F(ManifestTest, ConcurrentWritersKeepWholeLines) {
  constexpr int threads = 4, lines = 200;
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&, t] {
      const auto manifest = ManifestFile::open(file);  // of its own, as another process would
      for (int i = 0; i < lines; ++i)
        ASSERT_TRUE(manifest->add(line(std::to_string(t) + "-" + std::to_string(i) + std::string(300, 'x'))));
    });
  for (std::thread& t : running) t.join();
  Manifest all;
  ASSERT_TRUE(read_manifest(file, all));
  EXPECT_EQ(all.pictures.size(), std::size_t{threads} * lines);
  EXPECT_EQ(all.damaged, 0u);
}

TEST_F(ManifestTest, LastLineOfAPictureWinsAndDamagedLinesAreCounted) {
  ManifestLine failed = line("a.png");
  failed.status = ItemStatus::failed;
  folder.put("m.jsonl", manifest_text(failed) + "{\"name\":\"b\n" + manifest_text(line("a.png")));
  Manifest all;
  ASSERT_TRUE(read_manifest(file, all));
  EXPECT_EQ(all.pictures.at("a.png").status, ItemStatus::written);
  EXPECT_EQ(all.damaged, 1u);
}

#ifdef __linux__
TEST_F(ManifestTest, FullDiskIsAnError) {
  const auto manifest = ManifestFile::open("/dev/full");
  ASSERT_TRUE(manifest);
  const auto added = manifest->add(line("a.png"));
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().what, HasSubstr("No space left"));
}
#endif

}  // namespace
}  // namespace mmd
