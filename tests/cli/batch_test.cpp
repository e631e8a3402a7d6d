// `batch` from outside: what it writes, what it leaves alone, what it says.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "formats/vmd.h"
#include "tests/cli/batch_fixture.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

TEST_F(Batch, PicturesEqualThoseOfShot) {
  const Outcome done = poses({"--views", "front,left", "--no-ik"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out, "");
  const auto pictures = written();
  const std::string stem = to_utf8(path_from_utf8(model).stem());
  EXPECT_THAT(names(), UnorderedElementsAre(stem + "/a_front.png", stem + "/a_left.png",
                                            stem + "/sub/b_front.png", stem + "/sub/b_left.png"));
  EXPECT_EQ(pictures.at(stem + "/a_left.png"), shot({in_folder("poses/a.vpd"), "--view", "left", "--no-ik"}));
  EXPECT_EQ(pictures.at(stem + "/sub/b_front.png"),
            shot({in_folder("poses/sub/b.vpd"), "--view", "front", "--no-ik"}));
  EXPECT_NE(pictures.at(stem + "/a_left.png"), pictures.at(stem + "/a_front.png"));
}

TEST_F(Batch, StateAddsItsOtherModels) {
  const std::string start = R"({"mmdview-state": 1, "options": {"place": ["-1,0,0", "1,0,0"], "no-ik": true},
    "files": [")" + model + R"(", ")" +
                            in_folder("poses/a.vpd") + R"("])";
  const std::string both = put("both.json", start + R"(, "beside": [{"files": [")" + model + R"("],
    "pose": "Vocaloid Pose Data file\n\nm.osm;\n1;\n\nBone0{腕\n0,0,0;\n0,0,0.7,0.7;\n}\n"}]})");
  const std::string alone = put("alone.json", start + "}");
  const auto shown = [&](const std::string& state) {
    const std::string picture = in_folder("shot.png");
    EXPECT_EQ(mmdview({"shot", "--state", state, "-o", picture, "--size", "48x32"}).status, 0);
    return decoded(content("shot.png")).rgba;
  };
  const auto made = [&](const std::string& state) {
    const Outcome done = mmdview({"batch", "--state", state, "-o", in_folder("out"), "--size", "48x32",
                                  "--poses", in_folder("poses/a.vpd"), "--name", "a.png"});
    EXPECT_EQ(done.status, 0) << done.err;
    return decoded(content("out/a.png")).rgba;
  };
  EXPECT_EQ(made(both), shown(both));
  EXPECT_EQ(made(alone), shown(alone));
  EXPECT_NE(shown(both), shown(alone));
}

TEST_F(Batch, FormatsTurntablesAndComparisonsEqualThoseOfShot) {
  EXPECT_EQ(poses({"--name", "{pose}_{view}.webp", "--turntable", "2"}).status, 0);
  shot({in_folder("poses/a.vpd"), "--turntable", "2"}, "t.webp");
  EXPECT_EQ(content("out/a_001.webp"), content("t_001.webp"));
  EXPECT_EQ(poses({"--name", "{pose}.jpg", "--compare", "append"}).status, 0);
  EXPECT_EQ(content("out/a.jpg"), shot({in_folder("poses/a.vpd"), "--compare", "append"}, "c.jpg"));
}

TEST_F(Batch, ReportsProblemsOfTheComparedPose) {
  const std::string other = put("other.vpd", vpd_text("Bone0{nobody's bone\n0,0,0;\n0,0,0,1;\n}\n"));
  EXPECT_THAT(poses({"--compare", other}).err, HasSubstr("nobody's bone"));
}

TEST_F(Batch, FramesOfAMotionEqualThoseOfShot) {
  vmd::File motion = vmd::empty_file("m");
  motion.properties = {{0, 1, {}}};
  const std::string file = put("m.vmd", as_text(vmd::write(motion).value()));
  const Outcome done = batch({"--motions", file, "--frames", "0:4:2", "--name", "{pose}_{frame:03}.png"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(names(), ElementsAre("m_000.png", "m_002.png", "m_004.png"));
  EXPECT_EQ(content("out/m_002.png"), shot({file, "--frame", "2"}));
}

TEST_F(Batch, CameraKeysCountForTheEndOfAMotion) {
  vmd::File motion = vmd::empty_file("m");
  motion.cameras.resize(2);
  motion.cameras[1].frame = 3;
  const std::string file = put("c.vmd", as_text(vmd::write(motion).value()));
  const Outcome done = batch({"--motions", file, "--frames", "0:", "--name", "{frame}.png", "--dry-run"});
  EXPECT_EQ(done.out, "make\t0.png\nmake\t1.png\nmake\t2.png\nmake\t3.png\n") << done.err;
}

TEST_F(Batch, LabelsEqualThoseOfShotAndMissingOnesAreMadeAgain) {
  const Words labelled{"--name", "{pose}.png", "--skip-existing", "--labels"};
  ASSERT_EQ(poses(with(labelled, {"depth,bones"})).status, 0);
  EXPECT_EQ(content("out/a.png"), shot({in_folder("poses/a.vpd"), "--labels", "depth,bones"}, "a.png"));
  EXPECT_EQ(content("out/a.depth.png"), content("a.depth.png"));
  EXPECT_FALSE(content("out/b.depth.png").empty());
  EXPECT_THAT(poses(with(labelled, {"depth,bones"})).err, HasSubstr("2 there already"));
  const auto before = written();
  std::filesystem::remove(folder.path() / "out" / "a.depth.png");
  EXPECT_THAT(poses(with(labelled, {"depth,bones"})).err, HasSubstr("1 picture, 1 there already"));
  EXPECT_EQ(written(), before);
  EXPECT_THAT(poses(with(labelled, {"depth,bones,parts"})).err, HasSubstr("2 pictures: "));
  EXPECT_FALSE(content("out/b.parts.png").empty());
}

TEST_F(Batch, ChangedBackgroundPictureRedrawsAndIsNeverOverwritten) {
  const auto painted = [&](const char* name, std::array<std::uint8_t, 4> colour) {
    return put(name, as_text(png_file({1, 1, {colour}})));
  };
  const std::string behind = painted("sky.png", {0, 0, 255, 255});
  const Words asked{"--name", "{pose}.png", "--background-picture", behind, "--skip-existing"};
  ASSERT_EQ(poses(asked).status, 0);
  const std::string first = content("out/a.png");
  EXPECT_EQ(first, shot({in_folder("poses/a.vpd"), "--background-picture", behind}));
  EXPECT_THAT(poses(asked).err, HasSubstr("2 there already"));
  painted("sky.png", {255, 0, 0, 255});
  ASSERT_EQ(poses(asked).status, 0);
  EXPECT_NE(content("out/a.png"), first);
  const std::string own = painted("out/b.png", {9, 9, 9, 255});
  const std::string before = content("out/b.png");
  EXPECT_EQ(poses({"--name", "{pose}.png", "--background-picture", own}).status, 1);
  EXPECT_EQ(content("out/b.png"), before);
}

TEST_F(Batch, ReportsFailuresAndContinues) {
  put("poses/bad.vpd", "garbage");
  put("poses/empty.vpd", "");
  const std::string broken = put("broken.pmx", "PMX garbage"), stem = to_utf8(path_from_utf8(model).stem());
  const Outcome done = poses({broken, "--name", "{model}_{pose}.png", "--manifest", in_folder("m.jsonl")});
  EXPECT_EQ(done.status, 3);
  EXPECT_THAT(done.err, HasSubstr("empty.vpd: the file is empty"));
  EXPECT_THAT(done.err, HasSubstr("2 pictures, 6 failed"));
  EXPECT_THAT(names(), ElementsAre(stem + "_a.png", stem + "_b.png"));
  std::map<std::string, std::string> status;
  for (const auto& line : manifest("m.jsonl")) status[line["name"]] = line["status"];
  EXPECT_EQ(status.size(), 8u);
  EXPECT_EQ(status[stem + "_bad.png"], "failed");
  EXPECT_EQ(status["broken_a.png"], "failed");
  EXPECT_EQ(status[stem + "_a.png"], "written");
}

TEST_F(Batch, RefusesDuplicateNamesBeforeDrawing) {
  put("poses/other/a.vpd", content("poses/a.vpd"));
  const Outcome done = poses({"--name", "{pose}.png"});
  expect_failure(done, 2);
  EXPECT_THAT(done.err, HasSubstr("two pictures would get the name a.png"));
  EXPECT_THAT(done.err, HasSubstr("hint: add {folder} to --name"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_F(Batch, RefusesStandardInputAndOutput) {
  for (const Words& more : {Words{"-"}, {"--manifest", "-"}, {"--index", "-"}}) {
    const Outcome outcome = poses(more);
    EXPECT_EQ(outcome.status, 2) << more.back();
    EXPECT_THAT(outcome.err, HasSubstr("cannot be standard input or output")) << more.front();
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(Batch, EmptyFolderIsAnErrorAloneAndAProblemWithOthers) {
  std::filesystem::create_directory(folder.path() / "empty");
  expect_failure(batch({"--poses", in_folder("empty")}), 1);
  const Outcome beside = poses({"--poses", in_folder("empty"), "--dry-run"});
  EXPECT_EQ(beside.status, 3);
  EXPECT_THAT(beside.err, HasSubstr("contains no poses"));
}

TEST_F(Batch, WithoutPosesModelsAreAtRest) {
  EXPECT_EQ(batch({"--name", "{pose}.png"}).status, 0);
  EXPECT_EQ(content("out/rest.png"), shot({}));
}

TEST_F(Batch, SkipExistingKeepsUpToDatePictures) {
  const Words names_of{"--name", "{pose}.png", "--skip-existing"};
  ASSERT_EQ(poses(names_of).status, 0);
  const auto before = written();
  put("out/a.png", before.at("a.png").substr(0, before.at("a.png").size() - 9));  // not whole
  Outcome again = poses(names_of);
  EXPECT_THAT(again.err, HasSubstr("1 picture, 1 there already"));
  EXPECT_EQ(written(), before);
  // Other bytes of the pose, other options: made anew.
  put("poses/a.vpd", vpd_text("Bone0{腕\n0,1,0;\n0,0,0,1;\n}\n"));
  again = poses(names_of);
  EXPECT_THAT(again.err, HasSubstr("1 picture, 1 there already"));
  EXPECT_NE(written().at("a.png"), before.at("a.png"));
  EXPECT_THAT(poses(with(names_of, {"--fov", "20"})).err, HasSubstr("2 pictures: "));
}

TEST_F(Batch, ChangedShadersRedrawPictures) {
  for (const auto& entry : std::filesystem::directory_iterator(MMDVIEW_SOURCE_DIR "/shaders"))
    if (entry.is_regular_file()) {
      std::ifstream in(entry.path(), std::ios::binary);
      put("shaders/" + to_utf8(entry.path().filename()), std::string(std::istreambuf_iterator(in), {}));
    }
  const Words asked{"--name", "{pose}.png", "--shader-dir", in_folder("shaders"), "--skip-existing"};
  ASSERT_EQ(poses(asked).status, 0);
  EXPECT_THAT(poses(asked).err, HasSubstr("2 there already"));
  put("shaders/model.frag", content("shaders/model.frag") + "// changed\n");
  EXPECT_THAT(poses(asked).err, HasSubstr("2 pictures: "));
}

TEST_F(Batch, ShardsEqualOneRunAndManifestsMerge) {
  for (int i = 0; i < 6; ++i) put("poses/p" + std::to_string(i) + ".vpd", content("poses/a.vpd"));
  const Words common{"--name", "{pose}.png", "--no-physics"};
  ASSERT_EQ(poses(common).status, 0);
  const auto whole = written();
  std::filesystem::remove_all(folder.path() / "out");
  ASSERT_EQ(poses(with(common, {"--shard", "0/2", "--manifest", in_folder("m0.jsonl")})).status, 0);
  const Words merge = with(common, {"--merge", in_folder("m*.jsonl"), "--manifest", in_folder("all.jsonl")});
  const Outcome half = poses(merge);
  EXPECT_EQ(half.status, 3);
  EXPECT_THAT(half.err, HasSubstr("missing: it is in no manifest"));
  Invocation kubernetes;
  kubernetes.environment = {{"JOB_COMPLETION_INDEX", "1"}};
  const Words second{
      "--shard", "auto", "--shards", "2", "--manifest", in_folder("m1.jsonl"), "--poses", in_folder("poses")};
  ASSERT_EQ(batch(with(common, second), kubernetes).status, 0);
  EXPECT_EQ(written(), whole);
  const Outcome joined = poses(merge);
  EXPECT_EQ(joined.status, 0) << joined.err;
  const Words twice{"--merge", to_utf8(folder.path() / "." / "m0.jsonl")};
  EXPECT_EQ(poses(with(merge, twice)).status, 0) << "it is the same manifest";
  EXPECT_EQ(manifest("all.jsonl").size(), whole.size());
}

TEST_F(Batch, MergeWritesOneLabelFileForAllShards) {
  const auto first = put("x/one.pmx", content("モデル 1.pmx")),
             second = put("y/two.pmx", content("モデル 1.pmx"));
  const Words common{"batch",
                     first,
                     second,
                     "-o",
                     in_folder("out"),
                     "--size",
                     "48x32",
                     "--labels",
                     "keypoints,camera",
                     "--poses",
                     in_folder("poses/sub")};
  const auto run = [&](const Words& more) { return mmdview(with(common, more)); };
  for (const char* i : {"0", "1"})
    ASSERT_EQ(run({"--shard", std::string(i) + "/2", "--manifest", in_folder("m.jsonl")}).status, 0);
  const Outcome joined = run({"--merge", in_folder("m.jsonl")});
  EXPECT_EQ(joined.status, 0) << joined.err;
  const auto coco = nlohmann::json::parse(content("out/annotations.json"));
  ASSERT_EQ(coco["images"].size(), 2u);
  EXPECT_EQ(coco["images"][0]["file_name"], "one/b.png");
  EXPECT_EQ(coco["images"][1]["file_name"], "two/b.png");
  EXPECT_NE(coco["images"][0]["id"], coco["images"][1]["id"]);
  EXPECT_EQ(nlohmann::json::parse(content("out/transforms.json"))["frames"][1]["file_path"], "two/b.png");

  put("out/one/b.coco.json", "cut");
  std::filesystem::remove(folder.path() / "out/two/b.camera.json");
  const Outcome less = run({"--merge", in_folder("m.jsonl")});
  EXPECT_EQ(less.status, 3);
  EXPECT_THAT(less.err, HasSubstr("one/b.coco.json: missing: no labels"));
  EXPECT_THAT(less.err, HasSubstr("two/b.camera.json: missing: there is no such file"));
  EXPECT_EQ(nlohmann::json::parse(content("out/annotations.json"))["images"].size(), 1u);
}

TEST_F(Batch, RefusesToOverwriteTexturesBeforeDrawing) {
  FileBuilder own = small_model();
  own.texture("a.png");
  own.texture("..\\tex\\b.png");
  put("set/girl/girl.pmx", as_text(own.bytes()));
  put("set/girl/a.png", "texture");
  put("set/tex/b.png", "texture");
  const auto refused = [&](const std::string& output, const std::string& name) {
    const Outcome done = mmdview({"batch", in_folder("set/girl/girl.pmx"), "--poses", in_folder("poses"),
                                  "-o", output, "--name", name, "--size", "8x8"});
    expect_failure(done, 1);
    EXPECT_THAT(done.err, HasSubstr("the output would overwrite an input"));
    EXPECT_EQ(content("set/girl/a.png"), "texture");
    EXPECT_EQ(content("set/tex/b.png"), "texture");
  };
  refused(in_folder("set/girl"), "{pose}.png");
  refused(in_folder("set/tex"), "{pose}.png");
  refused(in_folder(""), "set/tex/{pose}.png");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "set/girl/b.png")) << "the others are not made either";
  std::filesystem::create_symlink(folder.path() / "set/girl", folder.path() / "link");
  refused(in_folder("link"), "{pose}.png");
}

TEST_F(Batch, RefusesLabelsThatOverwriteTextures) {
  FileBuilder own = small_model();
  own.texture("a.normals.png");
  own.texture("a.labels.json.png");
  put("girl/girl.pmx", as_text(own.bytes()));
  const std::string texture(as_text(png_file(gradient(2, 2, false))));
  put("girl/a.normals.png", texture);
  const auto run = [&](Words words, const std::string& labels) {
    words.insert(words.begin() + 1, {in_folder("girl/girl.pmx"), "--size", "8x8", "--labels", labels});
    return mmdview(std::move(words));
  };
  const Words batch{"batch", "--poses", in_folder("poses"), "-o", in_folder("girl"), "--name", "{pose}.png"};
  const Words shot{"shot", "-o", in_folder("girl/a.png")};
  for (const auto& words : {batch, shot}) {
    const Outcome refused = run(words, "depth,normals");
    expect_failure(refused, 1);
    EXPECT_THAT(refused.err, HasSubstr("the output would overwrite an input"));
    EXPECT_TRUE(content("girl/a.normals.png") == texture);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "girl/a.depth.png"));
    EXPECT_EQ(run(words, "bones").status, 0) << "others are none of the texture's business";
    std::filesystem::remove(folder.path() / "girl/a.png");
  }
}

TEST_F(Batch, ContactSheetAndIndexShowPicturesAndFailures) {
  put("poses/座り \"1\".vpd", content("poses/a.vpd"));
  put("poses/bad.vpd", "garbage");
  const Outcome done = poses({"--name", "{model}/{pose}.webp", "--manifest", in_folder("m.jsonl"), "--sheet",
                              in_folder("out/sheet.png"), "--index", in_folder("index.html")});
  EXPECT_EQ(done.status, 3);
  const Image sheet = decoded(content("out/sheet.png"));
  // Four tiles of 160 pixels, gaps of 10, captions of 22: three in a row.
  EXPECT_EQ(sheet.width, 3 * 170 + 10);
  EXPECT_EQ(sheet.height, 2 * 192 + 10);
  const auto at = [&](int x, int y) {
    return sheet.rgba[static_cast<std::size_t>(y * sheet.width + x) * 4 + 1];
  };
  EXPECT_EQ(at(10 + 170 + 170 + 80, 90), 255) << "nothing of the model is in the corner of that place";
  EXPECT_EQ(at(10 + 170 + 1, 11), 224) << "the second, bad.vpd, is not there";
  const std::string page = content("index.html");
  EXPECT_THAT(page, HasSubstr("/%E5%BA%A7%E3%82%8A%20%221%22.webp"));
  EXPECT_THAT(page, HasSubstr("bad.vpd"));
  EXPECT_THAT(page, HasSubstr("\"missing\":true"));

  // In shards, of all where they are merged.
  const Outcome merged = poses({"--name", "{model}/{pose}.webp", "--merge", in_folder("m.jsonl"), "--sheet",
                                in_folder("merged.png"), "--index", in_folder("out/index.html")});
  EXPECT_EQ(merged.status, 3);
  EXPECT_EQ(content("merged.png"), content("out/sheet.png"));
  EXPECT_THAT(content("out/index.html"), HasSubstr("%E3%83%A2%E3%83%87%E3%83%AB%201/a.webp\""))
      << "beside the pictures links begin with the model's folder";
}

TEST_F(Batch, SheetAndIndexOverwriteNoPictureOrModel) {
  const std::vector<Words> wrong{{"--sheet", in_folder("out/a.png")},
                                 {"--sheet", in_folder("x.png"), "--index", in_folder("x.png")},
                                 {"--index", model},
                                 {"--index", in_folder("no/such/index.html")}};

  for (const Words& more : wrong) {
    expect_failure(poses(with(more, {"--name", "{pose}.png"})), 1);
    EXPECT_TRUE(names().empty());
  }
}

TEST_F(Batch, ReportsEachPictureThatCannotBeWritten) {
  put("out/a.png/in the way", "");
  const Outcome done = poses({"--name", "{pose}.png"});
  EXPECT_EQ(done.status, 3);
  EXPECT_THAT(done.err, HasSubstr("a.png: is a folder"));
  EXPECT_FALSE(content("out/b.png").empty());
  expect_failure(mmdview({"batch", model, "-o", in_folder("no/such"), "--size", "8x8"}), 1);
}

TEST_F(Batch, ProgressForProgramsIsJson) {
  const Outcome done = poses({"--progress", "json", "-q"});
  ASSERT_EQ(done.status, 0);
  const auto last = nlohmann::json::parse(done.err.substr(done.err.rfind('{')));
  EXPECT_EQ(last["written"], 2);
  EXPECT_EQ(last["all"], 2);
}

TEST_F(Batch, InterruptFinishesTheRunningPictures) {
  for (int i = 0; i < 300; ++i) put("poses/p" + std::to_string(i) + ".vpd", content("poses/a.vpd"));
  Invocation run;
  run.interrupt_at = "of 302)";
  const Outcome stopped = batch({"--poses", in_folder("poses"), "-v", "--name", "{pose}.png"}, run);
  EXPECT_EQ(stopped.status, 130);
  EXPECT_THAT(stopped.err, HasSubstr("interrupted: "));
  for (const auto& [name, bytes] : written()) {
    EXPECT_THAT(name, Not(HasSubstr("tmp")));
    EXPECT_THAT(bytes, HasSubstr("IEND")) << name;
  }
}

}  // namespace
}  // namespace mmd::test
