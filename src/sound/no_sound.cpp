// Instead of sound_device.cpp in a program without SDL_mixer.
#include "base/errors.h"
#include "sound/sound_device.h"

namespace mmd {

Result<std::unique_ptr<SoundDevice>> SoundDevice::open(std::shared_ptr<SoundStream>) {
  return fail("this program was built without sound");
}

SoundDevice::~SoundDevice() = default;

Result<std::shared_ptr<const Sound>> SoundDevice::read(const std::string&) const {
  return fail("this program was built without sound");
}

}  // namespace mmd
