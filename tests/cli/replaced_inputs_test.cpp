// What a picture, or what is written beside pictures, must not replace.

#include <filesystem>

#include <gmock/gmock.h>

#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class ReplacedInputs : public ProgramTest {
 protected:
  ReplacedInputs() {
    FileBuilder b = small_model();
    b.texture("tex\\A.png");
    b.file.materials[0].texture = 0;
    textured = put("textured/t.pmx", as_text(b.bytes()));
    texture = put("textured/tex/a.png", as_text(png_file(gradient(2, 2, false))));
  }
  /// The run is refused with these words, and the file is as it was.
  void expect_kept(const std::string& name, Words arguments, const char* words) {
    const std::string before = content(name);
    ASSERT_NE(before, "");
    const Outcome outcome = mmdview(std::move(arguments));
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr(words));
    EXPECT_TRUE(content(name) == before) << name;
  }
  /// The same of a batch.
  void expect_batch_keeps(const std::string& name, const Words& more, const char* words) {
    expect_kept(name, with({"batch", textured, "--size", "8x8"}, more), words);
  }
  std::string textured, texture;
};

constexpr const char* an_input = "would overwrite an input";

TEST_F(ReplacedInputs, TurntablePicturesAndLabelsNeverOverwriteAnInput) {
  const std::pair<const char*, Words> cases[] = {
      {"turn_001.png", {"-o", in_folder("turn.png"), "--turntable", "2"}},
      {"o.depth.png", {"-o", in_folder("o.png"), "--labels", "depth"}}};
  for (const auto& [name, output] : cases) {
    const std::string behind = put(name, as_text(png_file(gradient(2, 2, false))));
    expect_kept(name, with({"shot", model, "--size", "8x8", "--background-picture", behind}, output),
                an_input);
  }
  EXPECT_EQ(content("turn_000.png"), "");
}

TEST_F(ReplacedInputs, TurntablePicturesAndLabelsKeepFilesOfAnotherType) {
  put("turn_001.png", content("ポーズ 1.vpd"));
  const Words turntable{"shot", model, "-o", in_folder("turn.png"), "--turntable", "2", "--size", "8x8"};
  expect_kept("turn_001.png", turntable, "the file exists and is a pose");
  EXPECT_EQ(content("turn_000.png"), "");
  put("o.depth.png", content("ポーズ 1.vpd"));
  expect_kept("o.depth.png", {"shot", model, "-o", in_folder("o.png"), "--labels", "depth", "--size", "8x8"},
              "the file exists and is a pose");
  put("turn.png", content("ポーズ 1.vpd"));  // is not written
  EXPECT_EQ(mmdview(with(turntable, {"--force"})).status, 0);
  EXPECT_EQ(decoded(content("turn_001.png")).width, 8);
  EXPECT_EQ(mmdview(turntable).status, 0);
  EXPECT_EQ(content("turn.png"), content("ポーズ 1.vpd"));
}

TEST_F(ReplacedInputs, BatchKeepsFilesOfAnotherType) {
  const std::string pose_text = content("ポーズ 1.vpd");
  const Words batch{"batch",    model,      "-o",    in_folder("out"), "--name",
                    "only.png", "--labels", "depth", "--size",         "8x8"};
  put("out/only.png", pose_text);
  expect_kept("out/only.png", batch, "the file exists and is a pose");
  std::filesystem::remove(folder.path() / "out" / "only.png");
  put("out/only.depth.png", pose_text);
  expect_kept("out/only.depth.png", batch, "the file exists and is a pose");
  EXPECT_EQ(content("out/only.png"), "");
  EXPECT_EQ(mmdview(with(batch, {"--force"})).status, 0);
  EXPECT_EQ(decoded(content("out/only.depth.png")).width, 8);
}

TEST_F(ReplacedInputs, IndexAndManifestNeverOverwriteAList) {
  put("list.txt", pose + "\n");
  for (const char* option : {"--index", "--manifest"})
    expect_batch_keeps(
        "list.txt",
        {"-o", in_folder("out"), option, in_folder("list.txt"), "--poses", "@" + in_folder("list.txt")},
        an_input);
}

TEST_F(ReplacedInputs, VideoNeverOverwritesItsAudio) {
  put("song.webm", "sound");
  expect_batch_keeps("song.webm", {"--video", in_folder("song.webm"), "--audio", in_folder("song.webm")},
                     an_input);
}

TEST_F(ReplacedInputs, MergedManifestNeverOverwritesItsInputs) {
  const Words into{"-o", in_folder("out"), "--manifest", in_folder("m.jsonl")};
  ASSERT_EQ(mmdview(with({"batch", textured, "--size", "8x8"}, into)).status, 0);
  expect_batch_keeps("m.jsonl", with(into, {"--merge", in_folder("*.jsonl")}), an_input);
}

TEST_F(ReplacedInputs, MergedLabelsOverwriteNoInputAndNoOtherOutput) {
  const Words labelled{"batch", textured, "--size", "8x8", "-o", in_folder("out"), "--labels", "keypoints"};
  ASSERT_EQ(mmdview(with(labelled, {"--manifest", in_folder("m.jsonl")})).status, 0);
  const auto refused = [&](const Words& more, const char* words) {
    const Outcome outcome = mmdview(with(labelled, more));
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr(words));
  };
  refused({"--merge", in_folder("m.jsonl"), "--index", in_folder("out/annotations.json")},
          "two outputs have this name");
  std::filesystem::copy(path_from_utf8(in_folder("m.jsonl")),
                        path_from_utf8(in_folder("out/annotations.json")));
  const std::string before = content("out/annotations.json");
  refused({"--merge", in_folder("out/annotations.json")}, an_input);
  EXPECT_EQ(content("out/annotations.json"), before);
}

TEST_F(ReplacedInputs, LabelsOverwriteNoPictureAndNoOtherOutput) {
  put("poses/a.vpd", content("ポーズ 1.vpd"));
  const Words labelled{
      "batch",      model,      "--size",          "8x8", "--poses",       in_folder("poses"), "--name",
      "{pose}.png", "--labels", "depth,keypoints", "-o",  in_folder("out")};
  const auto refused = [&](const Words& more, int status, const char* words) {
    const Outcome outcome = mmdview(with(labelled, more));
    expect_failure(outcome, status);
    EXPECT_THAT(outcome.err, HasSubstr(words));
  };
  refused({"--manifest", in_folder("out/a.coco.json")}, 1, "label of the batch has the same name");
  refused({"--sheet", in_folder("out/a.depth.png")}, 1, "label of the batch has the same name");
  put("poses/a.depth.vpd", content("ポーズ 1.vpd"));
  refused({}, 2, "a.depth.png would be both a picture and a label of a.png");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out" / "a.png"));
}

TEST_F(ReplacedInputs, DryRunMergesNothing) {
  put("m.jsonl", "");
  const Outcome outcome = mmdview({"batch", model, "-o", in_folder("out"), "--dry-run", "--merge",
                                   in_folder("m.jsonl"), "--manifest", in_folder("all.jsonl")});
  expect_failure(outcome, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--dry-run and --merge cannot be used together"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "all.jsonl"));
}

/// What a command would be told to write to: the file itself, a link to it and another name of it.
class EveryNameOf : public ReplacedInputs {
 protected:
  Words names_of(const std::string& file, const std::string& extension) {
    const std::filesystem::path path = path_from_utf8(file);
    const std::string link = in_folder("link" + extension), hard = in_folder("hard" + extension);
    std::filesystem::create_symlink(path, path_from_utf8(link));
    std::filesystem::create_hard_link(path, path_from_utf8(hard));
    return {file, link, hard};
  }
  /// The run is refused, and the file stays.
  void expect_refused(Words arguments, const std::string& input) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    expect_kept(input, std::move(arguments), an_input);
  }
};

TEST_F(EveryNameOf, ModelOrPoseIsProtected) {
  const std::string disguised = put("model.png", content(model)), posed = put("pose.png", content(pose));
  for (const std::string& name : names_of(disguised, ".png"))
    expect_refused({"shot", disguised, "-o", name, "--force"}, disguised);
  expect_refused({"shot", disguised, "-o", in_folder("./model.png")}, disguised);
  expect_refused({"shot", model, posed, "-o", posed}, posed);
  expect_refused({"shot", model, "--attach", disguised + "@", "-o", disguised}, disguised);
  expect_refused({"pose", "mirror", pose, "-o", pose}, pose);
  expect_refused({"export", model, pose, "-o", pose}, pose);
}

TEST_F(EveryNameOf, TextureIsProtected) {
  put("prop/p.pmx", content(textured));
  const std::string prop = in_folder("prop/p.pmx"),
                    of_prop = put("prop/tex/a.png", as_text(png_file(gradient(2, 2, false))));
  for (const std::string& name : names_of(texture, ".png")) {
    expect_refused({"thumbnail", textured, name}, texture);
    expect_refused({"shot", textured, "-o", name, "--size", "8x8", "--force"}, texture);
    expect_refused({"shot", model, textured, "-o", name, "--size", "8x8", "--force"}, texture);
    expect_refused({"batch", textured, "--poses", pose, "-o", to_utf8(path_from_utf8(name).parent_path()),
                    "--name", to_utf8(path_from_utf8(name).filename()), "--size", "8x8", "--force"},
                   texture);
    for (const char* beside : {"--sheet", "--index"})
      expect_refused({"batch", textured, "-o", in_folder("out"), beside, name, "--size", "8x8", "--force"},
                     texture);
  }
  expect_refused({"shot", model, "--attach", prop + "@", "-o", of_prop, "--size", "8x8", "--force"}, of_prop);
  expect_refused({"batch", model, "--attach", prop + "@", "-o", in_folder("prop/tex"), "--name", "a.png",
                  "--size", "8x8", "--force"},
                 of_prop);
}

TEST_F(EveryNameOf, ArchiveIsProtected) {
  const std::string archive = put(
      "a.png", as_text(zip_file({{"m.pmx", content(model), 0, true}, {"p.vpd", content(pose), 0, true}})));
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
  const std::string other = put("o.vpd", content(archive));
  expect_refused({"pose", "mirror", other + "/p.vpd", "-o", other, "--force"}, other);
  expect_refused({"export", other, "-o", other, "--force"}, other);
}

TEST_F(EveryNameOf, PoseListOrBackgroundIsProtectedFromAForcedBatch) {
  put("poses/1.vpd", content(pose));
  const std::string disguised = put("poses/a.png", content(pose)),
                    list = put("poses/list.png", in_folder("poses/1.vpd") + "\n"),
                    behind = put("poses/b.png", as_text(png_file(gradient(2, 2, false))));
  const auto batch = [&](const char* name, const Words& more) {
    return with({"batch", model, "-o", in_folder("poses"), "--name", name, "--size", "8x8", "--force"}, more);
  };
  expect_refused(batch("a.png", {"--poses", disguised}), disguised);
  expect_refused(batch("list.png", {"--poses", "@" + list}), list);
  expect_refused(batch("b.png", {"--poses", pose, "--background-picture", behind}), behind);
  expect_refused({"batch", model, "--poses", pose, "-o", in_folder("out"), "--size", "8x8", "--manifest",
                  pose, "--force"},
                 pose);
}

TEST_F(EveryNameOf, StateOrItsFilesAreProtected) {
  put("textured/s.state.json", "{\"mmdview-state\": 1, \"files\": [\"t.pmx\"]}");
  const std::string state = in_folder("textured/s.state.json");
  for (const std::string& name : names_of(texture, ".png"))
    expect_refused({"shot", "--state", state, "-o", name, "--size", "8x8", "--force"}, texture);
  expect_refused(
      {"batch", "--state", state, "-o", in_folder("out"), "--index", state, "--size", "8x8", "--force"},
      state);
}

TEST_F(ReplacedInputs, APictureNeverOverwritesTheReferencePictureOfItsScene) {
  put("behind.png", as_text(png_file(gradient(2, 2, false))));
  const std::string scene = put(
      "s.mmdscene",
      "{\"mmdview-scene\": 1, \"files\": [\"textured/t.pmx\"], \"reference\": {\"file\": \"behind.png\"}}");
  expect_kept("behind.png", {"shot", scene, "-o", in_folder("behind.png"), "--size", "8x8", "--force"},
              an_input);
}

TEST_F(ReplacedInputs, OnlyForceOverwritesOtherFiles) {
  put("notes.png", "what I noted");
  put("empty.png", "");
  put("pose.vpd", as_text(png_file(gradient(2, 2, false))));
  put("model.obj", as_text(png_file(gradient(2, 2, false))));
  const Words shot{"shot", model, "-o", in_folder("notes.png"), "--size", "8x8"};
  expect_kept(
      "notes.png", shot,
      "the file exists and is not a picture; it was not overwritten\n  hint: give another name, or --force");
  expect_kept("notes.png", {"thumbnail", model, in_folder("notes.png")}, "and is not a picture");
  expect_kept("notes.png", {"batch", model, "-o", in_folder("."), "--name", "notes.png", "--size", "8x8"},
              "and is not a picture");
  expect_kept("pose.vpd", {"export", model, pose, "-o", in_folder("pose.vpd")},
              "the file exists and is a picture");
  expect_kept("model.obj", {"export", model, "-o", in_folder("model.obj")},
              "the file exists and is a picture");
  EXPECT_EQ(mmdview(with(shot, {"--force"})).status, 0);
  EXPECT_EQ(decoded(content("notes.png")).width, 8);
  for (const char* time : {"empty", "a picture"})
    EXPECT_EQ(mmdview({"shot", model, "-o", in_folder("empty.png"), "--size", "8x8"}).status, 0) << time;
  for (const char* name : {"m.glb", "m.obj", "m.vpd"})
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(mmdview({"export", model, "-o", in_folder(name)}).status, 0) << name << ", time " << i;
}

}  // namespace
}  // namespace mmd::test
