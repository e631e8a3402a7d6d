// What `batch` takes for poses and motions, and what `--dry-run` tells of its pictures.

#include <filesystem>

#include <gmock/gmock.h>

#include "formats/vmd.h"
#include "tests/cli/batch_fixture.h"
#include "tests/support/archive_samples.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class BatchPlan : public Batch {};

TEST_F(BatchPlan, ADryRunPrintsTheNamesAndDrawsNothing) {
  put("poses/line\nbreak.vpd", content("poses/a.vpd"));
  const Outcome done = poses({"--dry-run", "--name", "{folder}/{pose}.png"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out, "make\ta.png\nmake\tline%0Abreak.png\nmake\tsub/b.png\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_F(BatchPlan, ADryRunTellsWhatWouldBeMadeSkippedOrCannotBeMade) {
  ASSERT_EQ(poses({"--name", "{pose}.png"}).status, 0);
  put("poses/bad.vpd", vpd_text("Bone0{腕\n0,x,0;\n0,0,0,1;\n}\n"));
  put("poses/new.vpd", content("poses/a.vpd"));
  const auto before = written();
  const std::string why = in_folder("poses/bad.vpd") + ": line 7: ";
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

TEST_F(BatchPlan, ADryRunTellsOfAModelThatCannotBeRead) {
  const std::string broken = put("broken.pmx", "PMX garbage");
  const Outcome done = mmdview(
      {"batch", broken, model, "--poses", in_folder("poses/a.vpd"), "-o", in_folder("out"), "--dry-run"});
  EXPECT_EQ(done.status, 3);
  EXPECT_THAT(done.out, HasSubstr("fail\tbroken/a.png\t" + broken + ": "));
  EXPECT_THAT(done.out, HasSubstr("\nmake\t"));
}

TEST_F(BatchPlan, ADryRunEndsAsTheBatchWouldWhereItsOutputCannotBe) {
  for (const bool dry : {false, true}) {
    std::vector<std::string> more{"--name", "t.png", "--poses", in_folder("poses/a.vpd"), "-o"};
    if (dry) more.insert(more.begin(), "--dry-run");
    const auto ends = [&](const std::string& file, const std::string& output) {
      auto arguments = more;
      arguments.insert(arguments.begin(), {"batch", file});
      arguments.push_back(output);
      return mmdview(arguments);
    };
    const Outcome nowhere = ends(model, in_folder("no/such"));
    expect_failure(nowhere, 1);
    EXPECT_THAT(nowhere.err, HasSubstr("the folder that it is to be in does not exist"));
    expect_failure(ends(model, model), 1);
    FileBuilder b = small_model();
    b.texture("t.png");
    put("painted/m.pmx", as_text(b.bytes()));
    put("painted/t.png", as_text(png_file(gradient(2, 2, false))));
    const Outcome refused = ends(in_folder("painted/m.pmx"), in_folder("painted"));
    expect_failure(refused, 1);
    EXPECT_THAT(refused.err, HasSubstr("would replace an input"));
  }
}

TEST_F(BatchPlan, AFolderAmongTheModelsIsThePosesInIt) {
  const std::string stem = to_utf8(path_from_utf8(model).stem());
  const auto listed = [&](std::vector<std::string> more) {
    more.push_back("--dry-run");
    return batch(std::move(more)).out;
  };
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
  EXPECT_THAT(empty.err, HasSubstr("the folder holds no poses (.vpd)"));
}

TEST_F(BatchPlan, PosesMayNameSeveralPlaces) {
  put("more/c.vpd", content("poses/a.vpd"));
  put("p.zip", as_text(zip_file({{"d.vpd", content("poses/a.vpd")}})));
  const Outcome done =
      batch({"--name", "{pose}.png", "--poses", in_folder("poses"), in_folder("more"), in_folder("p.zip")});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(names(), UnorderedElementsAre("a.png", "b.png", "c.png", "d.png"));
}

}  // namespace
}  // namespace mmd::test
