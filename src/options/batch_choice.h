#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "scene/camera.h"

namespace mmd {

/// Frames of each motion.
struct BatchFrames {
  double first = 0.0;
  std::optional<double> last;  ///< is one of them where the steps meet it; unset: the motion's last
  std::optional<double> step;  ///< unset: 1, of a video as far as its pictures are apart
};

/// From and to.
struct NumberRange {
  float low = 0.0f, high = 0.0f;
};

/// Cameras and lights by chance, the same for the same seed and picture.
struct RandomViews {
  std::size_t count = 0;  ///< of each pose
  std::uint64_t seed = 0;
  NumberRange azimuth{-180.0f, 180.0f};  ///< degrees from the front, to the model's left
  NumberRange elevation{-15.0f, 45.0f};  ///< degrees above the horizon
  NumberRange distance{1.0f, 1.5f};      ///< times the one from which the model fills the picture
  std::optional<NumberRange> fov;        ///< degrees; unset: that of the camera
  NumberRange roll{0.0f, 0.0f};          ///< degrees
  bool light = false;                    ///< its direction too, from above
};

/// A part of a batch, for several processes.
struct Shard {
  std::size_t index = 0, count = 1;
};
/// "2/8": the third of eight. Error: it is none.
Result<Shard> parse_shard(std::string_view text);

enum class ProgressKind : std::uint8_t { automatic, bar, lines, json, silent };

/// Of a video; as many frames as a motion has.
inline constexpr int usual_frame_rate = 30;

/// What a batch makes, and how it goes about it.
struct BatchChoice {
  std::vector<std::string> poses, motions;  ///< as find_sources takes them
  std::string names;                        ///< NameTemplate; empty: the usual one
  std::optional<BatchFrames> frames;        ///< unset: the one of --frame
  std::vector<View> views;                  ///< in their order; empty: the one of --view
  RandomViews random;
  bool fail_fast = false, dry_run = false, skip_existing = false;
  int threads = 0;                 ///< 0: as many as there are processors
  std::string manifest;            ///< a file; empty: none
  double max_seconds = 0.0;        ///< for a picture; 0: as long as it takes
  std::vector<std::string> merge;  ///< manifests to join, files and patterns
  std::optional<Shard> shard;      ///< unset: all of it
  bool shard_by_environment = false;
  std::size_t shards = 0;  ///< how many, where the environment does not say; 0: not given
  ProgressKind progress = ProgressKind::automatic;
  std::string sheet;              ///< a file for a contact sheet; empty: none
  std::string index;              ///< a file for an index in HTML; empty: none
  std::string video;              ///< a file that the pictures go to; empty: files of their own
  std::optional<int> frame_rate;  ///< of the video, pictures a second; unset: usual_frame_rate
  std::string audio;              ///< a file; empty: none
};

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
