// What a picture, or what is written beside pictures, must not replace.

#include <filesystem>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

std::string bytes_in(const std::string& file) {
  return std::string(as_text(read_file(path_from_utf8(file)).value()));
}

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
  expect_kept("textured/tex/a.png", {"shot", model, textured, "-o", texture, "--size", "8x8"}, an_input);
}

TEST_F(ReplacedInputs, WhatIsBesideABatchIsNoTexture) {
  for (const char* option : {"--sheet", "--index"})
    expect_batch_keeps("textured/tex/a.png", {"-o", in_folder("out"), option, texture}, an_input);
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

/// What a command would be told to write to: the file itself, a link to it and another name of it.
class EveryNameOf : public ReplacedInputs {
 protected:
  std::vector<std::string> names_of(const std::string& file, const std::string& extension) {
    const std::filesystem::path path = path_from_utf8(file);
    const std::string link = in_folder("link" + extension), hard = in_folder("hard" + extension);
    std::filesystem::create_symlink(path, path_from_utf8(link));
    std::filesystem::create_hard_link(path, path_from_utf8(hard));
    return {file, link, hard};
  }
  /// The run is refused, and the file stays.
  void expect_refused(std::vector<std::string> arguments, const std::string& input) {
    const std::string before = bytes_in(input);
    const Outcome outcome = mmdview(arguments);
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr(an_input)) << testing::PrintToString(arguments);
    EXPECT_TRUE(bytes_in(input) == before) << testing::PrintToString(arguments);
  }
};

TEST_F(EveryNameOf, ATextureStaysWhateverIsMade) {
  put("prop/p.pmx", bytes_in(textured));
  const std::string prop = in_folder("prop/p.pmx"),
                    of_prop = put("prop/tex/a.png", as_text(png_file(gradient(2, 2, false))));
  for (const std::string& name : names_of(texture, ".png")) {
    expect_refused({"thumbnail", textured, name}, texture);
    expect_refused({"shot", textured, "-o", name, "--size", "8x8", "--force"}, texture);
    expect_refused({"shot", model, textured, "-o", name, "--size", "8x8", "--force"}, texture);
    expect_refused({"batch", textured, "--poses", pose, "-o", to_utf8(path_from_utf8(name).parent_path()),
                    "--name", to_utf8(path_from_utf8(name).filename()), "--size", "8x8", "--force"},
                   texture);
    expect_refused({"batch", textured, "--poses", pose, "-o", in_folder("out"), "--sheet", name, "--size",
                    "8x8", "--force"},
                   texture);
  }
  expect_refused({"shot", model, "--attach", prop + "@", "-o", of_prop, "--size", "8x8", "--force"}, of_prop);
  expect_refused({"batch", model, "--attach", prop + "@", "-o", in_folder("prop/tex"), "--name", "a.png",
                  "--size", "8x8", "--force"},
                 of_prop);
}

TEST_F(EveryNameOf, AnArchiveStaysThatHoldsTheModelOrThePose) {
  const std::string archive = put(
      "a.png", as_text(zip_file({{"m.pmx", bytes_in(model), 0, true}, {"p.vpd", bytes_in(pose), 0, true}})));
  for (const std::string& name : names_of(archive, ".png")) {
    const std::string folder_of = to_utf8(path_from_utf8(name).parent_path()),
                      called = to_utf8(path_from_utf8(name).filename());
    expect_refused({"shot", archive + "/m.pmx", "-o", name, "--size", "8x8", "--force"}, archive);
    expect_refused({"shot", archive, "-o", name, "--size", "8x8", "--force"}, archive);
    expect_refused({"thumbnail", archive + "/m.pmx", name}, archive);
    expect_refused(
        {"batch", model, "--poses", archive, "-o", folder_of, "--name", called, "--size", "8x8", "--force"},
        archive);
    expect_refused({"batch", archive + "/m.pmx", "--poses", pose, "-o", folder_of, "--name", called, "--size",
                    "8x8", "--force"},
                   archive);
  }
  const std::string other = put("o.vpd", bytes_in(archive));
  expect_refused({"pose", "mirror", other + "/p.vpd", "-o", other, "--force"}, other);
  expect_refused({"export", other, "-o", other, "--force"}, other);
}

TEST_F(EveryNameOf, PosesListsAndPicturesBehindStayWhereABatchIsForced) {
  put("poses/1.vpd", bytes_in(pose));
  const std::string disguised = put("poses/a.png", bytes_in(pose)),
                    list = put("poses/list.png", in_folder("poses/1.vpd") + "\n"),
                    behind = put("poses/b.png", as_text(png_file(gradient(2, 2, false))));
  const auto batch = [&](const char* name, const std::vector<std::string>& more) {
    std::vector<std::string> out{"batch", model,    "-o",  in_folder("poses"), "--name",
                                 name,    "--size", "8x8", "--force"};
    out.insert(out.end(), more.begin(), more.end());
    return out;
  };
  expect_refused(batch("a.png", {"--poses", disguised}), disguised);
  expect_refused(batch("list.png", {"--poses", "@" + list}), list);
  expect_refused(batch("b.png", {"--poses", pose, "--background-picture", behind}), behind);
  expect_refused({"batch", model, "--poses", pose, "-o", in_folder("out"), "--size", "8x8", "--manifest",
                  pose, "--force"},
                 pose);
}

TEST_F(EveryNameOf, FilesOfAStateStay) {
  put("textured/s.state.json", "{\"mmdview-state\": 1, \"files\": [\"t.pmx\"]}");
  const std::string state = in_folder("textured/s.state.json");
  for (const std::string& name : names_of(texture, ".png"))
    expect_refused({"shot", "--state", state, "-o", name, "--size", "8x8", "--force"}, texture);
  expect_refused(
      {"batch", "--state", state, "-o", in_folder("out"), "--index", state, "--size", "8x8", "--force"},
      state);
}

TEST_F(ReplacedInputs, WhatIsNoPictureStaysWhereOneWouldGoUnlessItIsForced) {
  put("notes.png", "what I noted");
  put("empty.png", "");
  put("pose.vpd", as_text(png_file(gradient(2, 2, false))));
  put("model.obj", as_text(png_file(gradient(2, 2, false))));
  const std::vector<std::string> shot{"shot", model, "-o", in_folder("notes.png"), "--size", "8x8"};
  expect_kept("notes.png", shot, "the file exists and is not a picture");
  expect_kept("notes.png", {"thumbnail", model, in_folder("notes.png")}, "and is not a picture");
  expect_kept("notes.png", {"batch", model, "-o", in_folder("."), "--name", "notes.png", "--size", "8x8"},
              "and is not a picture");
  expect_kept("pose.vpd", {"export", model, pose, "-o", in_folder("pose.vpd")}, "there is a picture");
  expect_kept("model.obj", {"export", model, "-o", in_folder("model.obj")}, "there is a picture");
  std::vector<std::string> forced = shot;
  forced.push_back("--force");
  EXPECT_EQ(mmdview(forced).status, 0);
  EXPECT_EQ(decoded(content("notes.png")).width, 8);
  EXPECT_EQ(mmdview({"shot", model, "-o", in_folder("empty.png"), "--size", "8x8"}).status, 0);
  for (const char* name : {"m.glb", "m.obj", "m.vpd"})
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(mmdview({"export", model, "-o", in_folder(name)}).status, 0) << name << ", time " << i;
}

}  // namespace
}  // namespace mmd::test
