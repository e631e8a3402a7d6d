// `batch --video` from outside: with a program of ours in ffmpeg's place, and once with ffmpeg itself.

#include <cmath>
#include <filesystem>
#include <span>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "formats/vmd.h"
#include "tests/cli/program.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t width = 32, height = 24, picture_bytes = width * height * 4;

class BatchVideo : public ProgramTest {
 protected:
  BatchVideo() {
    vmd::File file = vmd::empty_file("m");
    file.properties = {{0, 1, {}}};
    motion = put("m.vmd", as_text(vmd::write(file).value()));
  }
  /// A program "ffmpeg" that does what the script says; "$out" is the file that it is to make.
  void fake(const std::string& script) {
    const std::string program =
        put("bin/ffmpeg", "#!/bin/sh\nfor out; do :; done\nout=${out#file:}\nprintf '%s\\n' \"$@\" > '" +
                              in_folder("arguments") + "'\n" + script);
    std::filesystem::permissions(path_from_utf8(program), std::filesystem::perms::owner_all);
  }
  Outcome video(Words more, Invocation run = {}, const std::string& file = "v.mp4") {
    // The fake makes no real videos, which only --force replaces.
    more = with({"batch", model, "--size", fmt::format("{}x{}", width, height), "--video", in_folder(file),
                 "--force", "--no-physics"},
                more);
    if (run.environment.empty()) run.environment = {{"PATH", in_folder("bin") + ":/usr/bin:/bin"}};
    return mmdview(std::move(more), std::move(run));
  }
  /// The pictures that `batch` makes as files, over white.
  std::vector<Image> pictures(Words more) {
    const Outcome done = mmdview(with({"batch", model, "--size", fmt::format("{}x{}", width, height), "-o",
                                       in_folder("pictures"), "--name", "{index:05}.png", "--no-physics"},
                                      more));
    EXPECT_EQ(done.status, 0) << done.err;
    std::vector<Image> out;
    for (std::string png; !(png = content(fmt::format("pictures/{:05}.png", out.size()))).empty();)
      out.push_back(decoded(png));
    return out;
  }
  /// What was there of the video's name is there still, and nothing unfinished beside it.
  void expect_nothing_new() {
    EXPECT_EQ(content("v.mp4"), "before");
    for (const std::string& name : folder.names()) EXPECT_THAT(name, Not(HasSubstr(".mmdview-")));
  }
  std::string motion;
};

std::string over_white(const Image& image) {
  std::string out;
  for (std::size_t i = 0; i < image.rgba.size(); ++i) {
    const int alpha = image.rgba[i | 3], value = i % 4 == 3 ? 255 : image.rgba[i];
    out += static_cast<char>((value * alpha + 255 * (255 - alpha) + 127) / 255);
  }
  return out;
}

TEST_F(BatchVideo, ContainsEveryPictureInOrderBitForBit) {
  fake("cat > \"$out\"\n");
  const Words around{"--turntable", "40", "--threads", "4", "--background", "blue"};
  const Outcome done = video(around);
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("40 pictures: "));
  const auto wanted = pictures(around);
  ASSERT_EQ(wanted.size(), 40u);
  std::string all;
  for (const Image& image : wanted) all += over_white(image);
  EXPECT_EQ(content("v.mp4").size(), 40 * picture_bytes);
  EXPECT_TRUE(content("v.mp4") == all);
  EXPECT_TRUE(over_white(wanted[0]) != over_white(wanted[7])) << "they differ, so the order is seen";
}

TEST_F(BatchVideo, TakesTheSoundOfTheMotionsName) {
  fake("cat > \"$out\"\n");
  std::filesystem::copy_file(path_from_utf8(motion), path_from_utf8(in_folder("own.vmd")));
  put("own.mp3", "sound");
  ASSERT_EQ(video({in_folder("own.vmd"), "--frames", "3:7"}).status, 0);
  EXPECT_THAT(content("arguments"), HasSubstr("own.mp3\n"));
  ASSERT_EQ(video({in_folder("own.vmd"), "--frames", "3:7", "--audio-offset", "9"}).status, 0);
  EXPECT_THAT(content("arguments"), HasSubstr("adelay=200:all=1,")) << "frame 3 is 6 frames before it";
  ASSERT_EQ(video({in_folder("own.vmd"), "--frames", "3:7", "--no-audio"}).status, 0);
  EXPECT_THAT(content("arguments"), Not(HasSubstr("own.mp3")));
}

TEST_F(BatchVideo, SamplesAMotionAtTheFrameRateOfTheVideo) {
  fake("cat > \"$out\"\n");
  put("s.wav", "sound");
  ASSERT_EQ(video({motion, "--frames", "3:7"}).status, 0);
  EXPECT_EQ(content("v.mp4").size(), 5 * picture_bytes) << "3 4 5 6 7";
  const Outcome done =
      video({motion, "--frames", "3:7", "--frame-rate", "60", "--audio", in_folder("s.wav")});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(content("v.mp4").size(), 9 * picture_bytes) << "3 3.5 4 … 7";
  EXPECT_THAT(content("arguments"), HasSubstr("-framerate\n60\n"));
  EXPECT_THAT(content("arguments"), HasSubstr("-ss\n0.100000\n-i\nfile:")) << "frame 3";
  ASSERT_EQ(video({motion, "--frames", "0:8:4"}).status, 0);
  EXPECT_EQ(content("v.mp4").size(), 3 * picture_bytes) << "a step that is given counts";
  ASSERT_EQ(video({motion}).status, 0);
  EXPECT_EQ(content("v.mp4").size(), picture_bytes) << "without keys its first frame";
}

/// The mean column of what is not blue.
double middle(std::string_view rgba) {
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < rgba.size(); i += 4)
    if (rgba[i] != '\0') {
      sum += static_cast<double>(i / 4 % width);
      count += 1.0;
    }
  return sum / count;
}

TEST_F(BatchVideo, FittedCameraStandsStillAndSeesTheWholeMotion) {
  fake("cat > \"$out\"\n");
  vmd::File file = vmd::empty_file("m");
  file.bones.push_back(bone_key("センター", 0, vec3(-2, 0, 0)));
  file.bones.push_back(bone_key("センター", 4, vec3(2, 0, 0)));
  const std::string walk = put("walk.vmd", as_text(vmd::write(file).value()));
  ASSERT_EQ(video({walk, "--view", "front", "--background", "blue"}).status, 0);
  const std::string all = content("v.mp4");
  ASSERT_EQ(all.size(), 5 * picture_bytes);
  const auto at = [&](std::size_t i) {
    return middle(std::string_view(all).substr(i * picture_bytes, picture_bytes));
  };
  // To the figure's left, which is the right in the picture. It moves on evenly and stays inside.
  EXPECT_NEAR(at(2), width / 2.0 - 0.5, 1.0);
  EXPECT_GT(at(3) - at(2), 1.0);
  EXPECT_NEAR(at(4) - at(2), at(2) - at(0), 1.0);
  EXPECT_NEAR(at(3) - at(2), (at(4) - at(2)) / 2.0, 0.7);
}

TEST_F(BatchVideo, OnlyWebmKeepsAlpha) {
  fake("cat > \"$out\"\n");
  ASSERT_EQ(video({}, {}, "v.webm").status, 0);
  const std::string clear = content("v.webm");
  EXPECT_EQ(clear[3], '\0') << "the corner";
  EXPECT_THAT(content("arguments"), HasSubstr("yuva420p"));
  ASSERT_EQ(video({"--background", "red"}, {}, "v.webm").status, 0);
  EXPECT_EQ(content("v.webm").substr(0, 4), std::string("\xff\0\0\xff", 4));
  ASSERT_EQ(video({}).status, 0);
  EXPECT_EQ(content("v.mp4").substr(0, 4), "\xff\xff\xff\xff") << "white, as in a JPEG";
}

TEST_F(BatchVideo, FfmpegFailuresAreReportedAndKeepTheOldFile) {
  put("v.mp4", "before");
  const std::pair<const char*, const char*> endings[] = {
      {"head -c 5000 > /dev/null\necho 'first line' >&2\necho 'no room for sound' >&2\nexit 7\n",
       "ffmpeg failed with status 7: no room for sound"},
      {"exit 0\n", "ffmpeg ended before the last picture"},
      {"cat > \"$out\"\necho bad >&2\nexit 1\n", "ffmpeg failed with status 1: bad"},
      {"kill -9 $$\n", "ffmpeg was killed by signal 9"}};
  for (const auto& [script, message] : endings) {
    fake(script);
    const Outcome done = video({"--turntable", "60"});
    EXPECT_EQ(done.status, 3) << script;
    EXPECT_THAT(done.err, HasSubstr(message)) << script;
    expect_nothing_new();
  }
}

TEST_F(BatchVideo, FailingPoseLeavesNoVideo) {
  fake("cat > \"$out\"\n");
  const Outcome done = video({pose, put("bad.vpd", "garbage"), other_pose});
  EXPECT_EQ(done.status, 3);
  EXPECT_THAT(done.err, HasSubstr("bad.vpd"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "v.mp4"));
}

TEST_F(BatchVideo, WithoutFfmpegTheMessageNamesThePackage) {
  std::filesystem::create_directory(folder.path() / "empty");
  Invocation run;
  run.environment = {{"PATH", in_folder("empty")}};
  const Outcome done = video({}, run);
  expect_failure(done, 1);
  EXPECT_THAT(done.err, HasSubstr("needs the program ffmpeg"));
  EXPECT_THAT(done.err, HasSubstr("install the package ffmpeg"));
}

TEST_F(BatchVideo, RefusesOptionsOfPictureFiles) {
  fake("cat > \"$out\"\n");
  for (const Words& more : std::vector<Words>{
           {"-o", in_folder("o")}, {"--sheet", "s.png"}, {"--skip-existing"}, {"--shard", "0/2"}})
    expect_failure(video(more), 2);
  expect_failure(mmdview({"batch", model, "-o", in_folder("o"), "--frame-rate", "30"}), 2);
  const Outcome odd = mmdview({"batch", model, "--size", "31x24", "--video", in_folder("v.mp4")});
  expect_failure(odd, 2);
  EXPECT_THAT(odd.err, HasSubstr("even"));
  expect_failure(video({"--audio", in_folder("missing.wav")}), 1);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "v.mp4"));
}

TEST_F(BatchVideo, InterruptKeepsTheOldFile) {
  fake("cat > \"$out\"\n");
  put("v.mp4", "before");
  Invocation run;
  run.environment = {{"PATH", in_folder("bin") + ":/usr/bin:/bin"}};
  run.interrupt_at = "of 3000)";
  const Outcome stopped = video({"--turntable", "3000", "-v"}, run);
  EXPECT_EQ(stopped.status, 130);
  expect_nothing_new();
}

TEST_F(BatchVideo, InterruptDoesNotWaitForFfmpeg) {
  fake("cat > \"$out\"\nkill -INT $PPID\nexec sleep 120\n");
  put("v.mp4", "before");
  EXPECT_EQ(video({}).status, 130);
  expect_nothing_new();
}

TEST_F(BatchVideo, VideoFinishedRightAfterAnInterruptIsKept) {
  fake("cat > \"$out\"\nkill -INT $PPID\n");
  put("v.mp4", "before");
  EXPECT_EQ(video({}).status, 0);
  EXPECT_EQ(content("v.mp4").size(), picture_bytes);
}

/// The mean difference of the colours, of 255.
double difference(std::string_view a, std::string_view b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::abs(static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]));
  return sum / static_cast<double>(a.size());
}

/// Of each pixel.
std::string alphas(std::string_view rgba) {
  std::string out;
  for (std::size_t i = 3; i < rgba.size(); i += 4) out += rgba[i];
  return out;
}

TEST_F(BatchVideo, DecodedFramesMatchThePictures) {
  const std::string ffmpeg = "/usr/bin/ffmpeg";
  if (!std::filesystem::exists(ffmpeg)) GTEST_SKIP() << "there is no ffmpeg here";
  Invocation run;
  run.environment = {{"PATH", "/usr/bin:/bin"}};
  for (const std::string file : {"v.mp4", "v.webm"}) {
    const bool has_alpha = file == "v.webm";
    Words around{"--turntable", "9"};
    if (!has_alpha) around.insert(around.end(), {"--background", "blue"});
    const auto wanted = pictures(around);
    const Outcome done = video(around, run, file);
    ASSERT_EQ(done.status, 0) << done.err;
    Invocation decoding;
    decoding.arguments = {"-v", "error"};
    // ffmpeg's own decoder of VP9 leaves the alpha out.
    if (has_alpha) decoding.arguments.insert(decoding.arguments.end(), {"-c:v", "libvpx-vp9"});
    for (const std::string& word :
         {std::string("-i"), in_folder(file), std::string("-f"), std::string("rawvideo"),
          std::string("-pix_fmt"), std::string("rgba"), std::string("-y"), in_folder("raw")})
      decoding.arguments.push_back(word);
    ASSERT_EQ(run_program(ffmpeg, decoding).status, 0);
    const std::string raw = content("raw");
    ASSERT_EQ(raw.size(), wanted.size() * picture_bytes) << file << ": each picture once";
    const auto seen = [&](std::string_view rgba) { return has_alpha ? alphas(rgba) : std::string(rgba); };
    const auto wanted_at = [&](std::size_t i) {
      return seen(as_text(std::as_bytes(std::span(wanted[i].rgba))));
    };
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const std::string own = seen(std::string_view(raw).substr(i * picture_bytes, picture_bytes));
      EXPECT_LT(difference(own, wanted_at(i)), 6.0) << file << " " << i;
      for (std::size_t k = 0; k < wanted.size(); ++k)
        if (difference(wanted_at(k), wanted_at(i)) > 1.0) {
          EXPECT_LT(difference(own, wanted_at(i)), difference(own, wanted_at(k))) << file << i << k;
        }
    }
  }
}

}  // namespace
}  // namespace mmd::test
