#pragma once

#include <SDL.h>

namespace mmd {

/// Functions of SDL_mixer 2.
struct Mixer {
  /// Decoded sound, as SDL_mixer lays it out.
  struct Chunk {
    int allocated;
    Uint8* buffer;
    Uint32 bytes;
    Uint8 volume;
  };

  /// Null: it is not installed.
  static const Mixer* get();

  int (*open_device)(int rate, Uint16 format, int channels, int frames, const char* device,
                     int changes) = nullptr;
  int (*init)(int decoders) = nullptr;
  void (*hook)(void (*fill)(void* stream, Uint8* out, int bytes), void* stream) = nullptr;
  void (*close)() = nullptr;
  void (*quit)() = nullptr;
  Chunk* (*load)(SDL_RWops* in, int closes) = nullptr;
  void (*free)(Chunk* chunk) = nullptr;
  // Of the SDL that SDL_mixer uses.
  SDL_RWops* (*open_file)(const char* file, const char* mode) = nullptr;
  const char* (*error)() = nullptr;
  void (*quit_part)(Uint32 part) = nullptr;
};

}  // namespace mmd
