#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "sound/sound_stream.h"

namespace mmd {

/// The sound device, which plays a stream.
class SoundDevice {
 public:
  /// Opens the system's device. Error: there is none, SDL_mixer is not installed, or the program was built
  /// without sound.
  static Result<std::unique_ptr<SoundDevice>> open(std::shared_ptr<SoundStream> stream);
  ~SoundDevice();
  SoundDevice(const SoundDevice&) = delete;
  SoundDevice& operator=(const SoundDevice&) = delete;

  /// Reads a WAV, MP3, Ogg Vorbis or FLAC file. Any thread. Error: it cannot be read, or is none of these.
  Result<std::shared_ptr<const Sound>> read(const std::string& file) const;

 private:
  explicit SoundDevice(std::shared_ptr<SoundStream> stream) : stream_(std::move(stream)) {}
  std::shared_ptr<SoundStream> stream_;
};

}  // namespace mmd
