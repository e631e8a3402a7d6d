#include <fmt/format.h>
#include <gmock/gmock.h>

#include "options/batch_choice.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

VideoChoice choice_of(const std::string& file) {
  VideoChoice out;
  out.file = file;
  out.width = 64;
  out.height = 48;
  out.frame_rate = 60;
  out.pictures = 90;
  return out;
}

std::string words(const VideoChoice& choice) {
  return fmt::format("{}", fmt::join(ffmpeg_arguments(choice, "/t/x.tmp"), " "));
}

TEST(VideoChoice, ExtensionSetsTheFormatInAnyCase) {
  EXPECT_EQ(video_kind("a.mp4"), VideoKind::mp4);
  EXPECT_EQ(video_kind("座り.WebM"), VideoKind::webm);
  for (const char* file : {"", "a", "a.avi", ".mp4", "mp4", "a.mp4.tmp"})
    EXPECT_FALSE(video_kind(file)) << file;
}

TEST(VideoChoice, OnlyMp4NeedsEvenSides) {
  VideoChoice odd = choice_of("a.mp4");
  EXPECT_FALSE(video_problem(odd));
  odd.height = 47;
  ASSERT_TRUE(video_problem(odd));
  EXPECT_THAT(video_problem(odd)->what, HasSubstr("64x47"));
  odd.file = "a.webm";
  EXPECT_FALSE(video_problem(odd));
}

TEST(VideoChoice, PassesSizeRateAndColoursToFfmpeg) {
  const std::string said = words(choice_of("a.mp4"));
  EXPECT_THAT(said, HasSubstr("-f rawvideo -pix_fmt rgba -video_size 64x48 -framerate 60 -i pipe:0"));
  EXPECT_THAT(said, HasSubstr("out_color_matrix=bt709"));
  EXPECT_THAT(said, HasSubstr("format=yuv420p"));
  EXPECT_THAT(said, Not(HasSubstr("-ss")));
  EXPECT_EQ(ffmpeg_arguments(choice_of("a.mp4"), "/t/x.tmp").back(), "file:/t/x.tmp");
}

TEST(VideoChoice, OnlyWebmKeepsAlpha) {
  for (const char* file : {"a.mp4", "a.webm"}) {
    VideoChoice choice = choice_of(file);
    EXPECT_THAT(words(choice), Not(HasSubstr("yuva")));
    choice.has_alpha = true;
    EXPECT_EQ(words(choice).find("yuva420p") != std::string::npos, video_kind(file) == VideoKind::webm);
  }
}

TEST(VideoChoice, SoundStartsAndEndsWithThePictures) {
  VideoChoice choice = choice_of("a.webm");
  choice.audio = "-my: song.wav";
  choice.audio_begin = 2.5;
  const auto arguments = ffmpeg_arguments(choice, "o");
  EXPECT_THAT(arguments, ::testing::Contains("file:-my: song.wav"));
  EXPECT_THAT(words(choice), HasSubstr("-ss 2.500000 -i file:-my"));
  EXPECT_THAT(words(choice), HasSubstr("apad=whole_dur=1.500000,atrim=end=1.500000"));
}

}  // namespace
}  // namespace mmd
