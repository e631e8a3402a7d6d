#include "app/stage/soundtrack.h"

#include <fstream>
#include <future>

#include <gtest/gtest.h>

#include "base/environment.h"

namespace mmd {
namespace {

/// A quarter of a second of silence: mono, 8 bits, 8000 frames per second.
std::string quiet_wav() {
  const std::string head(
      "RIFF\xf4\x07\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0data\xd0\x07\0\0", 44);
  return head + std::string(2000, '\x80');
}

class SoundtrackTest : public testing::Test {
 protected:
  SoundtrackTest() { set_environment_variable("SDL_AUDIODRIVER", "dummy", IfSet::replace); }
  static std::string file(const std::string& name, const std::string& content) {
    const std::string path = testing::TempDir() + "soundtrack_" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  /// Chooses a file and follows the stage until it is read.
  void read(const std::string& name) {
    Options options(Command::view);
    const Stage stage(options);
    std::promise<void> done;
    Soundtrack track({name, 0.0, true}, [&] { done.set_value(); });
    track.follow(stage, 1.0);
    if (!(problem = track.take_problem())) {
      done.get_future().wait();
      track.follow(stage, 2.0);
      problem = track.take_problem();
    }
    sound = track.sound();
    EXPECT_EQ(track.peaks() != nullptr, sound != nullptr);
    if (track.peaks() != nullptr) loudest = track.peaks()->largest(0.0, 1.0);
    EXPECT_EQ(track.file(), name);
    EXPECT_EQ(track.now(3.0), 3.0) << "nothing plays";
    track.follow(stage, 4.0);
    EXPECT_FALSE(track.take_problem()) << "it is said once";
  }
  std::shared_ptr<const Sound> sound;
  std::optional<Diagnostic> problem;
  float loudest = -1.0f;
};

TEST_F(SoundtrackTest, ReadsTheChosenSound) {
  read(file("quiet.wav", quiet_wav()));
  EXPECT_FALSE(problem);
  ASSERT_NE(sound, nullptr);
  EXPECT_NEAR(sound->seconds(), 0.25, 0.01);
  EXPECT_NEAR(loudest, 0.0f, 0.02f) << "silence";
}

TEST_F(SoundtrackTest, SaysWhatItCannotRead) {
  const std::string name = file("text.wav", "no sound");
  read(name);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->file, name);
  EXPECT_EQ(problem->severity, Severity::warning);
  EXPECT_EQ(sound, nullptr);
}

TEST_F(SoundtrackTest, GoesOnWithoutADevice) {
  set_environment_variable("SDL_AUDIODRIVER", "nothing", IfSet::replace);
  read(file("quiet.wav", quiet_wav()));
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->severity, Severity::warning);
  EXPECT_EQ(sound, nullptr);
}

}  // namespace
}  // namespace mmd
