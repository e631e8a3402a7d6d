// What a picture, or what is written beside pictures, must not replace.

#include <filesystem>

#include <gmock/gmock.h>

#include "tests/cli/program.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class ReplacedInputs : public ProgramTest {
 protected:
  ReplacedInputs() {
    FileBuilder b = small_model();
    b.texture("tex\\a.png");
    b.file.materials[0].texture = 0;
    textured = put("textured/t.pmx", as_text(b.bytes()));
    texture = put("textured/tex/a.png", as_text(png_file(gradient(2, 2, false))));
  }
  /// The run is refused with these words, and the file is as it was.
  void expect_kept(const std::string& name, std::vector<std::string> arguments, const char* words) {
    const std::string before = content(name);
    ASSERT_NE(before, "");
    const Outcome outcome = mmdview(std::move(arguments));
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr(words));
    EXPECT_TRUE(content(name) == before) << name;
  }
  /// The same of a batch.
  void expect_batch_keeps(const std::string& name, const std::vector<std::string>& more, const char* words) {
    std::vector<std::string> arguments{"batch", textured, "--size", "8x8"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_kept(name, std::move(arguments), words);
  }
  std::string textured, texture;
};

constexpr const char* an_input = "would replace an input";
constexpr const char* a_texture = "would replace a texture";

TEST_F(ReplacedInputs, APictureOfATurntableIsNone) {
  put("turn_001.png", as_text(png_file(gradient(2, 2, false))));
  expect_kept("turn_001.png",
              {"shot", model, "-o", in_folder("turn.png"), "--turntable", "2", "--size", "8x8",
               "--background-picture", in_folder("turn_001.png")},
              an_input);
  EXPECT_EQ(content("turn_000.png"), "");
}

TEST_F(ReplacedInputs, WhatIsOfAnotherKindStaysWhereAPictureOfATurntableOrALabelWouldGo) {
  put("turn_001.png", content("ポーズ 1.vpd"));
  const std::vector<std::string> turntable{"shot",        model, "-o",     in_folder("turn.png"),
                                           "--turntable", "2",   "--size", "8x8"};
  expect_kept("turn_001.png", turntable, "there is a pose of that name");
  EXPECT_EQ(content("turn_000.png"), "");
  put("o.depth.png", content("ポーズ 1.vpd"));
  expect_kept("o.depth.png", {"shot", model, "-o", in_folder("o.png"), "--labels", "depth", "--size", "8x8"},
              "there is a pose of that name");
  put("turn.png", content("ポーズ 1.vpd"));  // is not written
  std::vector<std::string> forced = turntable;
  forced.push_back("--force");
  EXPECT_EQ(mmdview(forced).status, 0);
  EXPECT_EQ(decoded(content("turn_001.png")).width, 8);
  EXPECT_EQ(mmdview(turntable).status, 0);
  EXPECT_EQ(content("turn.png"), content("ポーズ 1.vpd"));
}

TEST_F(ReplacedInputs, WhatIsOfAnotherKindStaysWhereABatchWouldWrite) {
  const std::string pose_text = content("ポーズ 1.vpd");
  const std::vector<std::string> batch{"batch",    model,      "-o",    in_folder("out"), "--name",
                                       "only.png", "--labels", "depth", "--size",         "8x8"};
  put("out/only.png", pose_text);
  expect_kept("out/only.png", batch, "there is a pose of that name");
  std::filesystem::remove(folder.path() / "out" / "only.png");
  put("out/only.depth.png", pose_text);
  expect_kept("out/only.depth.png", batch, "there is a pose of that name");
  EXPECT_EQ(content("out/only.png"), "");
  std::vector<std::string> forced = batch;
  forced.push_back("--force");
  EXPECT_EQ(mmdview(forced).status, 0);
  EXPECT_EQ(decoded(content("out/only.depth.png")).width, 8);
}

TEST_F(ReplacedInputs, ALabelIsNone) {
  put("o.depth.png", as_text(png_file(gradient(2, 2, false))));
  expect_kept("o.depth.png",
              {"shot", model, "-o", in_folder("o.png"), "--labels", "depth", "--size", "8x8",
               "--background-picture", in_folder("o.depth.png")},
              an_input);
}

TEST_F(ReplacedInputs, TexturesOfFurtherModelsCount) {
  expect_kept("textured/tex/a.png", {"shot", model, textured, "-o", texture, "--size", "8x8"}, a_texture);
}

TEST_F(ReplacedInputs, WhatIsBesideABatchIsNoTexture) {
  for (const char* option : {"--sheet", "--index"})
    expect_batch_keeps("textured/tex/a.png", {"-o", in_folder("out"), option, texture}, a_texture);
}

TEST_F(ReplacedInputs, WhatIsBesideABatchIsNoList) {
  put("list.txt", pose + "\n");
  for (const char* option : {"--index", "--manifest"})
    expect_batch_keeps(
        "list.txt",
        {"-o", in_folder("out"), option, in_folder("list.txt"), "--poses", "@" + in_folder("list.txt")},
        an_input);
}

TEST_F(ReplacedInputs, AVideoIsNotItsOwnSound) {
  put("song.webm", "sound");
  expect_batch_keeps("song.webm", {"--video", in_folder("song.webm"), "--audio", in_folder("song.webm")},
                     an_input);
}

TEST_F(ReplacedInputs, AJoinedManifestIsNoneOfThoseThatItIsMadeOf) {
  const std::vector<std::string> into{"-o", in_folder("out"), "--manifest", in_folder("m.jsonl")};
  std::vector<std::string> arguments{"batch", textured, "--size", "8x8"};
  arguments.insert(arguments.end(), into.begin(), into.end());
  ASSERT_EQ(mmdview(arguments).status, 0);
  std::vector<std::string> merge = into;
  merge.insert(merge.end(), {"--merge", in_folder("*.jsonl")});
  expect_batch_keeps("m.jsonl", merge, an_input);
}

TEST_F(ReplacedInputs, JoinedLabelsAreNeitherWhatIsJoinedNorWhatIsBesideThem) {
  const std::vector<std::string> labelled{"-o", in_folder("out"), "--labels", "keypoints"};
  std::vector<std::string> make{"batch", textured, "--size", "8x8", "--manifest", in_folder("m.jsonl")};
  make.insert(make.end(), labelled.begin(), labelled.end());
  ASSERT_EQ(mmdview(make).status, 0);
  const auto refused = [&](const std::vector<std::string>& more, const char* words) {
    std::vector<std::string> merge{"batch", textured, "--size", "8x8"};
    merge.insert(merge.end(), labelled.begin(), labelled.end());
    merge.insert(merge.end(), more.begin(), more.end());
    const Outcome outcome = mmdview(merge);
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr(words));
  };
  refused({"--merge", in_folder("m.jsonl"), "--index", in_folder("out/annotations.json")},
          "two things would be written to it");
  std::filesystem::copy(path_from_utf8(in_folder("m.jsonl")),
                        path_from_utf8(in_folder("out/annotations.json")));
  const std::string before = content("out/annotations.json");
  refused({"--merge", in_folder("out/annotations.json")}, an_input);
  EXPECT_EQ(content("out/annotations.json"), before);
}

TEST_F(ReplacedInputs, AManifestGoesOnWithNoOtherFile) {
  for (const char* text : {"{\"fov\": 25}", "a\nb\n", "{\"fov\": 25}\n{\"name\":"}) {
    put("other", text);
    expect_batch_keeps("other", {"-o", in_folder("out"), "--manifest", in_folder("other")},
                       "that is no manifest");
  }
}

TEST_F(ReplacedInputs, ALabelIsNoOtherPictureNorWhatIsBesideIt) {
  put("poses/a.vpd", content("ポーズ 1.vpd"));
  const std::vector<std::string> labelled{
      "batch",      model,      "--size",          "8x8", "--poses",       in_folder("poses"), "--name",
      "{pose}.png", "--labels", "depth,keypoints", "-o",  in_folder("out")};
  const auto refused = [&](std::vector<std::string> more, int status, const char* words) {
    more.insert(more.begin(), labelled.begin(), labelled.end());
    const Outcome outcome = mmdview(more);
    expect_failure(outcome, status);
    EXPECT_THAT(outcome.err, HasSubstr(words));
  };
  refused({"--manifest", in_folder("out/a.coco.json")}, 1, "a label of one, has that name");
  refused({"--sheet", in_folder("out/a.depth.png")}, 1, "a label of one, has that name");
  put("poses/a.depth.vpd", content("ポーズ 1.vpd"));
  refused({}, 2, "a.depth.png would be both a picture and a label of a.png");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out" / "a.png"));
}

TEST_F(ReplacedInputs, ADryRunJoinsNothing) {
  put("m.jsonl", "");
  const Outcome outcome = mmdview({"batch", model, "-o", in_folder("out"), "--dry-run", "--merge",
                                   in_folder("m.jsonl"), "--manifest", in_folder("all.jsonl")});
  expect_failure(outcome, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--dry-run and --merge contradict each other"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "all.jsonl"));
}

}  // namespace
}  // namespace mmd::test
