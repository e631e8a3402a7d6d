#include "sound/sound_device.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/environment.h"
#include "sound/sound_peaks.h"

namespace mmd {
namespace {

/// A WAV: mono, 16 bits, 24000 frames per second.
std::string wav(int frames) {
  const auto number = [](std::uint32_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
  };
  const auto bytes = static_cast<std::uint32_t>(2 * frames);
  std::string out = "RIFF" + number(36 + bytes, 4) + "WAVEfmt " + number(16, 4) + number(1, 2) +
                    number(1, 2) + number(24000, 4) + number(48000, 4) + number(2, 2) + number(16, 2) +
                    "data" + number(bytes, 4);
  for (int i = 0; i < frames; ++i) out += number(static_cast<std::uint32_t>(8000), 2);
  return out;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// SDL's device that plays nothing.
class SoundDeviceTest : public testing::Test {
 protected:
  SoundDeviceTest() { set_environment_variable("SDL_AUDIODRIVER", "dummy", IfSet::replace); }
  std::string file(const std::string& name, const std::string& content) {
    const std::string path = testing::TempDir() + "sound_device_" + name;
    std::ofstream(std::filesystem::path(std::u8string(path.begin(), path.end())), std::ios::binary)
        << content;
    return path;
  }
  std::shared_ptr<SoundStream> stream_ = std::make_shared<SoundStream>();
};

TEST_F(SoundDeviceTest, ReadsASoundAsStereoAtItsOwnRate) {
  const auto device = SoundDevice::open(stream_);
  ASSERT_TRUE(device) << device.error().what;
  const auto sound = (*device)->read(file("曲.wav", wav(12000)));
  ASSERT_TRUE(sound) << sound.error().what;
  EXPECT_NEAR((*sound)->seconds(), 0.5, 0.01);
  const std::size_t middle = (*sound)->frames() / 2 * 2;
  EXPECT_NEAR((*sound)->samples[middle], 8000, 200);
  EXPECT_NEAR((*sound)->samples[middle + 1], 8000, 200);
}

TEST_F(SoundDeviceTest, ReadsFlacMp3AndOgg) {
  const auto device = SoundDevice::open(stream_);
  ASSERT_TRUE(device) << device.error().what;
  for (const std::string name : {"tone.flac", "tone.mp3", "tone.ogg"}) {
    const auto sound = (*device)->read(MMDVIEW_SOURCE_DIR "/tests/sound/tones/" + name);
    ASSERT_TRUE(sound) << name << ": " << sound.error().what;
    // A quarter of a second of silence, then as much of a tone. Some decoders keep the silence that an MP3's
    // encoder adds at the begin.
    const SoundPeaks peaks(**sound);
    EXPECT_LT(peaks.largest(0.0, 0.2), 0.02f) << name;
    EXPECT_NEAR(peaks.largest(0.4, 0.46), 0.5f, 0.06f) << name;
    EXPECT_NEAR((*sound)->seconds(), 0.53, 0.07) << name;
  }
}

TEST_F(SoundDeviceTest, PlaysOnFromWhereThePictureJumps) {
  const auto device = SoundDevice::open(stream_);
  ASSERT_TRUE(device) << device.error().what;
  auto minute = std::make_shared<Sound>();
  minute->samples.resize(std::size_t{60} * sound_rate * 2);
  stream_->set_sound(minute);
  for (const double picture : {0.0, 40.0, 20.0}) {
    stream_->follow(picture, 1.0, true, now());
    ASSERT_TRUE(stream_->heard(now()));
    EXPECT_LT(*stream_->heard(now()), picture + 10.0);
    while (*stream_->heard(now()) < picture + 0.1) std::this_thread::yield();
  }
  stream_->follow(20.1, 1.0, false, now());
  EXPECT_FALSE(stream_->heard(now())) << "paused";
}

TEST_F(SoundDeviceTest, SaysWhatItCannotRead) {
  const auto device = SoundDevice::open(stream_);
  ASSERT_TRUE(device);
  for (const std::string& path :
       {file("text.wav", "no sound"), file("empty.mp3", ""), file("", "") + "missing.ogg"}) {
    const auto sound = (*device)->read(path);
    ASSERT_FALSE(sound) << path;
    EXPECT_EQ(sound.error().file, path);
  }
}

TEST_F(SoundDeviceTest, SaysThatThereIsNoDevice) {
  set_environment_variable("SDL_AUDIODRIVER", "nothing", IfSet::replace);
  EXPECT_FALSE(SoundDevice::open(stream_));
}

}  // namespace
}  // namespace mmd
