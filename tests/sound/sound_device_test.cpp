#include "sound/sound_device.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "base/environment.h"

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

/// SDL's device that plays nothing.
class SoundDeviceTest : public testing::Test {
 protected:
  SoundDeviceTest() { set_environment_variable("SDL_AUDIODRIVER", "dummy", IfSet::replace); }
  std::string file(const std::string& name, const std::string& content) {
    const std::string path = testing::TempDir() + "sound_device_" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  std::shared_ptr<SoundStream> stream_ = std::make_shared<SoundStream>();
};

TEST_F(SoundDeviceTest, ReadsASoundAsStereoAtItsOwnRate) {
  const auto device = SoundDevice::open(stream_);
  ASSERT_TRUE(device) << device.error().what;
  const auto sound = (*device)->read(file("tone.wav", wav(12000)));
  ASSERT_TRUE(sound) << sound.error().what;
  EXPECT_NEAR((*sound)->seconds(), 0.5, 0.01);
  const std::size_t middle = (*sound)->frames() / 2 * 2;
  EXPECT_NEAR((*sound)->samples[middle], 8000, 200);
  EXPECT_NEAR((*sound)->samples[middle + 1], 8000, 200);
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
