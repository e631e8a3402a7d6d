// SDL_mixer of the system. It is loaded when the first sound is played: its decoders are many libraries,
// which every other use of the program would wait for. It stays loaded until the program ends.
#include <optional>

#include "sound/mixer.h"

namespace mmd {
namespace {

std::optional<Mixer> load_mixer() {
  void* const library = SDL_LoadObject("libSDL2_mixer-2.0.so.0");
  if (library == nullptr) return std::nullopt;
  const auto find = [&]<class Function>(const char* name, Function& function) {
    function = reinterpret_cast<Function>(SDL_LoadFunction(library, name));
    return function != nullptr;
  };
  Mixer out;
  // A program with an SDL of its own within it has two: SDL_mixer uses the system's.
  const bool is_whole = find("Mix_OpenAudioDevice", out.open_device) && find("Mix_Init", out.init) &&
                        find("Mix_HookMusic", out.hook) && find("Mix_CloseAudio", out.close) &&
                        find("Mix_Quit", out.quit) && find("Mix_LoadWAV_RW", out.load) &&
                        find("Mix_FreeChunk", out.free) && find("SDL_RWFromFile", out.open_file) &&
                        find("SDL_GetError", out.error) && find("SDL_QuitSubSystem", out.quit_part);
  return is_whole ? std::optional(out) : std::nullopt;
}

}  // namespace

const Mixer* Mixer::get() {
  static const std::optional<Mixer> mixer = load_mixer();
  return mixer ? &*mixer : nullptr;
}

}  // namespace mmd
