// `batch --views random:N`: cameras and light by chance.

#include <map>
#include <sstream>

#include <gmock/gmock.h>

#include "assets/image.h"
#include "formats/vmd.h"
#include "tests/cli/program.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

class BatchRandomViews : public ProgramTest {
 protected:
  BatchRandomViews() {
    folder.put("poses/a.vpd", content("ポーズ 1.vpd"));
    folder.put("poses/b.vpd", content("ポーズ 2.vpd"));
  }
  /// The pictures of two poses from two views each, those of an earlier call among them.
  std::map<std::string, std::string> pictures(const char* seed, Words more = {}) {
    const Outcome done =
        mmdview(with({"batch", model, "--poses", in_folder("poses"), "-o", in_folder("o"), "--size", "48x32",
                      "--name", "{pose}_{view}.png", "--views", "random:2", "--seed", seed, "--random-fov",
                      "20:40", "--random-roll", "10:30", "--random-light"},
                     more));
    EXPECT_EQ(done.status, 0) << done.err;
    std::map<std::string, std::string> out;
    for (const char* name : {"a_random_000", "a_random_001", "b_random_000", "b_random_001"})
      out[name] = content(std::string("o/") + name + ".png");
    return out;
  }
};

TEST_F(BatchRandomViews, MetadataReproduceThePictureWithShot) {
  for (const auto& [name, bytes] : pictures("5")) {
    const auto options = embedded_text(as_byte_span(bytes), "Options");
    ASSERT_TRUE(options) << name;
    Words arguments{
        "shot",   model,  in_folder(name[0] == 'a' ? "poses/a.vpd" : "poses/b.vpd"), "-o", in_folder("s.png"),
        "--size", "48x32"};
    const std::size_t own = arguments.size();
    std::istringstream words(*options);
    for (std::string word, value; words >> word;)
      for (const char* const option : {"--camera", "--fov", "--roll", "--light-direction"})
        if (word == option && words >> value) arguments.insert(arguments.end(), {word, value});
    ASSERT_EQ(arguments.size(), own + 8) << *options;
    ASSERT_EQ(mmdview(arguments).status, 0);
    EXPECT_TRUE(decoded(bytes).rgba == decoded(content("s.png")).rgba) << name << ": " << *options;
  }
}

TEST_F(BatchRandomViews, SameSeedGivesTheSamePicturesInAnyShard) {
  const auto first = pictures("5");
  for (const auto& [name, bytes] : first) EXPECT_FALSE(bytes.empty()) << name;
  EXPECT_NE(first.at("a_random_000"), first.at("a_random_001"));
  for (const auto& [name, bytes] : pictures("6")) EXPECT_NE(bytes, first.at(name)) << name;
  pictures("5", {"--shard", "1/2"});
  EXPECT_TRUE(pictures("5", {"--shard", "0/2"}) == first);
}

TEST_F(BatchRandomViews, SkipExistingRedrawsPicturesOfAnotherSeed) {
  // Of the same bytes and name, but in another folder: another pose to chance.
  folder.put("one/x/a.vpd", content("ポーズ 1.vpd"));
  folder.put("other/y/a.vpd", content("ポーズ 1.vpd"));
  const auto made = [&](const char* poses) {
    return mmdview({"batch", model, "--poses", in_folder(poses), "-o", in_folder("o"), "--size", "48x32",
                    "--name", "one.png", "--views", "random:1", "--skip-existing"})
        .err;
  };
  EXPECT_THAT(made("one"), ::testing::HasSubstr("1 picture: "));
  EXPECT_THAT(made("other"), ::testing::HasSubstr("1 picture: "));
  EXPECT_THAT(made("other"), ::testing::HasSubstr("1 there already"));
}

TEST_F(BatchRandomViews, StoreTheFrameInTheMetadata) {
  vmd::File motion = vmd::empty_file("m");
  motion.bones = {bone_key("Bone0", 0), bone_key("Bone0", 4, {0, 1, 0})};
  const Bytes bytes = vmd::write(motion).value();
  const std::string file = put("m.vmd", as_text(bytes));
  const Outcome done = mmdview({"batch", model, "--motions", file, "-o", in_folder("o"), "--size", "48x32",
                                "--name", "{frame}.png", "--frames", "2:4:2", "--views", "random:1"});
  ASSERT_EQ(done.status, 0) << done.err;
  const std::string picture = content("o/4.png");
  EXPECT_THAT(embedded_text(as_byte_span(picture), "Options").value_or(""),
              ::testing::HasSubstr("--frame 4"));
}

TEST_F(BatchRandomViews, UseTheFieldOfViewOfTheCameraByDefault) {
  const Outcome done = mmdview({"batch", model, "-o", in_folder("o"), "--size", "48x32", "--name",
                                "{view}.png", "--views", "random:2", "--fov", "17"});
  ASSERT_EQ(done.status, 0) << done.err;
  for (const char* name : {"o/random_000.png", "o/random_001.png"}) {
    const std::string bytes = content(name);
    EXPECT_THAT(embedded_text(as_byte_span(bytes), "Options").value_or(""), ::testing::HasSubstr("--fov 17"));
  }
}

}  // namespace
}  // namespace mmd::test
