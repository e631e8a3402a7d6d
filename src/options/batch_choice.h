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
  std::optional<double> last;  ///< included if a step hits it; unset: the motion's last frame
  std::optional<double> step;  ///< unset: 1; for a video the distance of its pictures
};

/// A range, both ends included.
struct NumberRange {
  float low = 0.0f, high = 0.0f;
};

/// Random cameras and lights; they depend on seed and picture only.
struct RandomViews {
  std::size_t count = 0;  ///< per pose
  std::uint64_t seed = 0;
  NumberRange azimuth{-180.0f, 180.0f};  ///< degrees from the front, to the model's left
  NumberRange elevation{-15.0f, 45.0f};  ///< degrees above the horizon
  NumberRange distance{1.0f, 1.5f};      ///< multiple of the distance at which the model fills the picture
  std::optional<NumberRange> fov;        ///< degrees; unset: the camera's
  NumberRange roll{0.0f, 0.0f};          ///< degrees
  bool light = false;                    ///< also a random light direction, from above
};

/// One of several parts of a batch; each process makes one.
struct Shard {
  std::size_t index = 0, count = 1;
};
/// Parses "2/8", the third of eight parts.
Result<Shard> parse_shard(std::string_view text);

enum class ProgressKind : std::uint8_t { automatic, bar, lines, json, silent };

/// Frames per second of a video; motions have the same.
inline constexpr int usual_frame_rate = 30;

/// The options of `batch`.
struct BatchChoice {
  std::vector<std::string> poses, motions;  ///< inputs of find_sources()
  /// Whether the poses and motions of the scene are the batch's, all together as one source.
  bool plays_scene = false;
  std::vector<std::string> scene_layers;  ///< poses and motions of the scene's first model
  std::string names;                      ///< NameTemplate; empty: the default
  std::optional<BatchFrames> frames;      ///< unset: the frame of --frame
  std::vector<View> views;                ///< in order; empty: the view of --view
  RandomViews random;
  bool fail_fast = false, dry_run = false, skip_existing = false;
  int threads = 0;                 ///< 0: one per processor
  std::string manifest;            ///< file name; empty: none
  double max_seconds = 0.0;        ///< time limit per picture; 0: no limit
  std::vector<std::string> merge;  ///< manifests to merge: files and patterns
  std::optional<Shard> shard;      ///< unset: the whole batch
  bool shard_by_environment = false;
  std::size_t shards = 0;  ///< number of shards if the environment does not give it; 0: not given
  ProgressKind progress = ProgressKind::automatic;
  std::string sheet;              ///< file name of the contact sheet; empty: none
  std::string index;              ///< file name of the HTML index; empty: none
  std::string web;                ///< folder of the website; empty: none
  bool may_publish = false;       ///< the user says that the models may be published
  std::string video;              ///< file name of the video; empty: separate pictures
  std::optional<int> frame_rate;  ///< pictures per second of the video; unset: usual_frame_rate
};

enum class VideoKind : std::uint8_t { mp4, webm };
/// The format for the file's extension; nullopt for an unsupported one.
std::optional<VideoKind> video_kind(std::string_view file);

struct VideoChoice {
  std::string file;
  std::string audio;         ///< a file; empty: none
  double audio_begin = 0.0;  ///< time of the first picture in the audio, seconds; negative: before it begins
  int width = 0, height = 0;
  int frame_rate = 30;
  std::size_t pictures = 0;
  bool has_alpha = false;  ///< the pictures have alpha and the format stores it (WebM)
};

/// Returns an error if the video cannot be made: MP4 (4:2:0) needs even sides.
std::optional<Diagnostic> video_problem(const VideoChoice& choice);

/// The arguments of ffmpeg for a video `output` of pictures (RGBA) on its standard input. Each picture
/// appears once; the sound is cut or padded to the same length.
std::vector<std::string> ffmpeg_arguments(const VideoChoice& choice, const std::string& output);

}  // namespace mmd
