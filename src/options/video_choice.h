#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mmd {

enum class VideoKind : std::uint8_t { mp4, webm };
/// By the file's extension; nullopt: no video that can be made.
std::optional<VideoKind> video_kind(std::string_view file);

struct VideoChoice {
  std::string file;
  std::string audio;         ///< a file; empty: none
  double audio_begin = 0.0;  ///< seconds of it that lie before the first picture
  int width = 0, height = 0;
  int frame_rate = 30;
  std::size_t pictures = 0;
  bool has_alpha = false;  ///< and keeps it: WebM
};

/// Why it cannot be made, before anything is drawn: sides of MP4 (4:2:0) have to be even.
std::optional<Diagnostic> video_problem(const VideoChoice& choice);

/// What ffmpeg is called with to make the video in `output` of pictures (RGBA) on its standard input. All of
/// them are in it, each once; the sound is as long as they are.
std::vector<std::string> ffmpeg_arguments(const VideoChoice& choice, const std::string& output);

}  // namespace mmd
