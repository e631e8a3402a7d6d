#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/stage/export_choice.h"
#include "app/stage/playback.h"
#include "assets/temporary_file.h"
#include "commands/output/child_process.h"
#include "options/scene_file.h"

namespace mmd {

/// How far a recording is.
struct RecordingProgress {
  std::size_t made = 0, all = 0;       ///< pictures; `all` is 0 before the first one
  std::optional<double> seconds_left;  ///< an estimate
};
/// The last line of `batch --progress json` in the text.
RecordingProgress recording_progress(std::string_view errors);
/// The last error in the messages of a command, with its hint.
Diagnostic last_error(std::string_view errors);
/// The warnings in the messages of a command, with their hints.
Diagnostics warnings_in(std::string_view errors);

/// The file for a typed name, in `folder` if it has none: .mp4 unless it ends as a video or a picture does.
std::filesystem::path typed_recording(const std::string& typed, const std::filesystem::path& folder);

/// A motion on its way into a video or into pictures, or a scene on its way into another format: `batch` or
/// `export` of this program, with a copy of the scene, so the window stays free and the files are those of
/// the command.
class Recording {
 public:
  /// `program`: this program. `file`: the video, or a name like dance.png for the pictures
  /// dance/dance_00000.png, …. `size`: in pixels; MP4 gets even sides. Errors: the scene cannot be written,
  /// the program does not start.
  static Result<std::unique_ptr<Recording>> start(const std::string& program, const SceneFile& scene,
                                                  const FrameRange& frames, const PictureSize& size,
                                                  const std::filesystem::path& file);
  /// Exports the scene. `thumbnail`: a PNG for a VRM.
  static Result<std::unique_ptr<Recording>> start_export(const std::string& program, const SceneFile& scene,
                                                         const ExportChoice& choice, const Bytes& thumbnail,
                                                         const std::filesystem::path& file);
  /// Saves the model of a figure, with this pose as its rest pose if it is not null.
  static Result<std::unique_ptr<Recording>> start_saving(const std::string& program,
                                                         const LoadedFigure& figure, const Pose* pose,
                                                         const std::filesystem::path& file);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  /// Ends the recording: without a video, but with the pictures made so far.
  ~Recording();

  /// The video, or the folder of the pictures.
  const std::filesystem::path& output() const { return output_; }
  bool exports() const { return exports_; }
  /// What the command has warned about.
  Diagnostics warnings() const { return warnings_in(process_.last_errors()); }
  RecordingProgress progress() const { return recording_progress(process_.last_errors()); }
  bool has_ended() const { return process_.has_ended(); }
  /// Asks it to end; it removes its unfinished files.
  void cancel();
  bool is_cancelled() const { return is_cancelled_; }
  /// Call when it has ended. Error: some pictures failed, ffmpeg is missing.
  Result<void> finish();

 private:
  Recording(std::filesystem::path output, std::vector<TemporaryFile> inputs, ChildProcess process,
            bool exports)
      : output_(std::move(output)),
        inputs_(std::move(inputs)),
        process_(std::move(process)),
        exports_(exports) {}
  static Result<std::unique_ptr<Recording>> run(const std::string& program,
                                                const std::vector<std::string>& arguments,
                                                std::filesystem::path output,
                                                std::vector<TemporaryFile> inputs, bool exports);

  std::filesystem::path output_;
  std::vector<TemporaryFile> inputs_;  ///< removed at the end
  ChildProcess process_;
  bool runs_ = true, is_cancelled_ = false, exports_ = false;
};

}  // namespace mmd
