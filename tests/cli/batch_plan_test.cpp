// What `batch` takes for poses and motions, and what `--dry-run` tells of its pictures.

#include <filesystem>

#include <gmock/gmock.h>

#include "formats/vmd.h"
#include "tests/cli/batch_fixture.h"
#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class BatchPlan : public Batch {};

TEST_F(BatchPlan, DryRunPrintsNamesAndDrawsNothing) {
  put("poses/line\nbreak.vpd", content("poses/a.vpd"));
  const Outcome done = poses({"--dry-run", "--name", "{folder}/{pose}.png"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out, "make\ta.png\nmake\tline%0Abreak.png\nmake\tsub/b.png\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_F(BatchPlan, DryRunListsMadeSkippedAndFailingPictures) {
  ASSERT_EQ(poses({"--name", "{pose}.png"}).status, 0);
  put("poses/bad.vpd", vpd_text("Bone0{腕\n0,x,0;\n0,0,0,1;\n}\n"));
  put("poses/new.vpd", content("poses/a.vpd"));
  const auto before = written();
  const std::string why =
      in_folder("poses") + to_utf8(std::filesystem::path("/bad.vpd").make_preferred()) + ": line 7: ";
  const Outcome skipping = poses({"--name", "{pose}.png", "--skip-existing", "--dry-run"});
  EXPECT_EQ(skipping.status, 3);
  EXPECT_THAT(skipping.out, HasSubstr("skip\ta.png\nfail\tbad.png\t" + why));
  EXPECT_THAT(skipping.out, HasSubstr("\nmake\tnew.png\nskip\tb.png\n"));
  EXPECT_EQ(skipping.err, "mmdview: 1 picture to make, 2 up to date, 1 cannot be made\n");
  const Outcome anew = poses({"--name", "{pose}.png", "--dry-run", "-q"});
  EXPECT_EQ(anew.status, 3);
  EXPECT_THAT(anew.out, HasSubstr("make\ta.png\nfail\tbad.png\t" + why));
  EXPECT_EQ(anew.err, "");
  EXPECT_EQ(written(), before);
  // What it says is what happens.
  EXPECT_THAT(poses({"--name", "{pose}.png", "--skip-existing"}).err,
              HasSubstr("1 picture, 2 there already, 1 failed"));
}

TEST_F(BatchPlan, DryRunReportsUnreadableModels) {
  const std::string broken = put("broken.pmx", "PMX garbage");
  const Outcome done = mmdview(
      {"batch", broken, model, "--poses", in_folder("poses/a.vpd"), "-o", in_folder("out"), "--dry-run"});
  EXPECT_EQ(done.status, 3);
  EXPECT_THAT(done.out, HasSubstr("fail\tbroken/a.png\t" + broken + ": "));
  EXPECT_THAT(done.out, HasSubstr("\nmake\t"));
}

TEST_F(BatchPlan, DryRunHasTheStatusOfTheBatchForUnusableOutputs) {
  for (const bool dry : {false, true}) {
    const Words more = with(dry ? Words{"--dry-run"} : Words{},
                            {"--name", "t.png", "--poses", in_folder("poses/a.vpd"), "-o"});
    const auto ends = [&](const std::string& file, const std::string& output) {
      return mmdview(with(with({"batch", file}, more), {output}));
    };
    const Outcome nowhere = ends(model, in_folder("no/such"));
    expect_failure(nowhere, 1);
    EXPECT_THAT(nowhere.err, HasSubstr("the folder above it does not exist"));
    expect_failure(ends(model, model), 1);
    FileBuilder b = small_model();
    b.texture("t.png");
    put("painted/m.pmx", as_text(b.bytes()));
    put("painted/t.png", as_text(png_file(gradient(2, 2, false))));
    const Outcome refused = ends(in_folder("painted/m.pmx"), in_folder("painted"));
    expect_failure(refused, 1);
    EXPECT_THAT(refused.err, HasSubstr("would overwrite an input"));
  }
}

TEST_F(BatchPlan, FolderNextToTheModelsGivesItsPoses) {
  const std::string stem = to_utf8(path_from_utf8(model).stem());
  const auto listed = [&](const Words& more) { return batch(with(more, {"--dry-run"})).out; };
  const std::string both = "make\t" + stem + "/a.png\nmake\t" + stem + "/sub/b.png\n";
  EXPECT_EQ(listed({in_folder("poses")}), both);
  EXPECT_EQ(listed({in_folder("poses/")}), both);
  put("list.txt", in_folder("poses") + "\n");
  EXPECT_EQ(listed({"@" + in_folder("list.txt")}), both);
  // Motions are taken where there are no poses, or where others were named by --motions.
  vmd::File motion = vmd::empty_file("m");
  folder.put("moves/m.vmd", as_text(vmd::write(motion).value()));
  EXPECT_EQ(listed({in_folder("moves")}), "make\t" + stem + "/m.png\n");
  folder.put("poses/n.vmd", content("moves/m.vmd"));
  EXPECT_EQ(listed({in_folder("poses")}), both);
  EXPECT_EQ(listed({"--motions", in_folder("moves"), in_folder("poses")}),
            "make\t" + stem + "/n.png\nmake\t" + stem + "/m.png\n");
  std::filesystem::create_directory(folder.path() / "empty");
  const Outcome empty = batch({in_folder("empty")});
  expect_failure(empty, 1);
  EXPECT_THAT(empty.err, HasSubstr("the folder contains no poses (.vpd)"));
}

TEST_F(BatchPlan, PosesAcceptsSeveralPlaces) {
  put("more/c.vpd", content("poses/a.vpd"));
  put("p.zip", as_text(zip_file({{"d.vpd", content("poses/a.vpd")}})));
  const Outcome done =
      batch({"--name", "{pose}.png", "--poses", in_folder("poses"), in_folder("more"), in_folder("p.zip")});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(names(), UnorderedElementsAre("a.png", "b.png", "c.png", "d.png"));
}

// Parts of a batch that are made by processes of their own.
class BatchShards : public ProgramTest {
 protected:
  /// A model that looks like no other.
  std::string model_of_size(int size) {
    FileBuilder b;
    b.bone("センター");
    b.square({0, 0, 0}, 1.0f);
    b.square({2, 0, 0}, 0.2f * static_cast<float>(size));
    b.material();
    return put("m" + std::to_string(size) + ".pmx", as_text(b.bytes()));
  }
};

TEST_F(BatchShards, EachShardDrawsAllPicturesOfItsModels) {
  constexpr int count = 6;
  Words models;
  for (int i = 0; i < count; ++i) models.push_back(model_of_size(i + 1));
  const auto batch = [&](const std::string& folder, Words more) {
    return mmdview(with(with({"batch", "-o", in_folder(folder), "--size", "32x32"}, models), more)).status;
  };
  ASSERT_EQ(batch("whole", {}), 0);
  for (const char* shard : {"0/3", "1/3", "2/3"}) ASSERT_EQ(batch("parts", {"--shard", shard}), 0);
  for (int i = 0; i < count; ++i) {
    const std::string name = "/m" + std::to_string(i + 1) + "/rest.png";
    ASSERT_NE(content("whole" + name), "");
    EXPECT_TRUE(content("parts" + name) == content("whole" + name)) << name;
    for (int other = 0; other < i; ++other)
      EXPECT_FALSE(content("whole" + name) == content("whole/m" + std::to_string(other + 1) + "/rest.png"));
  }
}

TEST_F(BatchShards, ShardsNeedsShardAuto) {
  const Outcome outcome = mmdview({"batch", model, "-o", in_folder("out"), "--size", "8x8", "--shards", "2"});
  expect_failure(outcome, 2);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("--shards needs --shard auto"));
}

// A batch that is asked to end when its pictures are made.
class BatchInterrupted : public ProgramTest {};

TEST_F(BatchInterrupted, LeavesNoIncompleteContactSheet) {
  constexpr int count = 360;  // three pages
  Invocation run;
  run.interrupt_at = "(360 of 360)";
  const Outcome stopped =
      mmdview({"batch", model, "-o", in_folder("out"), "--size", "16x16", "-v", "--turntable",
               std::to_string(count), "--sheet", in_folder("sheet.png"), "--index", in_folder("index.html")},
              run);
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("interrupted: 360 pictures"));
  EXPECT_EQ(content("sheet_002.png"), "");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

}  // namespace
}  // namespace mmd::test
