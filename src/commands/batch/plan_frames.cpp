#include "commands/batch/plan_frames.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "document/scene_pose.h"
#include "options/option_values.h"
#include "options/scene_file.h"
#include "pose/motion.h"
#include "scene/load.h"

namespace mmd {
namespace {

/// Largest number of pictures of one motion; more are a mistake.
constexpr double max_frames = 1e7;

/// Distance of pictures in frames of a motion.
double usual_step(const Options& options) {
  if (options.batch.video.empty()) return 1.0;
  return frames_per_second / options.batch.frame_rate.value_or(usual_frame_rate);
}

/// The last frame of a motion, or of the scene's longest one.
Result<double> last_frame_of(const Source& source, const SceneMotions& of_scene) {
  SceneMotions own;
  if (of_scene.empty()) {
    MMD_TRY(own.emplace_back(), read_source(source));
  }
  double out = 0.0;
  for (const InputFile& input : of_scene.empty() ? own : of_scene) {
    MMD_TRY(const LoadedMotion motion, load_motion(input.bytes, path_from_utf8(input.name)));
    out = std::max<double>(out, vmd::last_frame(motion.file));
  }
  return out;
}

}  // namespace

Result<SceneMotions> motions_of_scene(const std::string& model, const Options& options) {
  std::vector<std::string> files = options.batch.scene_layers;
  MMD_TRY(const auto beside, files_beside_in_scene(options, model));
  files.insert(files.end(), beside.begin(), beside.end());
  SceneMotions out;
  for (const std::string& file : files) {
    if (pose_named(file)) continue;
    MMD_TRY(InputFile input, read_input(file));
    if (input.kind == FileKind::motion) out.push_back(std::move(input));
  }
  return out;
}

Result<std::vector<double>> frames_of(const Source& source, const SceneMotions& of_scene,
                                      const Options& options) {
  if (source.kind != FileKind::motion) return std::vector<double>{0.0};
  const bool is_moving = !options.batch.video.empty() && !options.frame;
  if (!options.batch.frames && !is_moving) return std::vector<double>{options.frame.value_or(0.0)};
  const BatchFrames range = options.batch.frames.value_or(BatchFrames());
  const double step = range.step.value_or(usual_step(options));
  double last = range.last.value_or(0.0);
  if (!range.last) {
    MMD_TRY(last, last_frame_of(source, of_scene));
    last = std::max(last, range.first);
  }
  const double count = std::floor((last - range.first) / step + 1e-9) + 1.0;
  if (count > max_frames)
    return fail(
        in_file(make_error(fmt::format("--frames gives {:.0f} pictures of this motion; the limit is {:.0f}",
                                       count, max_frames),
                           "use a larger STEP in --frames"),
                source.file));
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(std::max(count, 0.0)));
  for (std::size_t i = 0; static_cast<double>(i) < count; ++i)
    out.push_back(range.first + static_cast<double>(i) * step);
  return out;
}

}  // namespace mmd
