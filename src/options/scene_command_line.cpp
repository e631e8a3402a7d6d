// The command line with the scene that it names.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "assets/file_set.h"
#include "base/errors.h"
#include "document/framing.h"
#include "document/scene_pose.h"
#include "options/command_line.h"
#include "options/config_file.h"
#include "options/messages.h"
#include "options/option_values.h"
#include "options/output_file.h"
#include "options/scene_file.h"
#include "scene/input.h"

namespace mmd {
namespace {

/// Whether the file is a model or an archive, or cannot be read.
bool may_be_model(const std::string& file) {
  if (pose_named(file)) return false;
  const auto input = read_input(file);
  return !input || input->kind == FileKind::model || input->kind == FileKind::archive;
}

/// Others report what is in a scene, or have files of another kind.
bool opens_scenes(Command command) {
  return command == Command::view || command == Command::shot || command == Command::batch ||
         command == Command::bones || command == Command::export_;
}

/// The scene among the files, which is removed from them; empty without one.
std::string take_scene(std::vector<std::string>& files) {
  const auto found = std::find_if(files.begin(), files.end(), is_scene);
  if (found == files.end()) return {};
  std::string out = *found;
  files.erase(found);
  return out;
}

/// Whether a command has one model of a scene: of exports, only a .glb has several.
bool has_one_model(const Options& options) {
  const bool is_glb = options.output != "-" && has_extension(options.output, ".glb");
  return options.command == Command::export_ && !is_glb;
}

/// The files of a scene for a command. For a batch, poses and motions go into `batch`, or are left out if
/// others are given.
std::vector<std::string> files_for(const Options& options, const SceneFile& scene, const std::string& file,
                                   BatchChoice& batch) {
  if (options.command != Command::batch) return files_of_scene(scene, file);
  std::vector<std::string> files = files_of_figure(scene, file, 1);
  const auto model = std::find_if(files.begin(), files.end(), may_be_model);
  std::vector<std::string> out;
  if (model != files.end()) {
    out.push_back(std::move(*model));
    files.erase(model);
  }
  batch.plays_scene = options.batch.poses.empty() && options.batch.motions.empty() && options.files.empty();
  if (batch.plays_scene) batch.scene_layers = std::move(files);
  return out;
}

/// Puts files of the command line in place of the poses and motions of the scene's first model.
void put_beside(const std::vector<std::string>& given, const SceneFile& scene, const std::string& file,
                std::vector<std::string>& files) {
  if (given.empty()) return;
  const std::size_t own = std::min(files_of_figure(scene, file, 1).size(), files.size());
  const auto first = files.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(own, 1));
  files.erase(first, files.begin() + static_cast<std::ptrdiff_t>(own));
  files.insert(files.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(own, 1)), given.begin(),
               given.end());
}

/// Parses the command line, which overrides its scene and, for the window, the user's settings.
CommandLine with_scene(int argc, const char* const* argv, CommandLine line) {
  if (line.exit_status) return line;
  const bool window = line.options.command == Command::view;
  const std::string scene =
      opens_scenes(line.options.command) ? take_scene(line.options.files) : std::string();
  const std::string state = scene.empty() ? line.options.state : scene;
  if (!scene.empty() && !line.options.state.empty())
    return {line.options,
            stop_with(make_error("a scene and --state cannot be used together", "leave one of them out"),
                      line.options, exit_wrong_usage),
            {}};
  if (!window && state.empty()) return line;
  Options base(line.options.command);
  base.allow_missing = window || line.options.allow_missing;
  if (window) apply_config(read_config(line.options.window), base);
  std::vector<std::string> files;
  Diagnostics warnings;
  if (!state.empty()) {
    const bool takes_files = !scene.empty() || line.options.files.empty();
    const TakenFiles takes = !takes_files                  ? TakenFiles::none
                             : has_one_model(line.options) ? TakenFiles::of_active
                                                           : TakenFiles::all;
    auto taken = take_scene_file(state, takes, {}, base, warnings);
    if (!taken) return {line.options, stop_with(taken.error(), line.options), {}};
    files = files_for(line.options, *taken, state, base.batch);
    if (!scene.empty()) put_beside(line.options.files, *taken, state, files);
  }
  // A video shows all frames, so ignore the frame at which the window was saved.
  if (!line.options.batch.video.empty()) base.frame.reset();
  line = parse_command_line(argc, argv, &base);
  line.options.state = state;
  if (!scene.empty() || line.options.files.empty()) line.options.files = std::move(files);
  line.warnings.insert(line.warnings.end(), warnings.begin(), warnings.end());
  if (!line.exit_status && !window && line.options.files.empty())
    return {line.options, stop_with(scene_without_models(state, warnings), line.options), {}};
  return line;
}

}  // namespace

Result<CommandLine> options_of_scene(const std::string& file, const WindowChoice& window,
                                     const FoundFiles& found) {
  CommandLine out{Options(Command::view), std::nullopt, {}};
  apply_config(read_config(window), out.options);
  out.options.window = window;
  out.options.allow_missing = true;
  MMD_TRY(const SceneFile scene, take_scene_file(file, TakenFiles::all, found, out.options, out.warnings));
  out.options.files = files_of_scene(scene, file);
  out.options.state = file;
  MMD_TRY(load_background_picture(out.options.look));
  return out;
}

CommandLine parse_with_settings(int argc, const char* const* argv) {
  CommandLine line = with_scene(argc, argv, parse_command_line(argc, argv));
  if (line.exit_status) return line;
  print(line.warnings, line.options);
  set_load_limits(line.options.limits);  // before anything is loaded
  if (auto loaded = load_background_picture(line.options.look); !loaded)
    line.exit_status = stop_with(loaded.error(), line.options);
  else if (const auto& behind = line.options.look.background_picture)
    print(behind->diagnostics, line.options);
  return line;
}

}  // namespace mmd
