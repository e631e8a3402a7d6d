#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "commands/collected_files.h"
#include "commands/commands.h"
#include "options/messages.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"
#include "tests/support/archive_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using Json = nlohmann::json;
using test::FileBuilder;
using ::testing::HasSubstr;

class Fix : public testing::Test {
 protected:
  /// Runs `fix` of `model` to out.pmx.
  test::Ran fix(const std::string& model, const FixChoice& choice = {},
                OutputFormat format = OutputFormat::table) {
    Options options(Command::fix);
    options.files = {model};
    options.fix = choice;
    options.format = format;
    if (!choice.dry_run) options.output = out();
    return test::ran(run_fix, options);
  }
  std::string put(const FileBuilder& builder) {
    return to_utf8(folder_.put("m.pmx", as_text(builder.bytes())));
  }
  std::string out() const { return to_utf8(folder_.path() / "out.pmx"); }
  Bytes written() const { return read_file(path_from_utf8(out())).value(); }

  test::TemporaryFolder folder_;
};

FileBuilder with_lost_parent() {
  FileBuilder b;
  b.bone("センター");
  b.bone("左腕", 99);
  b.square({0, 0, 0}, 1, 0);
  b.material("肌");
  return b;
}

TEST_F(Fix, WritesTheSameBytesWithoutARepair) {
  const std::filesystem::path root = MMDVIEW_SOURCE_DIR;
  std::size_t models = 0;
  for (const auto& folder : {root / "samples", root / "conformance" / "models",
                             root / ".." / "shared" / "conformance" / "models"}) {
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".pmx") continue;
      const test::Ran ran = fix(to_utf8(entry.path()));
      EXPECT_EQ(ran.status, exit_done) << ran.err;
      if (ran.out.find(": 0 changes") == std::string::npos) continue;
      EXPECT_EQ(written(), read_file(entry.path()).value()) << entry.path();
      ++models;
    }
  }
  EXPECT_GT(models, 30u);
}

TEST_F(Fix, PrintsAndWritesARepair) {
  const test::Ran ran = fix(put(with_lost_parent()));
  EXPECT_EQ(ran.status, exit_done);
  EXPECT_THAT(ran.out, HasSubstr("m.pmx: 1 change, 0 errors and 0 warnings left\n"
                                 "  bones 1 (左腕): parent out of range: 99 → none [damage]\n"));
  EXPECT_EQ(pmx::read(written())->bones[1].parent, -1);
}

TEST_F(Fix, PrintsJson) {
  const Json report = Json::parse(fix(put(with_lost_parent()), {}, OutputFormat::json).out);
  EXPECT_EQ(report["repairs"].size(), 1u);
  EXPECT_EQ(report["repairs"][0]["rule"], "damage");
  EXPECT_EQ(report["repairs"][0]["element"], 1);
  EXPECT_EQ(report["repairs"][0]["after"], "none");
  EXPECT_EQ(report["errors_left"], 0);
  EXPECT_EQ(report["output"], out());
}

TEST_F(Fix, WritesNothingInADryRun) {
  FixChoice dry;
  dry.dry_run = true;
  EXPECT_THAT(fix(put(with_lost_parent()), dry).out, HasSubstr("parent out of range"));
  EXPECT_FALSE(std::filesystem::exists(path_from_utf8(out())));
}

TEST_F(Fix, NeverWritesOverTheModel) {
  const std::string model = put(with_lost_parent());
  const Bytes before = read_file(path_from_utf8(model)).value();
  Options options(Command::fix);
  options.files = {model};
  options.output = model;
  const test::Ran ran = test::ran(run_fix, options);
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("would overwrite an input"));
  EXPECT_EQ(read_file(path_from_utf8(model)).value(), before);
}

TEST_F(Fix, TakesAModelInAnArchive) {
  const std::string zip = to_utf8(folder_.put(
      "a.zip", as_text(test::zip_file({{"dir/m.pmx", std::string(as_text(with_lost_parent().bytes()))}}))));
  EXPECT_EQ(fix(zip).status, exit_done);
  EXPECT_EQ(pmx::read(written())->bones[1].parent, -1);
}

TEST_F(Fix, MakesAPoseTheRestPose) {
  const std::string samples = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
  FixChoice choice;
  choice.in_pose = samples + "poses/kick.vpd";
  const test::Ran ran = fix(samples + "figure/figure.pmx", choice);
  EXPECT_EQ(ran.status, exit_done) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("vertices: the pose becomes the rest pose"));
  choice.in_pose = samples + "figure/figure.pmx";
  EXPECT_THAT(fix(samples + "figure/figure.pmx", choice).err, HasSubstr("not a VPD pose"));
}

TEST_F(Fix, FillsEnglishNames) {
  FixChoice choice;
  choice.fill_english = true;
  EXPECT_THAT(fix(put(with_lost_parent()), choice).out,
              HasSubstr("bones 1 (左腕): no English name: none → arm_L [english-name]"));
}

TEST_F(Fix, CollectsTexturesAndTextsWithNamesThatEverySystemTakes) {
  FileBuilder b = with_lost_parent();
  b.file.materials[0].texture = b.texture("tex\\Face.png");
  b.texture("..\\shared\\a.png");
  b.texture("gone.png");
  std::filesystem::create_directories(folder_.path() / "in" / "tex");
  std::filesystem::create_directories(folder_.path() / "shared");
  folder_.put("in/tex/face.png", "face");
  folder_.put("in/readme.txt", "terms");
  folder_.put("shared/a.png", "shared");
  const std::string model = to_utf8(folder_.put("in/m.pmx", as_text(b.bytes())));
  Options options(Command::fix);
  options.files = {model};
  options.fix.collect = to_utf8(folder_.path() / "out");
  const test::Ran ran = test::ran(run_fix, options);
  EXPECT_EQ(ran.status, exit_done) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("\"gone.png\" was not found"));
  const auto there = [&](const char* name) {
    const auto bytes = read_file(folder_.path() / "out" / name);
    return bytes ? std::string(as_text(*bytes)) : "missing";
  };
  EXPECT_EQ(there("tex/face.png"), "face");
  EXPECT_EQ(there("textures/a.png"), "shared");
  EXPECT_EQ(there("readme.txt"), "terms");
  const auto written = pmx::read(read_file(folder_.path() / "out" / "m.pmx").value());
  EXPECT_EQ(written->utf8(written->textures[0]), "tex/face.png");
  EXPECT_EQ(written->utf8(written->textures[1]), "textures/a.png");
  EXPECT_EQ(written->utf8(written->textures[2]), "gone.png");
  folder_.put("out/tex/face.png", "\x89PNG\r\n\x1a\nanother face");
  const test::Ran again = test::ran(run_fix, options);
  EXPECT_EQ(again.status, exit_bad_input);
  EXPECT_THAT(again.err, HasSubstr("choose another folder"));
  EXPECT_THAT(again.err, testing::Not(HasSubstr("--force"))) << "fix has no such option";
  EXPECT_EQ(safe_file_name("CON.png"), "_CON.png");
  EXPECT_EQ(safe_file_name("a:b?. "), "a_b_");
}

TEST_F(Fix, RefusesWhatIsNoModel) {
  const test::Ran ran = fix(to_utf8(folder_.put("p.txt", "text")));
  EXPECT_EQ(ran.status, exit_bad_input);
  EXPECT_THAT(ran.err, HasSubstr("not a model"));
}

}  // namespace
}  // namespace mmd
