#pragma once

#include <string>

namespace mmd {

/// The sound beside a motion: its name with .wav, .mp3, .ogg or .flac, in small or capital letters; empty if
/// there is none. `motion`: a file on disk.
std::string sound_beside(const std::string& motion);

/// Whether a file has such a name.
bool is_sound(const std::string& file);

}  // namespace mmd
