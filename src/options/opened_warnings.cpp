// What is said about an arrangement that was opened.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/words.h"
#include "document/named_parts.h"
#include "options/opened.h"
#include "pose/tools.h"

namespace mmd {
namespace {

/// The warning that later poses override most bones of earlier ones. nullopt if no pose is
/// mostly overridden.
std::optional<Diagnostic> overlay_warning(const Options& options, const LoadedFigure& document) {
  std::vector<vpd::File> files;
  for (const PoseLayer& layer : document.poses) files.push_back(layer.source->file);
  const std::size_t replaced = mostly_replaced(files);
  if (replaced == 0) return std::nullopt;
  return make_warning(fmt::format("{} poses are combined, and later ones override most bones of {} of them",
                                  files.size(), replaced),
                      options.command == Command::shot ? "`mmdview batch` makes one picture per pose"
                                                       : "give one pose at a time");
}

}  // namespace

std::optional<Diagnostic> frame_warning(const LoadedFigure& document, double frame) {
  if (document.motions.empty())
    return make_warning("--frame and --time have no effect without a motion (.vmd)");
  if (frame <= document.last_frame()) return std::nullopt;
  return make_warning(
      fmt::format("frame {:.10g} is past the end; the last frame, {}, is used", frame, document.last_frame()),
      "a motion has 30 frames per second");
}

std::optional<Diagnostic> late_bodies(const LoadedFigure& document, const Options& options) {
  const double from = options.physics.first_frame.value_or(0.0);
  if (from <= document.last_frame()) return std::nullopt;
  return make_warning(
      fmt::format("--physics-from {:.10g} is past the end; physics starts at the last frame, {}", from,
                  document.last_frame()),
      "a motion has 30 frames per second");
}

Result<void> warn_about(const Options& options, std::size_t number, const LoadedFigure& loaded,
                        Diagnostics& said) {
  if (!options.highlight.empty()) MMD_TRY(bone_called(loaded.model(), options.highlight, "--highlight"));
  const std::string& focus = options.look.effects.depth_of_field.bone;
  if (!focus.empty() && focus != "face") MMD_TRY(bone_called(loaded.model(), focus, "--depth-of-field"));
  if (auto overlay = overlay_warning(options, loaded)) said.push_back(std::move(*overlay));
  for (const std::string& pattern : without_materials(options.hidden, loaded.model(), number))
    said.push_back(in_file(make_warning(fmt::format("--hide {}: the model has no such material", pattern),
                                        "`mmdview info MODEL` lists them"),
                           loaded.model_file));
  return {};
}

void check_hidden(const std::vector<std::string>& hidden, std::size_t models, Diagnostics& said) {
  for (const std::string& pattern : without_models(hidden, models))
    said.push_back(make_warning(fmt::format("--hide {}: there is no model of that number", pattern),
                                fmt::format("models are counted from 1; here to {}", models)));
}

Result<void> check_places(const std::vector<ScenePlace>& places, const std::vector<Figure>& figures,
                          std::size_t models, Diagnostics& said) {
  for (const Figure& figure : figures) {
    const std::size_t carrier = figure.place.carrier;
    if (carrier == 0 || figure.number > models) continue;
    const std::string where = fmt::format("place of model {}", figure.number);
    if (carrier > models || carrier == figure.number)
      return fail(in_file(make_error(fmt::format("{}: it cannot hang on model {}", where, carrier),
                                     fmt::format("there are {} models", models)),
                          figure.loaded->model_file));
    const auto on = std::find_if(figures.begin(), figures.end(),
                                 [&](const Figure& one) { return one.number == carrier; });
    MMD_TRY(in_file(bone_called(on->model(), figure.place.bone, where), on->loaded->model_file));
    if (hangs_on_itself(figures, static_cast<std::size_t>(&figure - figures.data())))
      said.push_back(in_file(
          make_warning(where + ": models hang on each other in a circle", "each of them stands by itself"),
          figure.loaded->model_file));
  }
  if (places.size() > models)
    said.push_back(make_warning(fmt::format("{} are given for {}; the last ones have no effect",
                                            counted(places.size(), "place"), counted(models, "model")),
                                "each model has one --place, in order"));
  return {};
}

}  // namespace mmd
