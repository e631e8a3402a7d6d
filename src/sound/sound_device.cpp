#include "sound/sound_device.h"

#include <chrono>
#include <cstring>
#include <utility>

#include <SDL.h>
#include <fmt/format.h>

#include "base/errors.h"
#include "sound/mixer.h"

namespace mmd {
namespace {

/// MIX_INIT_FLAC, MIX_INIT_MP3 and MIX_INIT_OGG
constexpr int decoders = 0x01 | 0x08 | 0x10;
constexpr int buffer_frames = 512;
/// A song of three hours.
constexpr std::size_t most_bytes = std::size_t{3} * 3600 * sound_rate * 2 * sizeof(std::int16_t);

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void fill_buffer(void* stream, Uint8* out, int bytes) {
  static_cast<SoundStream*>(stream)->fill(
      {reinterpret_cast<std::int16_t*>(out), static_cast<std::size_t>(bytes) / sizeof(std::int16_t)},
      seconds_now());
}

}  // namespace

Result<std::unique_ptr<SoundDevice>> SoundDevice::open(std::shared_ptr<SoundStream> stream) {
  const Mixer* mixer = Mixer::get();
  if (mixer == nullptr)
    return fail("sound needs the library SDL2_mixer", "install the package libsdl2-mixer-2.0-0");
  // No change allowed: SDL converts for the device, and SDL_mixer what it reads.
  if (mixer->open_device(sound_rate, AUDIO_S16SYS, 2, buffer_frames, nullptr, 0) != 0)
    return fail(fmt::format("no sound device: {}", mixer->error()));
  mixer->init(decoders);
  mixer->hook(fill_buffer, stream.get());
  return std::unique_ptr<SoundDevice>(new SoundDevice(std::move(stream)));
}

SoundDevice::~SoundDevice() {
  const Mixer& mixer = *Mixer::get();
  mixer.hook(nullptr, nullptr);
  mixer.close();
  mixer.quit();
  mixer.quit_part(SDL_INIT_AUDIO);  // SDL_mixer has started it
}

Result<std::shared_ptr<const Sound>> SoundDevice::read(const std::string& file) const {
  const Mixer& mixer = *Mixer::get();
  SDL_RWops* const in = mixer.open_file(file.c_str(), "rb");
  if (in == nullptr) return fail(in_file(make_error("cannot be read"), file));
  const std::unique_ptr<Mixer::Chunk, void (*)(Mixer::Chunk*)> chunk(mixer.load(in, 1), mixer.free);
  if (chunk == nullptr)
    return fail(in_file(make_error(fmt::format("no sound that this program can read: {}", mixer.error()),
                                   "use .wav, .mp3, .ogg or .flac"),
                        file));
  if (chunk->bytes > most_bytes) return fail(in_file(make_error("the sound is longer than 3 hours"), file));
  auto out = std::make_shared<Sound>();
  out->samples.resize(chunk->bytes / (2 * sizeof(std::int16_t)) * 2);
  std::memcpy(out->samples.data(), chunk->buffer, out->samples.size() * sizeof(std::int16_t));
  return std::shared_ptr<const Sound>(std::move(out));
}

}  // namespace mmd
