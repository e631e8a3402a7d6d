// SDL_mixer within the program, with its own decoders.
#include <SDL_mixer.h>

#include "sound/mixer.h"

namespace mmd {

const Mixer* Mixer::get() {
  static const Mixer mixer = {
      .open_device = Mix_OpenAudioDevice,
      .init = Mix_Init,
      .hook = Mix_HookMusic,
      .close = Mix_CloseAudio,
      .quit = Mix_Quit,
      .load = [](SDL_RWops* in, int closes) { return reinterpret_cast<Chunk*>(Mix_LoadWAV_RW(in, closes)); },
      .free = [](Chunk* chunk) { Mix_FreeChunk(reinterpret_cast<Mix_Chunk*>(chunk)); },
      .open_file = SDL_RWFromFile,
      .error = SDL_GetError,
      .quit_part = SDL_QuitSubSystem,
  };
  SDL_SetMainReady();  // main() is not SDL's
  return &mixer;
}

}  // namespace mmd
