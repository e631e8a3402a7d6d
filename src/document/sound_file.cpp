#include "document/sound_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>

#include "assets/file_set.h"
#include "base/text.h"

namespace mmd {
namespace {

constexpr std::string_view extensions[] = {".wav", ".mp3", ".ogg", ".flac"};
constexpr std::string_view capitals[] = {".WAV", ".MP3", ".OGG", ".FLAC"};

}  // namespace

std::string sound_beside(const std::string& motion) {
  for (const auto& list : {std::to_array(extensions), std::to_array(capitals)})
    for (const std::string_view extension : list) {
      const std::filesystem::path sound = path_from_utf8(motion).replace_extension(extension);
      std::error_code error;
      if (std::filesystem::is_regular_file(sound, error)) return to_utf8(sound);
    }
  return {};
}

bool is_sound(const std::string& file) {
  const std::string folded = fold_name(file);
  return std::any_of(std::begin(extensions), std::end(extensions),
                     [&](std::string_view extension) { return folded.ends_with(extension); });
}

}  // namespace mmd
