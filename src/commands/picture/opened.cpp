#include "commands/picture/opened.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "document/named_parts.h"
#include "document/watched_files.h"
#include "options/messages.h"

namespace mmd {
namespace {

/// The place of the attachment, on the first model.
ScenePlace place_of(const AttachOption& option, const AttachedModel& attached, const Model& first) {
  const std::optional<ScenePlace> of_file = place_of_file(attached.loaded);
  ScenePlace out = option.has_place ? option.place : of_file.value_or(ScenePlace());
  if (of_file && !out.ground_shadow) out.ground_shadow = of_file->ground_shadow;
  out.carrier = attached.attachment.bone == none ? 0 : 1;
  if (out.carrier > 0)
    out.bone = first.skeleton.bones[static_cast<std::size_t>(attached.attachment.bone)].name;
  return out;
}

/// Gives loaded models their numbers and places.
class Arranger {
 public:
  Arranger(const Options& options, std::size_t models, Arrangement& out)
      : options_(options), models_(models), out_(out) {}

  void add(LoadedFigure document, std::size_t number) {
    auto attached = std::move(document.attached);
    document.attached.clear();
    Figure figure;
    figure.number = number;
    figure.place = place_numbered(document.loaded, number);
    figure.loaded = std::make_shared<const LoadedFigure>(std::move(document));
    make_room(figure.model(),
              figure.place.carrier == 0 ? offset_of(figure.place, figure.model()).translation.x : 0.0f);
    out_.figures.push_back(figure);
    for (std::size_t i = 0; i < attached.size(); ++i) {
      Figure one;
      one.number = models_ + 1 + i;
      one.place = place_of(options_.attachments[i], attached[i], figure.model());
      LoadedFigure alone;
      alone.model_file = std::move(attached[i].file);
      alone.pose = Pose(*attached[i].loaded.model);
      alone.loaded = std::move(attached[i].loaded);
      one.loaded = std::make_shared<const LoadedFigure>(std::move(alone));
      make_room(one.model(), 0.0f);
      out_.figures.push_back(std::move(one));
    }
  }

 private:
  ScenePlace place_numbered(const LoadedModel& loaded, std::size_t number) const {
    if (number == 1) return place_of_first(options_, loaded);
    if (number <= options_.places.size()) return options_.places[number - 1];
    ScenePlace out = place_of_file(loaded).value_or(ScenePlace());
    if (!loaded.model->is_accessory && std::isfinite(right_))
      out.position = {right_ + 1.0f - loaded.model->bounds_min.x, 0.0f, 0.0f};
    return out;
  }

  /// The next model without a place stands to the right of this one, which stands at `x`.
  void make_room(const Model& model, float x) {
    if (model.is_accessory) return;
    right_ = std::max(right_, x + model.bounds_max.x);
  }

  const Options& options_;
  const std::size_t models_;
  Arrangement& out_;
  float right_ = -std::numeric_limits<float>::infinity();
};

std::optional<Diagnostic> emptiness_warning(const Session& session) {
  const auto& actors = session.scene().actors;
  if (std::any_of(actors.begin(), actors.end(), [](const auto& a) { return a->is_seen(); }))
    return std::nullopt;
  if (!session.state(0).visible)
    return make_warning("the motion hides the model at this frame: the picture is empty",
                        "choose another one with --frame or --time");
  return make_warning("the picture is empty: the model has no faces, or all its materials are transparent",
                      "`mmdview check MODEL` lists its problems");
}

}  // namespace

Options options_beside(Options options) {
  options.highlight.clear();
  options.morphs.clear();
  return options;
}

ScenePlace place_of_first(const Options& options, const LoadedModel& loaded) {
  if (!options.places.empty()) return options.places.front();
  return place_of_file(loaded).value_or(ScenePlace());
}

Arrangement arrangement_of(const Options& options, bool simulates) {
  Arrangement out;
  out.evaluation = options.evaluation;
  out.physics = options.physics;
  out.physics.on = options.physics.on.value_or(simulates);
  out.look = options.look;
  out.highlight = options.highlight;
  out.light = options.light;
  out.camera = options.camera;
  out.frame = options.frame.value_or(0.0);
  return out;
}

Diagnostics& Opened::said_of(std::size_t figure) {
  const std::size_t number = arrangement.figures[figure].number, models = said.size() - (other ? 1 : 0);
  return said[number > models ? 0 : number - 1];
}

Diagnostics Opened::diagnostics() const {
  Diagnostics out;
  for (const Diagnostics& some : said) out.insert(out.end(), some.begin(), some.end());
  return out;
}

Result<Opened> load_figures(const std::vector<std::string>& files, const Options& options, Models models,
                            bool want_textures) {
  std::vector<LoadedFigure> documents;
  if (models == Models::all) {
    MMD_TRY(documents, load_documents(files, options.attachments, want_textures));
  } else {
    MMD_TRY(documents.emplace_back(), load_document(files, options.attachments, want_textures));
  }
  Opened out;
  Arranger arranger(options, documents.size(), out.arrangement);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    out.said.push_back(std::exchange(documents[i].diagnostics, {}));
    arranger.add(std::move(documents[i]), i + 1);
  }
  return out;
}

Result<void> take_names(const Options& options, std::optional<double> frame, Figure& figure,
                        Diagnostics& said) {
  const Options asked = figure.number == 1 ? options : options_beside(options);
  MMD_TRY(warn_about(asked, figure.number, *figure.loaded, said));
  MMD_TRY(figure.morphs, find_morphs(asked.morphs, figure.model(), "--morph"));
  figure.hidden_materials = materials_named(options.hidden, figure.model(), figure.number);
  if (!frame) return {};
  if (auto warning = frame_warning(*figure.loaded, *frame)) said.push_back(std::move(*warning));
  return {};
}

Result<void> take_other(const Options& options, Opened& opened) {
  if (options.compare.empty()) return {};
  MMD_TRY(opened.other, compared(opened.arrangement, options.compare, "--compare"));
  Diagnostics& said = opened.said.emplace_back();
  const LoadedFigure& other = *opened.other->subject().loaded;
  if (&other == opened.arrangement.subject().loaded.get()) return {};
  said = other.diagnostics;
  if (options.frame && !other.motions.empty())  // otherwise the frame is for the first state's motion
    if (auto warning = frame_warning(other, *options.frame)) said.push_back(std::move(*warning));
  return {};
}

Result<Opened> open_files(const Options& options, Models models, bool simulates, bool want_textures) {
  MMD_TRY(Opened out, load_figures(options.files, options, models, want_textures));
  std::vector<Figure> figures = std::move(out.arrangement.figures);
  if (models == Models::all)
    MMD_TRY(check_places(options.places, figures, out.said.size(), out.said.front()));
  const bool any_moves =
      std::any_of(figures.begin(), figures.end(), [](const Figure& figure) { return figure.moves(); });
  for (Figure& figure : figures) {
    if (figure.number > out.said.size()) continue;  // attached
    const bool is_for_another = any_moves && !figure.moves();
    MMD_TRY(take_names(options, is_for_another ? std::nullopt : options.frame, figure,
                       out.said[figure.number - 1]));
  }
  out.arrangement = arrangement_of(options, simulates);
  out.arrangement.figures = std::move(figures);
  MMD_TRY(take_other(options, out));
  return out;
}

std::vector<std::string> files_of(const Arrangement& arrangement) {
  std::vector<std::string> out;
  for (const Figure& figure : arrangement.figures)
    for (std::string& file : files_of(*figure.loaded)) out.push_back(std::move(file));
  return out;
}

Result<std::shared_ptr<const LoadedFigure>> posed_anew(const LoadedFigure& figure, Result<Layers> layers,
                                                       Diagnostics& said) {
  if (!layers) return fail(std::move(layers.error()));
  LoadedFigure out = figure;
  MMD_TRY(lay(std::move(*layers), out));
  for (Diagnostic& d : std::exchange(out.diagnostics, {})) said.push_back(std::move(d));
  return std::make_shared<const LoadedFigure>(std::move(out));
}

Diagnostics physics_notes(const Session& session) {
  return session.physics() != nullptr ? session.physics()->notes() : Diagnostics();
}

Diagnostics scene_notes(const Session& session) {
  const Arrangement& arrangement = session.arrangement();
  Diagnostics out;
  if (auto warning = weights_warning(arrangement.look, arrangement.highlight))
    out.push_back(std::move(*warning));
  if (is_fitted(arrangement.camera, session.camera_state()))
    for (Diagnostic& d : framing_warnings(session.scene())) out.push_back(std::move(d));
  if (auto warning = emptiness_warning(session)) out.push_back(std::move(*warning));
  return out;
}

}  // namespace mmd
