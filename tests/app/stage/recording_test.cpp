#include "app/stage/recording.h"

#include <gtest/gtest.h>

#include "assets/file_set.h"

namespace mmd {
namespace {

TEST(Recording, TakesItsProgressFromTheLastWholeLine) {
  const RecordingProgress progress = recording_progress(
      "{\"written\":1,\"kept\":0,\"all\":9,\"seconds_left\":80.5}\nmmdview: warning: a\n"
      "{\"written\":4,\"kept\":1,\"all\":9,\"seconds_left\":2.5}\n{\"writ");
  EXPECT_EQ(progress.made, 5u);
  EXPECT_EQ(progress.all, 9u);
  EXPECT_EQ(progress.seconds_left, 2.5);
  EXPECT_EQ(recording_progress("mmdview: warning: a\n").all, 0u);
  EXPECT_EQ(recording_progress("").all, 0u);
}

TEST(Recording, TellsTheProgramsLastErrorWithItsHint) {
  const Diagnostic error =
      last_error("mmdview: error: one\n{}\nmmdview: error: --video needs ffmpeg\n  hint: install it\n{}\n");
  EXPECT_EQ(error.what, "--video needs ffmpeg");
  EXPECT_EQ(error.hint, "install it");
  EXPECT_FALSE(last_error("").what.empty());
}

TEST(Recording, IsAnMp4UnlessTheNameIsAnotherVideoOrAPicture) {
  const auto named = [](const char* typed) { return to_utf8(typed_recording(typed, "/f")); };
  EXPECT_EQ(named("dance"), "/f/dance.mp4");
  EXPECT_EQ(named("dance.v2"), "/f/dance.v2.mp4");
  EXPECT_EQ(named("dance.webm"), "/f/dance.webm");
  EXPECT_EQ(named("dance.png"), "/f/dance.png");
  EXPECT_EQ(named("/g/dance.mp4"), "/g/dance.mp4");
}

}  // namespace
}  // namespace mmd
