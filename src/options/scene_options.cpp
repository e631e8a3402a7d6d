// A scene's options, laid over others.
#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

/// "A; B; 7 more"
std::string joined(const Diagnostics& list) {
  constexpr std::size_t max_shown = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(list.size(), max_shown); ++i)
    out += (i > 0 ? "; " : "") + list[i].what;
  if (list.size() > max_shown) out += fmt::format("; {} more", list.size() - max_shown);
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
  options.window.reference = scene.reference;  // no command may overwrite it
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
  options.window.picture_size = scene.size_of_window ? std::nullopt : options.size;
  options.size = size;
}

}  // namespace

Diagnostic scene_without_models(const std::string& file, const Diagnostics& missing) {
  Diagnostic out = in_file(make_error("the scene has no model"), file);
  if (!missing.empty()) out.what += "; " + joined(missing);
  return out;
}

Result<SceneFile> take_scene_file(const std::string& file, TakenFiles takes, const FoundFiles& found,
                                  Options& base, Diagnostics& warnings) {
  MMD_TRY(SceneFile scene, read_scene(file));
  replace_files(found, scene);
  if (takes == TakenFiles::of_active) keep_active(scene);
  const bool takes_files = takes != TakenFiles::none;
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

}  // namespace mmd
