// The command line with the scene that it names.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

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

/// The files of a scene for a command: only pictures, the window, `bones` and a .glb have several models. For
/// a batch, poses and motions go into `batch`, or are left out if others are given.
std::vector<std::string> files_for(const Options& options, const SceneFile& scene, const std::string& file,
                                   BatchChoice& batch) {
  const Command command = options.command;
  const bool is_glb =
      command == Command::export_ && options.output != "-" && has_extension(options.output, ".glb");
  if (command == Command::view || command == Command::shot || command == Command::bones || is_glb)
    return files_of_scene(scene, file);
  if (command != Command::batch) return files_of_figure(scene, file, scene.active);
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

/// "A; B; 7 more"
std::string joined(const Diagnostics& list) {
  constexpr std::size_t max_shown = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(list.size(), max_shown); ++i)
    out += (i > 0 ? "; " : "") + list[i].what;
  if (list.size() > max_shown) out += fmt::format("; {} more", list.size() - max_shown);
  return out;
}

/// The error for a scene without a model.
Diagnostic nothing_left(const std::string& file, const Diagnostics& missing) {
  Diagnostic out = in_file(make_error("the scene has no model"), file);
  if (!missing.empty()) out.what += "; " + joined(missing);
  return out;
}

/// One error for all missing files.
Diagnostic all_missing(Diagnostics missing) {
  Diagnostic out = missing.front();
  out.severity = Severity::error;
  for (Diagnostic& one : missing)
    one.what.resize(std::min(one.what.find(" and is left out"), one.what.size()));
  out.what = joined(missing);
  out.hint = "put it there, or add --allow-missing to leave it out";
  return out;
}

/// Size and transparency of a scene are those of pictures: the window keeps its own size and shows the chosen
/// background. `size`: by the settings. In older files, transparent pictures have a transparent background.
void take_picture_settings(const SceneFile& scene, const std::optional<PictureSize>& size, Options& options) {
  RenderSettings& look = options.look;
  if (options.command != Command::view) {
    if (!options.size) options.size = size;
    if (!scene.transparent) return;
    look.background = vec4(0.0f);
    look.background_picture = nullptr;
    return;
  }
  const bool is_older = std::any_of(scene.options.begin(), scene.options.end(),
                                    [](const SceneOption& option) { return option.first == "background"; }) &&
                        look.background.a <= 0.0f;
  if (is_older) look.background = window_background;
  options.window.transparent_pictures = scene.transparent || is_older;
  options.window.reference = scene.reference;
  options.window.picture_size = scene.size_of_window ? std::nullopt : options.size;
  options.size = size;
}

/// Reads and applies the scene, without files that do not exist if that is allowed.
Result<SceneFile> take_scene_file(const std::string& file, bool takes_files, const FoundFiles& found,
                                  Options& base, Diagnostics& warnings) {
  MMD_TRY(SceneFile scene, read_scene(file));
  replace_files(found, scene);
  const auto has_pose = [](const SceneFigure& figure) { return !figure.pose.empty(); };
  if (file == "-" && takes_files &&
      (has_pose(scene) || std::any_of(scene.figures.begin(), scene.figures.end(), has_pose)))
    return fail(in_file(make_error("a scene with a pose cannot come from standard input",
                                   "save it to a file and give its name"),
                        file));
  Diagnostics missing;
  if (takes_files) {
    base.missing = missing_files(scene);
    missing = drop_missing(scene, file);
    base.active = scene.active;
  }
  if (!missing.empty() && !base.allow_missing) return fail(all_missing(std::move(missing)));
  const std::optional<PictureSize> size = std::exchange(base.size, std::nullopt);
  MMD_TRY(apply_scene(scene, file, base));
  take_picture_settings(scene, size, base);
  for (const Diagnostics& some : {scene.warnings, missing})
    warnings.insert(warnings.end(), some.begin(), some.end());
  return scene;
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
    auto taken = take_scene_file(state, takes_files, {}, base, warnings);
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
    return {line.options, stop_with(nothing_left(state, warnings), line.options), {}};
  return line;
}

}  // namespace

Result<CommandLine> options_of_scene(const std::string& file, const WindowChoice& window,
                                     const FoundFiles& found) {
  CommandLine out{Options(Command::view), std::nullopt, {}};
  apply_config(read_config(window), out.options);
  out.options.window = window;
  out.options.allow_missing = true;
  MMD_TRY(const SceneFile scene, take_scene_file(file, true, found, out.options, out.warnings));
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
