// What `shot` writes: kinds of pictures, metadata, series, comparisons.

#include <algorithm>
#include <cstring>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "formats/vmd.h"
#include "tests/cli/program.h"
#include "tests/support/format_samples.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Shot : public ProgramTest {
 protected:
  /// The content of `name` after a picture with those arguments.
  std::string shot(const std::string& name, Words arguments) {
    if (std::find(arguments.begin(), arguments.end(), "--camera") == arguments.end())
      arguments = with({"--camera", "0,0,-20,0,0,0"}, arguments);
    arguments.insert(arguments.begin(), {"shot", model, pose, "-o", in_folder(name), "--size", "64x48"});
    outcome = mmdview(std::move(arguments));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return content(name);
  }
  Outcome outcome;
};

bool same_pixels(const Image& a, int a_x, const Image& b, int b_x, int width) {
  for (int y = 0; y < a.height; ++y) {
    const auto row = [&](const Image& image, int x) {
      return image.rgba.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                      static_cast<std::size_t>(x));
    };
    if (std::memcmp(row(a, a_x), row(b, b_x), static_cast<std::size_t>(width) * 4) != 0) return false;
  }
  return true;
}

TEST_F(Shot, EveryModelIsShownAtTheFrame) {
  vmd::File motion = vmd::empty_file("m");
  motion.bones = {bone_key("腕", 0), bone_key("腕", 30, {3, 0, 0})};
  const std::string file = put("m.vmd", as_text(vmd::write(motion).value()));
  const auto at = [&](const char* frame, Words more = {}) {
    Words all{"shot",   model,   model,    file, "--frame", frame, "-o", in_folder("f.png"),
              "--size", "48x32", "--view", "mmd"};
    EXPECT_EQ(mmdview(with(all, more)).status, 0);
    return decoded(content("f.png")).rgba;
  };
  EXPECT_NE(at("0"), at("30"));
  EXPECT_NE(at("0", {"--compare", pose}), at("30", {"--compare", pose}));
}

/// The last model's half of the other state's panel is that of the first.
TEST_F(Shot, ComparisonsSimulateEveryModel) {
  const std::string samples = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
  const std::string figure = samples + "figure/figure.pmx";
  constexpr int side = 64;
  const std::string peace = samples + "poses/peace.vpd", song = samples + "motions/song.vmd",
                    bow = samples + "poses/bow.vpd", out = in_folder("c.png");
  const Words files{"shot", figure, peace, figure, song, "--frame", "20", "--compare", bow, "-o", out};
  const Words places{"--place", "-9,0,0", "--place", "9,0,0", "--view", "mmd"};
  const Words look{"--size", "64x64", "--samples", "1", "--no-ground-shadow", "--no-self-shadow"};
  ASSERT_EQ(mmdview(with(with(files, places), look)).status, 0);
  const Image all = decoded(content("c.png"));
  ASSERT_EQ(all.width, 3 * side);
  int seen = 0;
  for (int y = 0; y < side; ++y)
    for (int x = side * 5 / 8; x < side; ++x)
      for (int channel = 0; channel < 4; ++channel) {
        const auto at = [&](int panel) {
          return all.rgba[static_cast<std::size_t>(4 * (y * all.width + panel * side + x) + channel)];
        };
        seen += at(0) != all.rgba[static_cast<std::size_t>(channel)];
        ASSERT_EQ(at(0), at(1)) << x << ", " << y;
      }
  EXPECT_GT(seen, 100);
}

TEST_F(Shot, WarnsIfTheMotionHidesTheModel) {
  vmd::File motion = vmd::empty_file("m");
  motion.properties = {{0, 1, {}}, {10, 0, {}}};
  const std::string file = put("m.vmd", as_text(vmd::write(motion).value()));
  const auto is_empty = [](const Image& image) {
    return std::all_of(image.rgba.begin(), image.rgba.end(), [](std::uint8_t v) { return v == 0; });
  };
  EXPECT_FALSE(is_empty(decoded(shot("shown.png", {file, "--frame", "9"}))));
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(is_empty(decoded(shot("hidden.png", {file, "--frame", "10", "--skeleton"}))));
  EXPECT_THAT(outcome.err, HasSubstr("warning: the motion hides the model at this frame"));
  EXPECT_FALSE(is_empty(decoded(shot("beside.png", {file, "--frame", "10", "--attach", model + "@:3,0,0"}))));
  EXPECT_EQ(outcome.err, "") << "what is attached is still there";
}

TEST_F(Shot, MetadataNameInputsWithoutFolders) {
  const std::string png = shot("a.png", {"--no-ik", "--morph", "広げる=1"});
  EXPECT_THAT(png, HasSubstr(std::string("Software\0mmdview ", 17)));
  EXPECT_THAT(png, HasSubstr("ポーズ 1.vpd"));
  EXPECT_THAT(png, HasSubstr("--no-ik --morph 広げる=1 --size 64x48"));
  EXPECT_THAT(png, Not(HasSubstr(to_utf8(folder.path()))));
  EXPECT_EQ(png, shot("b.png", {"--no-ik", "--morph", "広げる=1"}));
  const std::string bare = shot("c.png", {"--no-metadata"});
  EXPECT_THAT(bare, Not(HasSubstr("Software")));
  EXPECT_THAT(bare, Not(HasSubstr("tEXt")));
}

TEST_F(Shot, TurntableGoesOnceAroundTheTarget) {
  shot("t.png", {"--turntable", "4"});
  EXPECT_EQ(content("t.png"), "");
  EXPECT_EQ(content("t_004.png"), "");
  const Image plain = decoded(shot("p.png", {})), front = decoded(content("t_000.png"));
  EXPECT_EQ(plain.rgba, front.rgba) << "it begins where the camera is";
  const char* const cameras[] = {"-20,0,0,0,0,0", "0,0,20,0,0,0", "20,0,0,0,0,0"};
  // Counter-clockwise seen from above: past the model's left side, which is at MMD's +X, its back, its right.
  const char* const order[] = {cameras[2], cameras[1], cameras[0]};
  for (int i = 0; i < 3; ++i) {
    const Image turned = decoded(content("t_00" + std::to_string(i + 1) + ".png"));
    const Image expected = decoded(shot("e.png", {"--camera", order[i]}));
    int different = 0;
    for (std::size_t at = 0; at < turned.rgba.size(); ++at)
      different += std::abs(turned.rgba[at] - expected.rgba[at]) > 8;
    EXPECT_LT(different, 40) << i;
  }
}

TEST_F(Shot, BackgroundPictureIsBehindTheModelAndMustBeUsable) {
  const std::string behind = put("behind.png", as_text(png_file({1, 1, {{0, 0, 255, 255}}})));
  const Outcome done = mmdview({"shot", model, "-o", in_folder("o.png"), "--size", "32x32",
                                "--background-picture", behind, "--camera", "0,0,-900,0,0,0"});
  ASSERT_EQ(done.status, 0) << done.err;
  const Image image = decoded(content("o.png"));
  EXPECT_EQ(std::vector<std::uint8_t>(image.rgba.begin(), image.rgba.begin() + 4),
            (std::vector<std::uint8_t>{0, 0, 255, 255}));
  expect_failure(mmdview({"shot", model, "-o", in_folder("o.png"), "--background-picture", model}), 1);
  expect_failure(mmdview({"shot", model, "-o", in_folder("o.png"), "--background-picture", "none.png"}), 1);
  const std::string before = content("behind.png");
  expect_failure(mmdview({"shot", model, "-o", behind, "--background-picture", behind}), 1);
  EXPECT_EQ(content("behind.png"), before) << "an output never replaces an input";
}

TEST_F(Shot, LabelsAreWrittenNextToEachPicture) {
  shot("l.png", {"--labels", "depth,camera", "--turntable", "2"});
  EXPECT_EQ(outcome.out, "");
  for (const char* stem : {"l_000", "l_001"}) {
    const std::string name(stem);
    EXPECT_EQ(decoded(content(name + ".depth.png")).width, 64);
    const auto camera = nlohmann::json::parse(content(name + ".camera.json"));
    EXPECT_EQ(camera["frames"][0]["file_path"], name + ".png");
    EXPECT_EQ(nlohmann::json::parse(content(name + ".labels.json"))["file"], name + ".png");
    EXPECT_EQ(content(name + ".bones.json"), "") << "was not asked for";
  }
}

TEST_F(Shot, FailedLabelsLeaveNoPicture) {
  std::filesystem::create_directories(folder.path() / "l.depth.png");
  EXPECT_EQ(mmdview({"shot", model, "-o", in_folder("l.png"), "--size", "8x8", "--labels", "depth"}).status,
            1);
  EXPECT_EQ(content("l.png"), "");
}

TEST_F(Shot, WeightShadingWithoutABoneGivesAHint) {
  shot("w.png", {"--shading", "weights"});
  EXPECT_THAT(outcome.err, HasSubstr("--highlight BONE"));
  const Words weights{"--shading", "weights", "--no-metadata", "--highlight"};
  EXPECT_EQ(shot("j.png", with(weights, {"腕"})), shot("e.png", with(weights, {"arm"})));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Shot, ComparisonUsesOneCameraAndShowsTheEffectOfAppend) {
  const Image all = decoded(shot("c.png", {"--compare", "append", "-v"}));
  EXPECT_THAT(outcome.err, HasSubstr("4 of 8 vertices differ, by up to "));
  ASSERT_EQ(all.width, 3 * 64);
  ASSERT_EQ(all.height, 48);
  const Image with = decoded(shot("a.png", {})), without = decoded(shot("b.png", {"--no-append"}));
  EXPECT_TRUE(same_pixels(all, 0, with, 0, 64));
  EXPECT_TRUE(same_pixels(all, 64, without, 0, 64));
  EXPECT_TRUE(same_pixels(all, 32, all, 64 + 32, 32)) << "what append does not drive is the same";
  EXPECT_FALSE(same_pixels(all, 0, all, 64, 32));
}

TEST_F(Shot, ComparisonPlacesAndHidesAlikeInBothStates) {
  for (const Words& look : {Words{"--place", "0,0,0,0,0,0,1,0.3"}, Words{"--hide", "*"}}) {
    const Image all = decoded(shot("c.png", {"--compare", pose, look[0], look[1]}));
    EXPECT_TRUE(same_pixels(all, 0, all, 64, 64)) << look[0];
  }
}

TEST_F(Shot, ComparisonWithAPoseShowsThatPose) {
  const Image all = decoded(shot("c.png", {"--compare", other_pose}));
  Outcome other =
      mmdview({"shot", model, other_pose, "-o", "-", "--size", "64x48", "--camera", "0,0,-20,0,0,0"});
  EXPECT_TRUE(same_pixels(all, 64, decoded(other.out), 0, 64));
}

TEST_F(Shot, ComparisonWithALaterVersionShowsBothModelsInThePose) {
  pmx::File later = pmx::read(small_model().bytes()).value();
  for (vec3& position : later.vertices.position) position.y += 0.5f;
  const std::string moved = put("later.pmx", as_text(pmx::write(later).value()));
  const Image all = decoded(shot("c.png", {"--compare", moved, "-v"}));
  EXPECT_THAT(outcome.err, HasSubstr("8 of 8 vertices differ"));
  const Outcome other =
      mmdview({"shot", moved, pose, "-o", "-", "--size", "64x48", "--camera", "0,0,-20,0,0,0"});
  EXPECT_TRUE(same_pixels(all, 0, decoded(shot("a.png", {})), 0, 64));
  EXPECT_TRUE(same_pixels(all, 64, decoded(other.out), 0, 64));
}

TEST_F(Shot, AVertexMoreIsNoDifferenceWhereTheSurfaceIsTheSame) {
  pmx::File later = pmx::read(small_model().bytes()).value();
  pmx::Vertices& v = later.vertices;
  v.position.push_back(v.position.front());
  v.normal.push_back(v.normal.front());
  v.uv.push_back(v.uv.front());
  v.type.push_back(pmx::WeightType::bdef1);
  v.bones.push_back({0, -1, -1, -1});
  v.weights.push_back({1.0f, 0.0f, 0.0f, 0.0f});
  v.edge_scale.push_back(1.0f);
  const std::string file = put("later.pmx", as_text(pmx::write(later).value()));
  const Image all = decoded(shot("c.png", {"--compare", file}));
  EXPECT_THAT(outcome.err, HasSubstr("no vertex moves"));
  EXPECT_TRUE(same_pixels(all, 0, all, 64, 64));
}

TEST_F(Shot, ComparisonWithAnotherFileTypeIsAnError) {
  const Words base{"shot", model, "-o", in_folder("c.png"), "--compare"};
  for (const std::string& bad : {in_folder("missing.vpd"), put("x.vpd", "hello")}) {
    expect_failure(mmdview(with(base, {bad})), 1);
  }
  EXPECT_EQ(content("c.png"), "");
}

#ifdef __linux__
class ShellCompletion : public Shot {
 protected:
  /// What bash offers for the word at that place of a line behind the program's name, with bars between.
  std::string complete(const std::string& words, int at, const std::string& working_folder = {}) {
    Invocation run;
    run.working_folder = working_folder;
    run.arguments = {"-c", "source \"" + script + "\"; COMP_WORDS=(\"" MMDVIEW_PROGRAM "\" " + words +
                               "); COMP_CWORD=" + std::to_string(at) +
                               "; _mmdview; printf '%s|' \"${COMPREPLY[@]}\""};
    const Outcome done = run_program("/bin/bash", run);
    EXPECT_EQ(done.err, "");
    return done.out;
  }
  const std::string script = put("completion", mmdview({"--completion", "bash"}).out);
};

TEST_F(ShellCompletion, CompletesCommandsOptionsAndTheirValues) {
  EXPECT_EQ(complete("bon", 1), "bones|");
  EXPECT_EQ(complete("shot m.pmx --turn", 3), "--turntable|");
  EXPECT_EQ(complete("shot --view th", 3), "three-quarter|");
  EXPECT_EQ(complete("shot --view = th", 4), "three-quarter|");
  EXPECT_EQ(complete("bones --format c", 3), "csv|");
  EXPECT_EQ(complete("info --format c", 3), "|");
  EXPECT_EQ(complete("bones --turn", 2), "|");
  EXPECT_EQ(complete("help sh", 2), "shot|");
}

TEST_F(ShellCompletion, CompletesFileNamesWithBlanksAndStars) {
  put("files/bow 1.vpd", "");
  put("files/bo*", "");
  const std::string said = complete("bo", 1, in_folder("files"));
  EXPECT_THAT(said, StartsWith("bones|"));
  EXPECT_THAT(said, AllOf(HasSubstr("|bow 1.vpd|"), HasSubstr("|bo*|")));
  EXPECT_EQ(std::count(said.begin(), said.end(), '|'), 3);
}

TEST_F(ShellCompletion, CompletesNamesFromTheModelAndPosesOnTheLine) {
  const std::string line = "'" + model + "' '" + pose + "'";
  EXPECT_EQ(complete("shot " + line + " --highlight 腕", 5), "腕|腕捩|");
  EXPECT_EQ(complete("shot --highlight ar " + line, 3), "arm|arm twist|") << "the model may come later";
  EXPECT_EQ(complete("shot " + line + " --morph sp", 5), "spread=|");
  EXPECT_EQ(complete("shot " + line + " --attach " + line + " @ ar", 8), "|") << "that is two words";
  EXPECT_EQ(complete("shot " + line + " --attach m.pmx @ ar", 7), "arm|arm twist|");
  EXPECT_EQ(complete("shot " + line + " --attach m.pmx @", 6), "センター|腕|腕捩|arm|arm twist|");
  EXPECT_EQ(complete("pose reset '" + pose + "' --bones 頭,", 5), "頭,腕|");
  EXPECT_EQ(complete("shot missing.pmx --highlight a", 4), "|");
}

TEST_F(Shot, CompletionSkipsNamesWithControlCharacters) {
  FileBuilder b;
  b.bone("a\nb");
  b.bone("\x1b[31mred");
  b.bone("\u009b31mred");
  b.bone("plain");
  const std::string strange = put("strange.pmx", as_text(b.bytes()));
  EXPECT_EQ(mmdview({"--complete", "bones", strange}).out, "plain\n");
}
#endif

TEST_F(Shot, ReportsAComparisonWithoutDifferenceUnlessQuiet) {
  shot("c.png", {"--compare", pose});
  EXPECT_THAT(outcome.err, HasSubstr("mmdview: note: --compare " + pose + ": no vertex moves\n  hint: "));
  expect_messages(outcome);
  shot("c.png", {"--compare", pose, "-q"});
  EXPECT_EQ(outcome.err, "");
  shot("c.png", {"--compare", other_pose});
  EXPECT_EQ(outcome.err, "");
}

/// A picture in several tiles: wider than drivers draw at once.
Words wide_picture(const std::string& model, const std::string& out, const char* size = "32768x4") {
  return {"shot", model, "-o", out, "--size", size, "--samples", "1"};
}

TEST_F(Shot, ShowsProgressOfTilesOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudo-terminals";
  Invocation terminal;
  terminal.on_terminal = true;
  outcome = mmdview(wide_picture(model, in_folder("o.png")), terminal);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("\rmmdview: drawing: 0 %"));
  EXPECT_THAT(outcome.err, ::testing::EndsWith(" \r")) << "wiped at the end";
  EXPECT_EQ(outcome.err.find('\n'), std::string::npos);
  outcome = mmdview({"shot", model, "-o", in_folder("o.png"), "--size", "8x8"}, terminal);
  EXPECT_EQ(outcome.err, "") << "a small one is there at once";
  EXPECT_EQ(mmdview(with(wide_picture(model, in_folder("o.png")), {"-q"}), terminal).err, "") << "quiet";
}

TEST_F(Shot, WithoutATerminalOnlyVerboseReportsTheTiles) {
  const Words wide = wide_picture(model, in_folder("o.png"));
  EXPECT_EQ(mmdview(wide).err, "");
  EXPECT_THAT(mmdview(with(wide, {"-v"})).err,
              HasSubstr("mmdview: drawing 32768x4 pixels, 1 sample each, in "));
}

TEST_F(Shot, InterruptLeavesNoFile) {
  const auto before = folder.names();
  Invocation run;
  run.interrupt_at = "drawing 32768x8192";  // takes seconds
  outcome = mmdview(with(wide_picture(model, in_folder("o.png"), "32768x8192"), {"-v"}), run);
  EXPECT_EQ(outcome.signal, 2) << "which shells report as 130";
  EXPECT_THAT(folder.names(), ::testing::UnorderedElementsAreArray(before));
}

}  // namespace
}  // namespace mmd::test
